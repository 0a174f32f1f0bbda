// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server;

import io.lighter.common.protocol.LighterProtos.ServerRegistration;
import io.lighter.common.zk.LighterZNodes;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.nodes.PersistentNode;
import org.apache.hadoop.hbase.ServerName;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;

/**
 * This server's ephemeral znode, from construction until {@link #close}. The znode is created again
 * after a lost session. Thread-safe.
 */
final class ServerRegistrar implements Closeable {
  private static final long CREATE_SECONDS = 30;

  private final PersistentNode node;

  private ServerRegistrar(PersistentNode node) {
    this.node = node;
  }

  /**
   * Creates the znode, and returns once it exists.
   *
   * @throws IOException if ZooKeeper does not create it within 30 seconds
   */
  static ServerRegistrar register(
      CuratorFramework zooKeeper,
      LighterZNodes znodes,
      ServerName server,
      ServerRegistration registration)
      throws IOException {
    createParent(zooKeeper, znodes.servers());
    PersistentNode node =
        new PersistentNode(
            zooKeeper,
            CreateMode.EPHEMERAL,
            false,
            znodes.server(server),
            registration.toByteArray());
    node.start();
    try {
      if (node.waitForInitialCreate(CREATE_SECONDS, TimeUnit.SECONDS)) {
        return new ServerRegistrar(node);
      }
    } catch (InterruptedException e) {
      node.close();
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while registering in ZooKeeper");
    }
    node.close();
    throw new IOException("ZooKeeper did not create " + znodes.server(server));
  }

  /** Creates a persistent znode, so that watches on it outlive the last server. */
  private static void createParent(CuratorFramework zooKeeper, String path) throws IOException {
    try {
      zooKeeper.create().creatingParentsIfNeeded().forPath(path, new byte[0]);
    } catch (KeeperException.NodeExistsException e) {
      return; // normal from the second server on
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while creating " + path);
    } catch (Exception e) { // declared by Curator
      throw new IOException("cannot create " + path + " in ZooKeeper: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() throws IOException {
    node.close();
  }
}
