// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
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
 * The draining compaction servers, one znode each. A server that an operator drains stays drained
 * until {@link #undrain}, or until the manager removes the znode of a server that is gone. A server
 * that shuts down drains itself in the same way. Stateless; thread-safe.
 */
public final class DrainNodes {
  private static final Logger LOG = LoggerFactory.getLogger(DrainNodes.class);
  private static final byte[] NOTHING = new byte[0];

  private final CuratorFramework zooKeeper;
  private final LighterZNodes znodes;

  /**
   * Creates an accessor without I/O.
   *
   * @param zooKeeper a client that the caller closes
   */
  public DrainNodes(CuratorFramework zooKeeper, LighterZNodes znodes) {
    this.zooKeeper = zooKeeper;
    this.znodes = znodes;
  }

  /**
   * Drains a server until {@link #undrain}.
   *
   * @return false if the server was draining already
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

  /** Drains a server without waiting for ZooKeeper; for use in ZooKeeper's event thread. */
  public void drainInBackground(ServerName server) {
    String path = znodes.draining(server);
    try {
      zooKeeper.create().creatingParentsIfNeeded().inBackground().forPath(path, NOTHING);
    } catch (Exception e) { // what Curator declares
      LOG.warn("cannot mark as draining server={}", server, e);
    }
  }

  /**
   * Removes a server's mark, whether or not the server is alive. The server takes jobs again,
   * unless it is ending.
   *
   * @return false if the server was not draining
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
   * The draining servers, including dead ones.
   *
   * @throws IOException if ZooKeeper fails
   */
  public Set<ServerName> list() throws IOException {
    return servers(znodes.draining());
  }

  /**
   * The registered servers.
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
      return servers; // the parent does not exist yet
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
