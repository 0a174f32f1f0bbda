// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager;

import io.lighter.common.assignment.SlotTable;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.protocol.LighterProtos.ServerRegistration;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.common.zk.LighterZNodes;
import io.lighter.service.zk.CuratorClients;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.Waiter;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;

/** Compaction servers and operators as a manager sees them: znodes and reports. */
public final class ManagerCluster implements Closeable {
  private static final long TIMEOUT_MS = TimeUnit.SECONDS.toMillis(60);

  final Configuration conf;
  public final LighterZNodes znodes;
  public final CuratorFramework zooKeeper;

  /** Creates a cluster; a {@code root} per test separates the tests' znodes. */
  public ManagerCluster(Configuration base, String root) throws Exception {
    conf = new Configuration(base);
    conf.set("lighter.manager.port", "0");
    conf.set("lighter.manager.bind.address", "127.0.0.1");
    conf.set("lighter.manager.hostname", "localhost");
    conf.set("lighter.manager.info.port", "0");
    conf.set("lighter.manager.info.bind.address", "127.0.0.1");
    conf.set("lighter.manager.regions.interval", "500ms");
    conf.set("lighter.zookeeper.znode.parent", root);
    // A long session, so that on a busy machine only the test ends leaders and servers.
    conf.set("lighter.zookeeper.session.timeout", "60s");
    LighterConfiguration lighter = LighterConfiguration.of(conf);
    znodes = LighterZNodes.of(conf, lighter);
    zooKeeper = CuratorClients.connect(conf, lighter);
  }

  /** Registers a compaction server until {@link #kill}, or the cluster's end. */
  public void register(ServerName server, String group) throws Exception {
    ServerRegistration registration =
        ServerRegistration.newBuilder()
            .setServer(server.getServerName())
            .setVersion("test")
            .setGroup(group)
            .setCacheBytes(1 << 30)
            .setThreads(2)
            .build();
    zooKeeper
        .create()
        .creatingParentsIfNeeded()
        .withMode(CreateMode.EPHEMERAL)
        .forPath(znodes.server(server), registration.toByteArray());
  }

  void kill(ServerName server) throws Exception {
    zooKeeper.delete().forPath(znodes.server(server));
  }

  public void put(String path, byte[] data) throws Exception {
    zooKeeper.create().orSetData().creatingParentsIfNeeded().forPath(path, data);
  }

  /** The table in ZooKeeper; empty if absent or unreadable. */
  SlotTable table(String group) throws Exception {
    try {
      return SlotTable.parse(zooKeeper.getData().forPath(znodes.assignment(group)));
    } catch (KeeperException.NoNodeException | IOException e) {
      return SlotTable.EMPTY;
    }
  }

  int tableVersion(String group) throws Exception {
    return zooKeeper.checkExists().forPath(znodes.assignment(group)).getVersion();
  }

  /** The election nodes of leader and standbys. */
  List<String> managers() throws Exception {
    try {
      return zooKeeper.getChildren().forPath(znodes.manager());
    } catch (KeeperException.NoNodeException e) {
      return List.of();
    }
  }

  public void await(Callable<Boolean> condition) {
    Waiter.waitFor(conf, TIMEOUT_MS, 50, condition::call);
  }

  @Override
  public void close() {
    zooKeeper.close();
  }

  public static ServerReport report(ServerName server, long completedJobs) {
    return ServerReport.newBuilder()
        .setServer(server.getServerName())
        .setVersion("test")
        .setGroup("default")
        .setCacheBytes(1 << 30)
        .setReservedBytes(0)
        .setThreads(2)
        .setQueueCapacity(100)
        .setCompletedJobs(completedJobs)
        .setFailedJobs(0)
        .setCancelledJobs(0)
        .setRefusedRequests(0)
        .setCompactedBytes(0)
        .setUptimeMs(1)
        .setCpuLoad(0.5)
        .setDraining(false)
        .build();
  }
}
