// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.zookeeper;

/** Access to the sessions of the mini cluster, which are package-private. */
public final class ZooKeeperSessions {
  private ZooKeeperSessions() {}

  /** Ends a session as the ensemble does after a client's long silence. */
  public static void expire(MiniZooKeeperCluster cluster, long session) {
    cluster.getZooKeeperServers().forEach(server -> server.closeSession(session));
  }
}
