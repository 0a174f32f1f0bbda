// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.protocol.LighterProtos.OffloadSwitch;
import io.lighter.common.zk.OffloadSwitches;
import io.lighter.manager.ManagerCluster;
import io.lighter.manager.cluster.SwitchReader.State;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SwitchReaderTest {
  private static final OffloadSwitch OFF = OffloadSwitches.withAll(OffloadSwitches.ON, false);
  private static final byte[] FOREIGN = "nonsense".getBytes(UTF_8);

  @TempDir private Path folder;
  private MiniZooKeeperCluster quorum;
  private ManagerCluster cluster;
  private SwitchReader reader;

  @BeforeEach
  void open() throws Exception {
    Configuration conf = HBaseConfiguration.create();
    quorum = new MiniZooKeeperCluster(conf);
    conf.set(HConstants.ZOOKEEPER_QUORUM, "127.0.0.1");
    conf.setInt(HConstants.ZOOKEEPER_CLIENT_PORT, quorum.startup(folder.toFile()));
    cluster = new ManagerCluster(conf, "/lighter");
    reader = new SwitchReader(cluster.zooKeeper, cluster.znodes);
  }

  @AfterEach
  void close() throws IOException {
    cluster.close();
    quorum.shutdown();
  }

  @Test
  void damagedSwitchKeepsItsValueAndIsLoggedOnce() throws Exception {
    assertThat(reader.read()).isEqualTo(new State(OffloadSwitches.ON, true));
    hold(OFF.toByteArray());
    assertThat(reader.read()).isEqualTo(new State(OFF, true));

    hold(FOREIGN);
    try (LogLines log = new LogLines(SwitchReader.class.getName())) {
      assertThat(reader.read()).isEqualTo(new State(OFF, false));
      assertThat(reader.read()).isEqualTo(new State(OFF, false));
      assertThat(log.lines()).singleElement().asString().contains("last value stays");
    }

    cluster.zooKeeper.delete().forPath(cluster.znodes.offloadSwitch());
    assertThat(reader.read()).isEqualTo(new State(OffloadSwitches.ON, true));
  }

  @Test
  void emptyZnodeMeansOn() throws Exception {
    hold(OFF.toByteArray());
    reader.read();
    hold(new byte[0]);

    assertThat(reader.read()).isEqualTo(new State(OffloadSwitches.ON, true));
  }

  private void hold(byte[] bytes) throws Exception {
    cluster.put(cluster.znodes.offloadSwitch(), bytes);
  }
}
