// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.cluster;

import io.lighter.common.ServerNames;
import io.lighter.common.zk.LeaderLatchNodes;
import io.lighter.common.zk.LighterZNodes;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.leader.LeaderLatchListener;
import org.apache.curator.framework.recipes.leader.Participant;
import org.apache.hadoop.hbase.ServerName;
import org.apache.zookeeper.KeeperException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** This manager's part in the election. Thread-safe. */
public final class Leadership implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(Leadership.class);

  private final CuratorFramework zooKeeper;
  private final LighterZNodes znodes;
  private final ServerName self;
  private final Runnable onChange;

  /** Written under the lock of this, and not after {@link #close}. */
  private volatile LeaderLatch latch;

  private boolean closed; // guarded by this

  /** The managers in the election. */
  public record Participants(Optional<ServerName> leader, List<ServerName> standby) {}

  /**
   * @param onChange called when leadership is won or lost, on Curator's event thread; must not
   *     block
   */
  public Leadership(
      CuratorFramework zooKeeper, LighterZNodes znodes, ServerName self, Runnable onChange) {
    this.zooKeeper = zooKeeper;
    this.znodes = znodes;
    this.self = self;
    this.onChange = onChange;
    this.latch = candidate();
  }

  private LeaderLatch candidate() {
    LeaderLatch candidate = new LeaderLatch(zooKeeper, znodes.manager(), self.getServerName());
    candidate.addListener(
        new LeaderLatchListener() {
          @Override
          public void isLeader() {
            LOG.info("{} leads", self);
            onChange.run();
          }

          @Override
          public void notLeader() {
            LOG.info("{} does not lead any more", self);
            onChange.run();
          }
        });
    return candidate;
  }

  /**
   * Joins the election.
   *
   * @throws IOException if ZooKeeper refuses
   */
  public void start() throws IOException {
    try {
      latch.start();
    } catch (Exception e) { // declared by Curator
      throw ZooKeeperFailure.of("cannot join the election", e);
    }
  }

  public ServerName self() {
    return self;
  }

  /** Whether this manager leads, as far as it knows. */
  public boolean isLeader() {
    return latch.hasLeadership();
  }

  /**
   * Throws if this manager does not lead, as far as it knows.
   *
   * @throws IOException with a message that sends the caller to the leader
   */
  public void requireLeader() throws IOException {
    if (!isLeader()) {
      throw new IOException(self + " does not lead; look the leader up again");
    }
  }

  /** Whether ZooKeeper is connected; without ZooKeeper no manager can become the leader. */
  public boolean isConnected() {
    return zooKeeper.getZookeeperClient().isConnected();
  }

  /**
   * The path of this manager's node in the election, which changes with each candidacy; empty if
   * the manager does not lead, as far as it knows.
   */
  public Optional<String> term() {
    return term(latch);
  }

  private static Optional<String> term(LeaderLatch latch) {
    if (!latch.hasLeadership()) {
      return Optional.empty();
    }
    String path = latch.getOurPath();
    return latch.hasLeadership() ? Optional.ofNullable(path) : Optional.empty();
  }

  /**
   * A znode that exists as long as this manager leads; empty if the manager does not lead. A write
   * conditional on that znode fails once another manager leads, even if this one has not noticed.
   *
   * <p>The znode is this manager's own ephemeral node in the election. Later nodes join behind it,
   * so the first manager remains first while its node exists. If the leadership is lost and won
   * again between the reads, the path is that of the new node, or of a deleted one, which makes the
   * write fail.
   *
   * <p>ZooKeeper confirms that the node is the first: after a lost connection, Curator before 5.4
   * can report leadership for a manager that has joined again behind another one (CURATOR-653).
   * Such a manager leaves the election, and joins it again.
   *
   * @throws IOException if ZooKeeper does not answer
   */
  public Optional<String> fence() throws IOException {
    LeaderLatch asked = latch;
    Optional<String> path = term(asked);
    if (path.isEmpty() || isFirst(path.get())) {
      return path;
    }
    LOG.warn("{} took itself for the leader, and is not the first; it stands once more", self);
    rejoinElection(asked);
    return Optional.empty();
  }

  private boolean isFirst(String path) throws IOException {
    try {
      return LeaderLatchNodes.leader(zooKeeper.getChildren().forPath(znodes.manager()))
          .filter(path.substring(path.lastIndexOf('/') + 1)::equals)
          .isPresent();
    } catch (KeeperException.NoNodeException e) { // no candidates
      return false;
    } catch (Exception e) { // declared by Curator
      throw ZooKeeperFailure.of("cannot read who leads", e);
    }
  }

  private synchronized void rejoinElection(LeaderLatch wrong) throws IOException {
    if (closed || latch != wrong) {
      return;
    }
    latch = candidate();
    try {
      if (wrong.getState() == LeaderLatch.State.STARTED) {
        wrong.close(LeaderLatch.CloseMode.NOTIFY_LEADER);
      }
    } finally {
      start();
    }
  }

  /**
   * Reads the leader and the standbys from ZooKeeper. Nodes that are no managers are left out.
   *
   * @throws IOException if ZooKeeper does not answer
   */
  public Participants participants() throws IOException {
    Optional<ServerName> leader = Optional.empty();
    List<ServerName> standby = new ArrayList<>();
    try {
      for (Participant participant : latch.getParticipants()) {
        Optional<ServerName> server = ServerNames.parse(participant.getId());
        if (server.isPresent() && participant.isLeader()) {
          leader = server;
        } else {
          server.ifPresent(standby::add);
        }
      }
    } catch (KeeperException.NoNodeException e) { // a manager left between two reads
      LOG.debug("election changed while it was read", e);
    } catch (Exception e) { // declared by Curator
      throw ZooKeeperFailure.of("cannot read who leads", e);
    }
    return new Participants(leader, standby.stream().sorted().toList());
  }

  /** Leaves the election; a standby takes over at once. */
  @Override
  public synchronized void close() throws IOException {
    closed = true;
    if (latch.getState() == LeaderLatch.State.STARTED) {
      latch.close();
    }
  }
}
