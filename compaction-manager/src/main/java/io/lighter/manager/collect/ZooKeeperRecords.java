// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.collect;

import io.lighter.common.protocol.LighterProtos.IndexRound;
import io.lighter.common.protocol.LighterProtos.IndexRounds;
import io.lighter.manager.cluster.ZooKeeperFailure;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;
import org.apache.zookeeper.KeeperException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The records in one znode. A write is a transaction with the condition that the writer still
 * leads. Stateless; thread-safe.
 */
public final class ZooKeeperRecords implements RoundRecords {
  private static final Logger LOG = LoggerFactory.getLogger(ZooKeeperRecords.class);

  private final CuratorFramework zooKeeper;
  private final Fence fence;
  private final String path;

  /** See {@link io.lighter.manager.cluster.Leadership#fence}. */
  @FunctionalInterface
  public interface Fence {
    Optional<String> get() throws IOException;
  }

  /**
   * @param path path of the znode, whose parent exists
   */
  public ZooKeeperRecords(CuratorFramework zooKeeper, Fence fence, String path) {
    this.zooKeeper = zooKeeper;
    this.fence = fence;
    this.path = path;
  }

  @Override
  public List<IndexRound> read() throws IOException {
    try {
      return IndexRounds.parseFrom(zooKeeper.getData().forPath(path)).getRoundList();
    } catch (KeeperException.NoNodeException e) {
      return List.of();
    } catch (InvalidProtocolBufferException e) {
      LOG.warn("records of collection unreadable, begun anew path={}", path, e);
      return List.of();
    } catch (Exception e) { // declared by Curator
      throw ZooKeeperFailure.of("cannot read " + path, e);
    }
  }

  @Override
  public boolean write(Collection<IndexRound> records) throws IOException {
    Optional<String> leader = fence.get();
    if (leader.isEmpty()) {
      return false;
    }
    byte[] data = IndexRounds.newBuilder().addAllRound(records).build().toByteArray();
    try {
      CuratorOp leads = zooKeeper.transactionOp().check().forPath(leader.get());
      CuratorOp put =
          zooKeeper.checkExists().forPath(path) == null
              ? zooKeeper.transactionOp().create().forPath(path, data)
              : zooKeeper.transactionOp().setData().forPath(path, data);
      zooKeeper.transaction().forOperations(leads, put);
      return true;
    } catch (KeeperException.NoNodeException | KeeperException.NodeExistsException e) {
      LOG.info("records of collection not written path={} reason=\"{}\"", path, e.getMessage());
      return false;
    } catch (Exception e) { // declared by Curator
      throw ZooKeeperFailure.of("cannot write " + path, e);
    }
  }
}
