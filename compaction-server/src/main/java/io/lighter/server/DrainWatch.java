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
 * This server's znode among those that drain: an operator makes and removes it, and the server
 * itself makes it when it is told to end. From then on there is no way back. Thread-safe.
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
   * Idle until {@link #start}.
   *
   * @param onChange told whether to drain, often more than once, under this object's lock; must not
   *     block
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

  /** Drains from now on, whatever becomes of the znode. */
  synchronized void drainForGood() {
    ending = true;
    tell();
  }

  /**
   * Makes the znode, if ZooKeeper can be reached; who is not told will be refused. It stays when
   * this server goes, and tells the manager that nothing is wrong; the manager removes it later.
   *
   * @return whether it is there
   */
  boolean tellOthers() {
    if (!zooKeeper.getZookeeperClient().isConnected()) { // to wait for it would hold up the end
      return false;
    }
    try {
      boolean unused = nodes.drain(self); // false: an operator has drained it
      return true;
    } catch (IOException e) {
      LOG.warn("The others do not know that this server drains", e);
      return false;
    }
  }

  private synchronized void askedToDrain(boolean drain) {
    asked = drain;
    tell();
    if (ending && !drain) {
      LOG.info("Undrained, but this server is about to end");
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
