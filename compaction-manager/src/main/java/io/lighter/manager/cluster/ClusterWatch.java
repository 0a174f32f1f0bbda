// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.cluster;

import io.lighter.common.protocol.LighterProtos.ServerRegistration;
import io.lighter.common.zk.LighterZNodes;
import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.apache.curator.framework.CuratorFramework;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hbase.thirdparty.com.google.common.io.Closer;

/**
 * A manager's watches in ZooKeeper: the election, the live compaction servers, and the draining
 * ones. Thread-safe.
 *
 * <p>{@link #servers} and {@link #drainingServers} are empty before the first reading as well. A
 * caller that acts on an absent server uses {@link #membership} or {@link #draining}, which
 * distinguish the two cases.
 */
public record ClusterWatch(Leadership leadership, Membership membership, DrainingServers draining)
    implements Closeable {

  /**
   * Creates a watch that is empty before {@link #start}.
   *
   * @param self the manager's name in the election
   */
  public static ClusterWatch of(
      CuratorFramework zooKeeper, LighterZNodes znodes, ServerName self, ClusterChanges changes) {
    return new ClusterWatch(
        new Leadership(zooKeeper, znodes, self, changes::leadershipChanged),
        new Membership(zooKeeper, znodes, changes::membershipChanged),
        new DrainingServers(zooKeeper, znodes, changes::drainingChanged));
  }

  /**
   * Starts the watches, and then joins the election.
   *
   * @throws IOException if ZooKeeper refuses
   */
  public void start() throws IOException {
    membership.start();
    draining.start();
    leadership.start();
  }

  /** The live servers; none before the first reading. */
  public Map<ServerName, ServerRegistration> servers() {
    return membership.live().orElseGet(Map::of);
  }

  /** The names of the live servers; none before the first reading. */
  public Set<ServerName> serverNames() {
    return servers().keySet();
  }

  /** The draining servers; none before the first reading. */
  public Set<ServerName> drainingServers() {
    return draining.now().orElseGet(Set::of);
  }

  /** Leaves the election first, so that a standby takes over at once. */
  @Override
  public void close() throws IOException {
    try (Closer closer = Closer.create()) { // closes the last one first
      closer.register(membership);
      closer.register(draining);
      closer.register(leadership);
    }
  }
}
