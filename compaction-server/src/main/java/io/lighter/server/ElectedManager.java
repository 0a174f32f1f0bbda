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
 * Reads from ZooKeeper who leads the managers: two reads for each question. Takes no part in the
 * election. Thread-safe.
 */
public final class ElectedManager implements LeaderCache.Source {
  private final LeaderLatch election;

  /**
   * @param electionPath of the managers' election
   */
  public ElectedManager(CuratorFramework zooKeeper, String electionPath) {
    this.election = new LeaderLatch(zooKeeper, electionPath); // never started: it only looks
  }

  @Override
  public Optional<ServerName> leader() throws IOException {
    try {
      return ServerNames.parse(election.getLeader().getId());
    } catch (KeeperException.NoNodeException e) {
      return Optional.empty(); // there never was a manager
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while looking for the manager");
    } catch (Exception e) { // what Curator declares
      throw new IOException("cannot tell the leading manager", e);
    }
  }
}
