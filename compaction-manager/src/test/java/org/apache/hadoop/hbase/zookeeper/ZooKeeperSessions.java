package org.apache.hadoop.hbase.zookeeper;

/** Reaches the sessions of the mini cluster, which are visible in this package only. */
public final class ZooKeeperSessions {
  private ZooKeeperSessions() {}

  /** Ends a session as the ensemble does when its client has been silent for too long. */
  public static void expire(MiniZooKeeperCluster cluster, long session) {
    cluster.getZooKeeperServers().forEach(server -> server.closeSession(session));
  }
}
