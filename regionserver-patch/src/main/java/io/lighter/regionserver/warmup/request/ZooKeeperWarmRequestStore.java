// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup.request;

import io.lighter.common.protocol.LighterProtos.WarmProgress;
import io.lighter.common.zk.LighterZNodes;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.zookeeper.ZKUtil;
import org.apache.hadoop.hbase.zookeeper.ZKWatcher;
import org.apache.hadoop.hbase.zookeeper.ZNodePaths;
import org.apache.hbase.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Requests as znodes ({@link LighterZNodes}), in the region server's own ZooKeeper session. */
final class ZooKeeperWarmRequestStore implements WarmRequestStore {
  private static final Logger LOG = LoggerFactory.getLogger(ZooKeeperWarmRequestStore.class);
  private static final int ANY_VERSION = -1;

  private final ZKWatcher watcher;
  private final LighterZNodes znodes;
  private final ServerName self;

  ZooKeeperWarmRequestStore(ZKWatcher watcher, LighterZNodes znodes, ServerName self) {
    this.watcher = watcher;
    this.znodes = znodes;
    this.self = self;
  }

  /** Watches for new requests, and for the end of each requester. */
  @Override
  public Set<String> awaited() throws KeeperException {
    Set<String> awaited = new HashSet<>();
    List<String> requests = null;
    if (ZKUtil.watchAndCheckExists(watcher, znodes.warmRequests())) {
      requests = ZKUtil.listChildrenAndWatchForNewChildren(watcher, znodes.warmRequests());
    }
    for (String id : requests == null ? List.<String>of() : requests) {
      if (ZKUtil.watchAndCheckExists(watcher, znodes.warmRequester(id))) {
        awaited.add(id);
      }
    }
    return awaited;
  }

  @Override
  public Optional<Posted> read(String id) throws KeeperException {
    Stat stat = new Stat();
    byte[] content = ZKUtil.getDataNoWatch(watcher, znodes.warmRequest(id), stat);
    if (content == null) {
      return Optional.empty();
    }
    boolean isOlder = stat.getCzxid() < joinedAt();
    return Optional.of(new Posted(UnsafeByteOperations.unsafeWrap(content), isOlder));
  }

  /** Transaction id at which this region server joined; ids are ordered, unlike clocks. */
  private long joinedAt() throws KeeperException {
    Stat own = new Stat();
    String path = ZNodePaths.joinZNode(watcher.getZNodePaths().rsZNode, self.toString());
    byte[] content = ZKUtil.getDataNoWatch(watcher, path, own);
    return content == null ? 0 : own.getCzxid(); // null: the session is about to end
  }

  @Override
  public void answer(String id, WarmProgress progress)
      throws KeeperException, InterruptedException {
    String path = znodes.warmProgress(id, self);
    try {
      zooKeeper()
          .create(path, progress.toByteArray(), watcher.createACL(path), CreateMode.EPHEMERAL);
    } catch (KeeperException.NodeExistsException e) { // an earlier try with a lost answer
      update(id, progress);
    } catch (KeeperException.NoNodeException e) {
      LOG.debug("warm request gone: {}", id, e);
    }
  }

  /** Reads the number of the request's children, one of which is the requester's. */
  @Override
  public int answers(String id) throws KeeperException {
    Stat stat = new Stat();
    byte[] content = ZKUtil.getDataNoWatch(watcher, znodes.warmRequest(id), stat);
    return content == null ? 0 : Math.max(1, stat.getNumChildren() - 1);
  }

  @Override
  public void update(String id, WarmProgress progress)
      throws KeeperException, InterruptedException {
    try {
      zooKeeper().setData(znodes.warmProgress(id, self), progress.toByteArray(), ANY_VERSION);
    } catch (KeeperException.NoNodeException e) {
      LOG.debug("warm request gone: {}", id, e);
    }
  }

  /** The plain client, since HBase's wrapper writes a header before the data. */
  private ZooKeeper zooKeeper() {
    return watcher.getRecoverableZooKeeper().getZooKeeper();
  }
}
