// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import io.lighter.common.config.LighterConfiguration;
import io.lighter.service.zk.CuratorClients;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.ProcessName;
import io.lighter.testing.cluster.Role;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.random.RandomGenerator;
import org.apache.curator.framework.CuratorFramework;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.zookeeper.ZNodePaths;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Kills a region server's process and starts it again. The znode of the dead process is deleted, as
 * HBase's own script does, so that recovery does not wait for the end of the session.
 */
final class ProcessKiller implements ServerKiller {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessKiller.class);
  private static final int CONNECT_TIMEOUT_MS = 5_000;

  private final LocalCluster cluster;

  ProcessKiller(LocalCluster cluster) {
    this.cluster = cluster;
  }

  @Override
  public void kill(RandomGenerator random) throws Exception {
    List<ProcessName> servers =
        cluster.processNames().stream().filter(name -> name.role() == Role.REGION_SERVER).toList();
    ProcessName name = servers.get(random.nextInt(servers.size()));
    Configuration conf = cluster.configuration();
    cluster.kill(name);
    try (CuratorFramework zooKeeper = CuratorClients.connect(conf, LighterConfiguration.of(conf))) {
      forgetTheDead(zooKeeper, new ZNodePaths(conf).rsZNode);
    }
    cluster.restart(name);
  }

  private static void forgetTheDead(CuratorFramework zooKeeper, String parent) throws Exception {
    for (String server : zooKeeper.getChildren().forPath(parent)) {
      if (isDead(ServerName.valueOf(server))) {
        LOG.info("deleting the znode of {}, whose process has ended", server);
        zooKeeper.delete().quietly().forPath(parent + "/" + server);
      }
    }
  }

  /** Whether nothing listens at the server's address. */
  private static boolean isDead(ServerName server) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(server.getHostname(), server.getPort()), CONNECT_TIMEOUT_MS);
      return false;
    } catch (ConnectException e) {
      LOG.debug("{} does not listen", server, e);
      return true;
    }
  }
}
