// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.assignment.SlotTable;
import io.lighter.common.protocol.LighterProtos.OffloadSwitch;
import io.lighter.common.protocol.LighterProtos.ServerRegistration;
import io.lighter.common.rpc.Protocol;
import io.lighter.common.zk.LighterZNodes;
import io.lighter.regionserver.directory.ServerDirectory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.zookeeper.ZKUtil;
import org.apache.hadoop.hbase.zookeeper.ZKWatcher;
import org.apache.zookeeper.KeeperException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counts a region server's reads of ZooKeeper per change. */
class DirectoryReadsTest {
  private static final int SERVERS = 50;
  private static final int TIMEOUT_MS = 60_000;
  private static final String GROUP = "default";
  private static final String REGION = "00c5d8c5ab0ac1e1b7bd0a2b2c0f6f3a";

  @TempDir private Path folder;
  private final LighterZNodes znodes = new LighterZNodes("/lighter");
  private final Configuration conf = HBaseConfiguration.create();
  private CountingZooKeeper counting;
  private ZKWatcher operator;
  private ZKWatcher session;
  private ServerDirectory directory;

  @BeforeEach
  void startWithFiftyServers() throws Exception {
    counting = CountingZooKeeper.start(folder);
    conf.set(HConstants.ZOOKEEPER_QUORUM, "127.0.0.1");
    conf.setInt(HConstants.ZOOKEEPER_CLIENT_PORT, counting.port());
    operator = new ZKWatcher(conf, "operator", null);
    create(znodes.draining(), new byte[0]);
    for (int i = 0; i < SERVERS; i++) {
      register(server(i, 1));
    }
    create(znodes.assignment(GROUP), table(1));
    session = new ZKWatcher(conf, "region server", null);
    directory = new ServerDirectory(session, znodes);
    directory.start();
    directory.addGroup(GROUP);
    await(() -> knows(server(0, 1)));
    directory.readAgain();
  }

  @AfterEach
  void stop() {
    directory.close();
    session.close();
    operator.close();
    counting.close();
  }

  @Test
  void restartedServerCausesThreeReadsWithoutItsSlots() throws Exception {
    long before = reads();

    ZKUtil.deleteNode(operator, znodes.server(server(1, 1)));
    await(() -> !knows(server(1, 1)));
    assertThat(reads() - before).as("the list").isEqualTo(1);

    register(server(1, 2));
    await(() -> knows(server(1, 2)));
    assertThat(reads() - before).as("the list, the registration").isEqualTo(3);
  }

  @Test
  void changedTableCausesOneRead() throws Exception {
    ServerName first = directory.candidates(GROUP, REGION).get(0);
    long before = reads();

    ZKUtil.setData(operator, znodes.assignment(GROUP), table(2));

    await(() -> !directory.candidates(GROUP, REGION).get(0).equals(first));
    assertThat(reads() - before).isEqualTo(1);
  }

  @Test
  void drainingServerCausesTwoReadsAndIsListedAsDraining() throws Exception {
    long before = reads();

    create(znodes.draining(server(1, 1)), new byte[0]);

    await(() -> directory.anyDrains(GROUP));
    assertThat(reads() - before).isEqualTo(2);
  }

  @Test
  void newSwitchCausesTwoReads() throws Exception {
    long before = reads();

    create(znodes.offloadSwitch(), OffloadSwitch.newBuilder().setOn(false).build().toByteArray());

    await(() -> reads() - before >= 2);
    assertThat(reads() - before).as("whether it is there, and what it holds").isEqualTo(2);
  }

  @Test
  void rereadingCausesOneReadPerZNode() throws Exception {
    long before = reads();

    directory.readAgain();

    assertThat(reads() - before).as("table, two lists, absent switch").isEqualTo(4);
  }

  private long reads() {
    return counting.of(session.getRecoverableZooKeeper().getSessionId()).reads();
  }

  private boolean knows(ServerName server) throws Exception {
    return directory.candidates(GROUP, REGION).contains(server);
  }

  private void await(Callable<Boolean> condition) {
    Waiter.waitFor(conf, TIMEOUT_MS, 20, condition::call);
  }

  /** A table in which one server has all slots. */
  private static byte[] table(int owner) {
    ServerName[] owners = new ServerName[SlotTable.SLOTS];
    Arrays.fill(owners, server(10 + owner, 1));
    return SlotTable.of(owners).toBytes();
  }

  private static ServerName server(int number, int start) {
    return ServerName.valueOf("cs%d.example".formatted(number), 16040, start);
  }

  private void register(ServerName server) throws KeeperException {
    create(
        znodes.server(server),
        ServerRegistration.newBuilder()
            .setServer(server.getServerName())
            .setVersion("test")
            .setGroup(GROUP)
            .setCacheBytes(1)
            .setThreads(1)
            .setNewestProtocolVersion(Protocol.VERSION)
            .setOldestProtocolVersion(Protocol.OLDEST_VERSION)
            .build()
            .toByteArray());
  }

  private void create(String path, byte[] content) throws KeeperException {
    ZKUtil.createWithParents(operator, path, content);
  }
}
