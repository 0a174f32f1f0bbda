// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.directory;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.protocol.LighterProtos.OffloadSwitch;
import io.lighter.common.protocol.LighterProtos.ServerRegistration;
import io.lighter.common.rpc.Protocol;
import io.lighter.common.zk.LighterZNodes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;
import org.apache.hadoop.hbase.zookeeper.ZKUtil;
import org.apache.hadoop.hbase.zookeeper.ZKWatcher;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerDirectoryTest {
  private static final ServerName FIRST = ServerName.valueOf("cs1.example", 16040, 1);
  private static final ServerName SECOND = ServerName.valueOf("cs2.example", 16040, 1);
  private static final byte[] NO_REGISTRATION = "nothing".getBytes(UTF_8);
  private static final byte[] DAMAGED = {(byte) 0xff, 0x12, 0x34};
  private static final TableName TABLE = TableName.valueOf("t");
  private static final String GROUP = "default";
  private static final String REGION = "00c5d8c5ab0ac1e1b7bd0a2b2c0f6f3a";

  @TempDir private Path folder;
  private final LighterZNodes znodes = new LighterZNodes("/lighter");
  private MiniZooKeeperCluster cluster;
  private ZKWatcher zooKeeper;
  private ServerDirectory directory;

  @BeforeEach
  void startOnAnEmptyZooKeeper() throws Exception {
    Configuration conf = HBaseConfiguration.create();
    cluster = new MiniZooKeeperCluster(conf);
    conf.set(HConstants.ZOOKEEPER_QUORUM, "127.0.0.1");
    conf.setInt(HConstants.ZOOKEEPER_CLIENT_PORT, cluster.startup(folder.toFile()));
    zooKeeper = new ZKWatcher(conf, "test", null);
    directory = new ServerDirectory(zooKeeper, znodes);
    directory.start();
    directory.addGroup(GROUP);
  }

  @AfterEach
  void stop() throws Exception {
    directory.close();
    zooKeeper.close();
    cluster.shutdown();
  }

  @Test
  void serversComeAndGo() throws Exception {
    register(FIRST);
    register(SECOND);
    directory.readAgain();
    assertThat(directory.candidates(GROUP, REGION)).containsExactlyInAnyOrder(FIRST, SECOND);

    ZKUtil.deleteNode(zooKeeper, znodes.server(FIRST));
    directory.readAgain();
    assertThat(directory.candidates(GROUP, REGION)).containsExactly(SECOND);

    register(FIRST);
    directory.readAgain();
    assertThat(directory.candidates(GROUP, REGION)).containsExactlyInAnyOrder(FIRST, SECOND);
  }

  /** Each compaction would otherwise wait for a reading that is half a minute away. */
  @Test
  void firstReadingThatFailsDelaysNoCompaction() throws Exception {
    List<ACL> unreadable =
        Collections.singletonList( // ZooKeeper asks it for null
            new ACL(ZooDefs.Perms.CREATE, ZooDefs.Ids.ANYONE_ID_UNSAFE));
    ZKUtil.createWithParents(zooKeeper, znodes.root());
    zooKeeper
        .getRecoverableZooKeeper()
        .create(znodes.servers(), new byte[0], unreadable, CreateMode.PERSISTENT);
    try (ServerDirectory blind = new ServerDirectory(zooKeeper, znodes)) {
      blind.start();
      long start = System.nanoTime();

      blind.awaitFirstRead();

      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
      assertThat(blind.candidates(GROUP, REGION)).isEmpty();
    }
  }

  @Test
  void registrationIsReadOnce() throws Exception {
    register(FIRST);
    directory.readAgain();

    ZKUtil.setData(zooKeeper, znodes.server(FIRST), NO_REGISTRATION);
    directory.readAgain();

    assertThat(directory.candidates(GROUP, REGION)).containsExactly(FIRST);
  }

  @Test
  void invalidRegistrationIsReadAgainAndHidesNoServer() throws Exception {
    create(znodes.server(FIRST), NO_REGISTRATION);
    register(SECOND);
    directory.readAgain();
    assertThat(directory.candidates(GROUP, REGION)).containsExactly(SECOND);

    ZKUtil.setData(zooKeeper, znodes.server(FIRST), registration(FIRST));
    directory.readAgain();
    assertThat(directory.candidates(GROUP, REGION)).containsExactlyInAnyOrder(FIRST, SECOND);
  }

  @Test
  void damagedSwitchKeepsItsLastState() throws Exception {
    create(znodes.offloadSwitch(), OffloadSwitch.newBuilder().setOn(false).build().toByteArray());
    directory.readAgain();
    assertThat(directory.isSwitchedOn(TABLE)).isFalse();

    ZKUtil.setData(zooKeeper, znodes.offloadSwitch(), DAMAGED);
    register(FIRST);
    directory.readAgain();

    assertThat(directory.isSwitchedOn(TABLE)).isFalse();
    assertThat(directory.candidates(GROUP, REGION)).as("the rest is read").containsExactly(FIRST);
  }

  @Test
  void damagedSlotTableSpreadsRegionsOverAllServers() throws Exception {
    create(znodes.assignment(GROUP), DAMAGED);
    register(FIRST);
    register(SECOND);

    directory.readAgain();

    assertThat(directory.candidates(GROUP, REGION)).containsExactlyInAnyOrder(FIRST, SECOND);
  }

  @Test
  void drainingServerIsNoCandidate() throws Exception {
    register(FIRST);
    register(SECOND);
    create(znodes.draining(SECOND), new byte[0]);
    directory.readAgain();

    assertThat(directory.candidates(GROUP, REGION)).containsExactly(FIRST);
    assertThat(directory.anyDrains(GROUP)).isTrue();
  }

  /** An older server would ignore the labels of such a request. */
  @Test
  void olderServerIsNoCandidateForARequestOfANewerVersion() throws Exception {
    create(znodes.server(FIRST), registration(FIRST, Protocol.LABELS_VERSION - 1));
    register(SECOND);
    directory.readAgain();
    ServerChoice.Servers taking = directory.taking(Protocol.LABELS_VERSION);

    assertThat(taking.candidates(GROUP, REGION)).containsExactly(SECOND);
    assertThat(taking.anySpeaksOtherwise(GROUP)).isTrue();
    assertThat(directory.taking(Protocol.PLAIN_VERSION).candidates(GROUP, REGION))
        .containsExactlyInAnyOrder(FIRST, SECOND);
    assertThat(directory.taking(Protocol.PLAIN_VERSION).anySpeaksOtherwise(GROUP)).isFalse();
  }

  @Test
  void directoryKeepsItsLastReadingWithoutZooKeeper() throws Exception {
    register(FIRST);
    directory.readAgain();

    zooKeeper.close();

    directory.readAgain();
    assertThat(directory.candidates(GROUP, REGION)).containsExactly(FIRST);
  }

  private void register(ServerName server) throws KeeperException {
    create(znodes.server(server), registration(server));
  }

  private void create(String path, byte[] content) throws KeeperException {
    ZKUtil.createWithParents(zooKeeper, path, content);
  }

  private static byte[] registration(ServerName server) {
    return registration(server, Protocol.VERSION);
  }

  private static byte[] registration(ServerName server, int newestVersion) {
    return ServerRegistration.newBuilder()
        .setServer(server.getServerName())
        .setVersion("1")
        .setGroup(GROUP)
        .setCacheBytes(1)
        .setThreads(1)
        .setOldestProtocolVersion(Protocol.OLDEST_VERSION)
        .setNewestProtocolVersion(newestVersion)
        .build()
        .toByteArray();
  }
}
