// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server;

import io.lighter.common.ServerNames;
import io.lighter.common.zk.LeaderCache;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.hadoop.hbase.ServerName;
import org.apache.zookeeper.KeeperException;

/**
 * Reads the leading manager from ZooKeeper, with two reads each time. It never stands for election.
 * Thread-safe.
 */
public final class ElectedManager implements LeaderCache.Source {
  private final LeaderLatch election;

  /**
   * @param electionPath path of the managers' election
   */
  public ElectedManager(CuratorFramework zooKeeper, String electionPath) {
    this.election = new LeaderLatch(zooKeeper, electionPath); // never started, so it only reads
  }

  @Override
  public Optional<ServerName> leader() throws IOException {
    try {
      return ServerNames.parse(election.getLeader().getId());
    } catch (KeeperException.NoNodeException e) {
      return Optional.empty(); // no manager has ever run
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while looking for the manager");
    } catch (Exception e) { // declared by Curator
      throw new IOException("cannot tell the leading manager", e);
    }
  }
}
