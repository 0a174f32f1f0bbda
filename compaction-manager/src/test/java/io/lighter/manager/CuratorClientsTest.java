// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterConfiguration;
import io.lighter.manager.cluster.LogLines;
import io.lighter.service.zk.CuratorClients;
import java.nio.file.Path;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.curator.framework.state.ConnectionStateManager;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In this module, and not beside {@link CuratorClients}, because its tests have a ZooKeeper. */
class CuratorClientsTest {
  /** Enough clients for some to be closed before their listeners run, if no one waits for these. */
  private static final int CLIENTS = 640;

  private static final int AT_A_TIME = 32;

  @TempDir private Path folder;

  @Test
  void clientClosedAtOnceLogsNothing() throws Exception {
    Configuration conf = HBaseConfiguration.create();
    MiniZooKeeperCluster quorum = new MiniZooKeeperCluster(conf);
    conf.set(HConstants.ZOOKEEPER_QUORUM, "127.0.0.1");
    conf.setInt(HConstants.ZOOKEEPER_CLIENT_PORT, quorum.startup(folder.toFile()));
    LighterConfiguration lighter = LighterConfiguration.of(conf);

    ExecutorService users = Executors.newFixedThreadPool(AT_A_TIME);
    try (LogLines log = new LogLines(ConnectionStateManager.class.getName())) {
      Callable<Void> user =
          () -> {
            CuratorClients.connect(conf, lighter).close();
            return null;
          };
      for (Future<Void> ended : users.invokeAll(Collections.nCopies(CLIENTS, user))) {
        ended.get();
      }
      assertThat(log.lines())
          .hasSizeGreaterThanOrEqualTo(CLIENTS)
          .noneMatch(line -> line.contains("no ConnectionStateListeners"));
    } finally {
      users.shutdownNow();
      quorum.shutdown();
    }
  }
}
