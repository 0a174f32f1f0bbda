// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import io.lighter.common.config.ConfigurationException;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.protocol.LighterProtos.ManagerRegistration;
import io.lighter.common.zk.LighterZNodes;
import io.lighter.service.zk.CuratorClients;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.curator.framework.CuratorFramework;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.zookeeper.ZNodePaths;
import org.apache.zookeeper.KeeperException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The processes registered in ZooKeeper. Thread-safe; the owner closes this object. */
final class ClusterMembers implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterMembers.class);

  private final CuratorFramework zooKeeper;
  private final String regionServers;
  private final LighterZNodes lighter;

  private ClusterMembers(CuratorFramework zooKeeper, String regionServers, LighterZNodes lighter) {
    this.zooKeeper = zooKeeper;
    this.regionServers = regionServers;
    this.lighter = lighter;
  }

  static ClusterMembers connect(Configuration conf) throws IOException {
    LighterConfiguration options = options(conf);
    return new ClusterMembers(
        CuratorClients.connect(conf, options),
        new ZNodePaths(conf).rsZNode,
        LighterZNodes.of(conf, options));
  }

  /** Names of the processes of {@code role} that are registered in ZooKeeper. */
  Set<String> of(Role role) throws IOException {
    return switch (role) {
      case S3_SERVER, BASE, ZOOKEEPER, NAME_NODE, DATA_NODE, MASTER -> Set.of();
      case REGION_SERVER -> children(regionServers);
      case MANAGER -> children(lighter.manager());
      case COMPACTION_SERVER -> children(lighter.servers());
    };
  }

  /** Whether a leading manager has assigned work to at least one group of servers. */
  boolean workIsAssigned() throws IOException {
    return !children(lighter.assignments()).isEmpty();
  }

  /** URLs of all managers' dashboards. */
  List<String> dashboards() throws IOException {
    List<String> dashboards = new ArrayList<>();
    for (String manager : new TreeSet<>(children(lighter.managers()))) {
      try {
        ManagerRegistration registration =
            ManagerRegistration.parseFrom(
                zooKeeper.getData().forPath(lighter.managers() + '/' + manager));
        if (registration.hasDashboard()) {
          dashboards.add(registration.getDashboard());
        }
      } catch (KeeperException.NoNodeException e) {
        LOG.debug("manager has just left manager={}", manager, e);
      } catch (Exception e) { // Curator declares nothing narrower
        throw new IOException("cannot read the registration of manager " + manager, e);
      }
    }
    return dashboards;
  }

  @Override
  public void close() {
    zooKeeper.close();
  }

  private static LighterConfiguration options(Configuration conf) throws IOException {
    try {
      return LighterConfiguration.of(conf);
    } catch (ConfigurationException e) {
      throw new LocalClusterException("bad site properties: " + e.getMessage(), e);
    }
  }

  private Set<String> children(String path) throws IOException {
    try {
      return Set.copyOf(zooKeeper.getChildren().forPath(path));
    } catch (KeeperException.NoNodeException e) {
      return Set.of();
    } catch (Exception e) { // Curator declares nothing narrower
      throw new IOException("cannot read the children of znode " + path, e);
    }
  }
}
