// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.directory;

import io.lighter.common.ServerNames;
import io.lighter.common.zk.LeaderLatchNodes;
import io.lighter.common.zk.LighterZNodes;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.zookeeper.ZKUtil;
import org.apache.hadoop.hbase.zookeeper.ZKWatcher;
import org.apache.zookeeper.KeeperException;

/** Reads the leading manager from ZooKeeper, in the region server's own session. Thread-safe. */
public final class ManagerLookup {
  private final ZKWatcher watcher;
  private final LighterZNodes znodes;

  public ManagerLookup(ZKWatcher watcher, LighterZNodes znodes) {
    this.watcher = watcher;
    this.znodes = znodes;
  }

  /**
   * Returns the present leader; waits for ZooKeeper.
   *
   * @return empty if no manager is alive
   */
  public Optional<ServerName> leader() throws IOException {
    try {
      List<String> children = ZKUtil.listChildrenNoWatch(watcher, znodes.manager());
      Optional<String> node =
          children == null ? Optional.empty() : LeaderLatchNodes.leader(children);
      if (node.isEmpty()) {
        return Optional.empty();
      }
      byte[] data = ZKUtil.getData(watcher, znodes.manager() + '/' + node.get());
      return data == null // the leader has just left
          ? Optional.empty()
          : ServerNames.parse(new String(data, StandardCharsets.UTF_8));
    } catch (KeeperException e) {
      throw new IOException("cannot read who leads the managers", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while looking for the manager");
    }
  }
}
