// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import io.lighter.cli.command.FirstLine;
import io.lighter.service.zk.CuratorClients;
import java.io.IOException;
import java.io.InterruptedIOException;
import org.apache.curator.framework.CuratorFramework;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.zookeeper.ZKConfig;
import org.apache.hadoop.hbase.zookeeper.ZNodePaths;
import org.apache.zookeeper.client.ZKClientConfig;

/** Checks that HBase's znodes are where the configuration says. */
public final class ZooKeeperCheck implements Check {
  private final CuratorFramework zooKeeper;
  private final Configuration conf;

  /**
   * Creates the check without I/O.
   *
   * @param zooKeeper a connected client, which the caller closes
   */
  public ZooKeeperCheck(CuratorFramework zooKeeper, Configuration conf) {
    this.zooKeeper = zooKeeper;
    this.conf = conf;
  }

  @Override
  public String name() {
    return "zookeeper";
  }

  @Override
  public void run(Findings findings) throws IOException {
    findings.ok(
        HConstants.ZOOKEEPER_QUORUM,
        ZKConfig.getZKQuorumServersString(conf)
            + " answers"
            + (CuratorClients.usesTls(conf) ? " over TLS" : ""));
    if (ZKConfig.getZKClientConfig(conf).getBoolean(ZKClientConfig.SECURE_CLIENT)
        && !CuratorClients.usesTls(conf)) {
      findings.warning(
          HConstants.ZK_CFG_PROPERTY_PREFIX + "client.secure",
          "true, but the connection is in plain text: only ZooKeeper's Netty socket speaks TLS",
          "set %sclientCnxnSocket = org.apache.zookeeper.ClientCnxnSocketNetty"
              .formatted(HConstants.ZK_CFG_PROPERTY_PREFIX));
    }
    ZNodePaths paths = new ZNodePaths(conf);
    if (exists(paths.clusterIdZNode)) {
      findings.ok(HConstants.ZOOKEEPER_ZNODE_PARENT, paths.baseZNode + " is an HBase's");
    } else {
      findings.problem(
          HConstants.ZOOKEEPER_ZNODE_PARENT,
          "there is no %s: no HBase has ever run there".formatted(paths.clusterIdZNode),
          "take it, and the quorum, from the region servers' hbase-site.xml");
    }
  }

  private boolean exists(String path) throws IOException {
    try {
      return zooKeeper.checkExists().forPath(path) != null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted at " + path).initCause(e);
    } catch (Exception e) { // Curator's signature
      throw new IOException("ZooKeeper failed at " + path + ": " + FirstLine.of(e), e);
    }
  }
}
