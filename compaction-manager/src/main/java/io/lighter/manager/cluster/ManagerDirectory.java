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
 * Where managers have their dashboards: each one's ephemeral znode, made again when its session was
 * lost. Thread-safe, but {@link #announce} may be called once.
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
   * Tells others about this manager; returns before they can know it.
   *
   * @param dashboard empty: it has none
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
   * URL of a manager's dashboard; empty when it has none, or is gone.
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
      LOG.debug("{} is no registration of a manager", path, e);
      return Optional.empty();
    } catch (Exception e) { // Curator declares no narrower one
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
