// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server;

import io.lighter.common.zk.LighterZNodes;
import io.lighter.service.zk.DrainNodes;
import java.io.Closeable;
import java.io.IOException;
import java.util.function.Consumer;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.cache.CuratorCacheListener;
import org.apache.hadoop.hbase.ServerName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches this server's znode among the draining servers. An operator creates and removes the
 * znode; the server itself creates it when the process is asked to end, which is final.
 * Thread-safe.
 */
final class DrainWatch implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(DrainWatch.class);

  private final CuratorFramework zooKeeper;
  private final DrainNodes nodes;
  private final ServerName self;
  private final Consumer<Boolean> onChange;
  private final CuratorCache cache;

  private boolean asked; // guarded by this
  private boolean ending; // guarded by this

  /**
   * Creates a watch that is idle until {@link #start}.
   *
   * @param onChange receives whether to drain, possibly repeated, under this object's lock; must
   *     not block
   */
  DrainWatch(
      CuratorFramework zooKeeper,
      LighterZNodes znodes,
      ServerName self,
      Consumer<Boolean> onChange) {
    this.zooKeeper = zooKeeper;
    this.nodes = new DrainNodes(zooKeeper, znodes);
    this.self = self;
    this.onChange = onChange;
    this.cache =
        CuratorCache.build(
            zooKeeper, znodes.draining(self), CuratorCache.Options.SINGLE_NODE_CACHE);
    cache
        .listenable()
        .addListener(
            CuratorCacheListener.builder()
                .forCreates(node -> askedToDrain(true))
                .forDeletes(node -> askedToDrain(false))
                .build());
  }

  void start() {
    cache.start();
  }

  /** Drains from now on, even if the znode is removed. */
  synchronized void drainForGood() {
    ending = true;
    tell();
  }

  /**
   * Creates the znode if ZooKeeper can be reached; otherwise, region servers learn of the drain
   * from a refusal. The znode outlives this server, so that the manager does not report a failure,
   * until the manager removes it.
   *
   * @return whether the znode exists
   */
  boolean announceDrain() {
    if (!zooKeeper.getZookeeperClient().isConnected()) { // waiting for it would delay the end
      return false;
    }
    try {
      boolean unused = nodes.drain(self); // false: an operator has created the znode
      return true;
    } catch (IOException e) {
      LOG.warn("cannot announce the drain server={}", self, e);
      return false;
    }
  }

  private synchronized void askedToDrain(boolean drain) {
    asked = drain;
    tell();
    if (ending && !drain) {
      LOG.info("drain ended by an operator while stopping server={}", self);
      nodes.drainInBackground(self);
    }
  }

  private void tell() { // holds the lock
    onChange.accept(asked || ending);
  }

  @Override
  public void close() {
    cache.close();
  }
}
