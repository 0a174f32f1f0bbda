// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.cluster;

import io.lighter.common.protocol.LighterProtos.ManagerRegistration;
import io.lighter.common.zk.LighterZNodes;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.nodes.PersistentNode;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The addresses of the managers' dashboards: an ephemeral znode for each manager, created again
 * after a lost session. Thread-safe, but {@link #announce} may be called once only.
 */
public final class ManagerDirectory implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(ManagerDirectory.class);

  private final CuratorFramework zooKeeper;
  private final LighterZNodes znodes;
  private volatile PersistentNode own; // null until announced

  public ManagerDirectory(CuratorFramework zooKeeper, LighterZNodes znodes) {
    this.zooKeeper = zooKeeper;
    this.znodes = znodes;
  }

  /**
   * Publishes this manager; returns before others can see it.
   *
   * @param dashboard URL of the dashboard; empty: none
   */
  public void announce(ServerName self, Optional<String> dashboard) {
    ManagerRegistration.Builder registration =
        ManagerRegistration.newBuilder()
            .setServer(self.getServerName())
            .setVersion(ManagerVersion.get());
    dashboard.ifPresent(registration::setDashboard);
    own =
        new PersistentNode(
            zooKeeper,
            CreateMode.EPHEMERAL,
            false,
            znodes.manager(self),
            registration.build().toByteArray());
    own.start();
  }

  /**
   * Returns the URL of a manager's dashboard; empty if the manager has none, or is gone.
   *
   * @throws IOException if ZooKeeper does not answer
   */
  public Optional<String> dashboardOf(ServerName manager) throws IOException {
    String path = znodes.manager(manager);
    try {
      ManagerRegistration found = ManagerRegistration.parseFrom(zooKeeper.getData().forPath(path));
      return found.hasDashboard() ? Optional.of(found.getDashboard()) : Optional.empty();
    } catch (KeeperException.NoNodeException e) {
      return Optional.empty();
    } catch (InvalidProtocolBufferException e) {
      LOG.debug("not a registration of a manager path={}", path, e);
      return Optional.empty();
    } catch (Exception e) { // declared by Curator
      throw ZooKeeperFailure.of("cannot read " + path, e);
    }
  }

  @Override
  public void close() throws IOException {
    if (own != null) {
      own.close();
    }
  }
}
