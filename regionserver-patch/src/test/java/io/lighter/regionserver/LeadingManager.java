// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver;

import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.protocol.LighterProtos.CompactionManagerService;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.zk.LighterZNodes;
import io.lighter.service.rpc.RpcEndpoint;
import io.lighter.service.zk.CuratorClients;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;

/** Leads the managers of a cluster by the election of a real one, and records the reports. */
public final class LeadingManager implements Closeable {
  private final FakeManager manager = new FakeManager();
  private final RpcEndpoint endpoint;
  private final CuratorFramework zooKeeper;
  private final LeaderLatch latch;

  /** Returns once it leads. */
  public LeadingManager(Configuration conf) throws Exception { // what Curator declares
    endpoint =
        RpcEndpoint.start(
            conf,
            new RpcEndpoint.Settings("manager", "127.0.0.1", "localhost", 0, 2),
            CompactionManagerService.newReflectiveBlockingService(manager),
            CompactionManagerService.BlockingInterface.class);
    LighterConfiguration lighter = LighterConfiguration.of(conf);
    zooKeeper = CuratorClients.connect(conf, lighter);
    latch =
        new LeaderLatch(
            zooKeeper,
            LighterZNodes.of(conf, lighter).manager(),
            endpoint.serverName().getServerName());
    latch.start();
    latch.await();
  }

  /** Reports of a region server, in order. */
  public List<RegionServerReport> reportsOf(ServerName regionServer) {
    return manager.reports().stream()
        .filter(report -> report.getRegionServer().equals(regionServer.getServerName()))
        .toList();
  }

  @Override
  public void close() throws IOException {
    latch.close();
    zooKeeper.close();
    endpoint.close();
  }
}
