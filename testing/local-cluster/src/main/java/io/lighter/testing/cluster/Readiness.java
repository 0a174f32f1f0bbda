// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.zookeeper.client.FourLetterWordMain;
import org.apache.zookeeper.common.X509Exception.SSLContextException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Determines which parts of a cluster are up. Queries have short timeouts, and an unanswered one
 * counts as no. Thread-safe; the owner closes this object.
 */
final class Readiness implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Readiness.class);
  private static final int ZOOKEEPER_TIMEOUT_MS = 5_000;

  private final Configuration conf;
  private final int regionServers;
  private final HdfsProbe hdfs;
  private final ClusterMembers members;

  /** Null until first used. Guarded by this. */
  private Connection failFastConnection;

  private Readiness(Configuration conf, int regionServers, ClusterMembers members) {
    this.conf = conf;
    this.regionServers = regionServers;
    this.hdfs = new HdfsProbe(conf);
    this.members = members;
  }

  /**
   * Connects to ZooKeeper, which need not answer yet.
   *
   * @param conf client configuration
   */
  static Readiness of(Configuration conf, int regionServers) throws IOException {
    return new Readiness(conf, regionServers, ClusterMembers.connect(conf));
  }

  /** Names of a role's registered processes; each start has another name. */
  Set<String> members(Role role) throws IOException {
    return role == Role.DATA_NODE ? hdfs.dataNodes() : members.of(role);
  }

  /**
   * Whether a process has come up.
   *
   * @param before the members of its role before it was started
   */
  boolean isUp(Role role, Set<String> before) throws IOException {
    return switch (role) {
      case S3_SERVER -> false; // never restarted
      case BASE -> zooKeeperAnswers() && hdfs.takesWrites() && masterKnows(0);
      case ZOOKEEPER -> zooKeeperAnswers();
      case NAME_NODE -> hdfs.takesWrites();
      case MASTER -> masterKnows(0);
      case DATA_NODE -> hdfs.hasOtherDataNodes(1, before);
      case REGION_SERVER, MANAGER, COMPACTION_SERVER -> !before.containsAll(members(role));
    };
  }

  /** Whether the name node answers, with that many live data nodes. */
  boolean hasDataNodes(int count) {
    return hdfs.hasOtherDataNodes(count, Set.of());
  }

  /** Whether ZooKeeper and the name node answer, with any result. */
  boolean servicesAnswer() {
    return zooKeeperAnswers() && hdfs.answers();
  }

  /** Whether the master accepts requests and knows all region servers. */
  boolean masterIsReady() {
    return masterKnows(regionServers);
  }

  /** Whether the master accepts requests and knows that many region servers. */
  private boolean masterKnows(int servers) {
    try (Admin admin = failFastConnection().getAdmin()) {
      admin.listNamespaceDescriptors(); // refused until the master is initialised
      return admin.getRegionServers().size() >= servers;
    } catch (IOException e) {
      LOG.debug("master is not ready", e);
      return false;
    }
  }

  private synchronized Connection failFastConnection() throws IOException {
    if (failFastConnection == null) {
      Configuration failFast = new Configuration(conf);
      failFast.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 1);
      failFastConnection = ConnectionFactory.createConnection(failFast);
    }
    return failFastConnection;
  }

  /** Whether a leading manager has assigned work to at least one group of servers. */
  boolean workIsAssigned() throws IOException {
    return members.workIsAssigned();
  }

  /** URLs of all managers' dashboards. */
  List<String> dashboards() throws IOException {
    return members.dashboards();
  }

  @Override
  public synchronized void close() throws IOException {
    try (members) {
      if (failFastConnection != null) {
        failFastConnection.close();
      }
    }
  }

  private boolean zooKeeperAnswers() {
    try {
      String answer =
          FourLetterWordMain.send4LetterWord(
              conf.get(HConstants.ZOOKEEPER_QUORUM),
              conf.getInt(HConstants.ZOOKEEPER_CLIENT_PORT, 0),
              "srvr",
              false,
              ZOOKEEPER_TIMEOUT_MS);
      return answer.contains("Mode:");
    } catch (IOException | SSLContextException e) {
      LOG.debug("ZooKeeper does not answer", e);
      return false;
    }
  }
}
