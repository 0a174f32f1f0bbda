package io.lighter.service.zk;

import io.lighter.common.ServerNames;
import io.lighter.common.zk.LighterZNodes;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.curator.framework.CuratorFramework;
import org.apache.hadoop.hbase.ServerName;
import org.apache.zookeeper.KeeperException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The compaction servers that take no new jobs, one znode each. What an operator drains stays
 * drained until undrained, or until the manager finds that the server is gone for good; a server
 * that is told to end drains itself in the same way. Keeps nothing; thread-safe.
 */
public final class DrainNodes {
  private static final Logger LOG = LoggerFactory.getLogger(DrainNodes.class);
  private static final byte[] NOTHING = new byte[0];

  private final CuratorFramework zooKeeper;
  private final LighterZNodes znodes;

  /**
   * Looks at nothing yet.
   *
   * @param zooKeeper stays the caller's
   */
  public DrainNodes(CuratorFramework zooKeeper, LighterZNodes znodes) {
    this.zooKeeper = zooKeeper;
    this.znodes = znodes;
  }

  /**
   * Drains a server until {@link #undrain}.
   *
   * @return false: it was draining already
   * @throws IOException if ZooKeeper fails
   */
  public boolean drain(ServerName server) throws IOException {
    String path = znodes.draining(server);
    try {
      zooKeeper.create().creatingParentsIfNeeded().forPath(path, NOTHING);
      return true;
    } catch (KeeperException.NodeExistsException e) {
      return false;
    } catch (Exception e) { // what Curator declares
      throw failure(path, e);
    }
  }

  /** As {@link #drain}, without waiting for it: for ZooKeeper's event thread. */
  public void drainInBackground(ServerName server) {
    String path = znodes.draining(server);
    try {
      zooKeeper.create().creatingParentsIfNeeded().inBackground().forPath(path, NOTHING);
    } catch (Exception e) { // what Curator declares
      LOG.warn("Cannot mark {} as draining", server, e);
    }
  }

  /**
   * Makes a server take jobs again, be it alive or not.
   *
   * @return false: it was not draining
   * @throws IOException if ZooKeeper fails
   */
  public boolean undrain(ServerName server) throws IOException {
    try {
      zooKeeper.delete().forPath(znodes.draining(server));
      return true;
    } catch (KeeperException.NoNodeException e) {
      return false;
    } catch (Exception e) { // what Curator declares
      throw failure(znodes.draining(server), e);
    }
  }

  /**
   * The servers that drain, dead ones among them.
   *
   * @throws IOException if ZooKeeper fails
   */
  public Set<ServerName> list() throws IOException {
    return servers(znodes.draining());
  }

  /**
   * The servers that are registered.
   *
   * @throws IOException if ZooKeeper fails
   */
  public Set<ServerName> live() throws IOException {
    return servers(znodes.servers());
  }

  private Set<ServerName> servers(String parent) throws IOException {
    Set<ServerName> servers = new TreeSet<>();
    try {
      zooKeeper.getChildren().forPath(parent).stream()
          .map(ServerNames::parse)
          .flatMap(Optional::stream)
          .forEach(servers::add);
    } catch (KeeperException.NoNodeException e) {
      return servers; // nobody was there yet
    } catch (Exception e) { // what Curator declares
      throw failure(parent, e);
    }
    return servers;
  }

  private static IOException failure(String path, Exception e) {
    if (e instanceof InterruptedException) {
      Thread.currentThread().interrupt();
      return (IOException) new InterruptedIOException("interrupted at " + path).initCause(e);
    }
    return ZNodeAcls.denied(path, e)
        .orElseGet(() -> new IOException("ZooKeeper failed at " + path + ": " + e.getMessage(), e));
  }
}
