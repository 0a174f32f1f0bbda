// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Queries the name node with short timeouts. Thread-safe. */
final class HdfsProbe {
  private static final Logger LOG = LoggerFactory.getLogger(HdfsProbe.class);
  private static final int TIMEOUT_MS = 5_000;

  private final Configuration conf;

  /**
   * Creates a probe.
   *
   * @param conf client configuration, which is copied
   */
  HdfsProbe(Configuration conf) {
    this.conf = new Configuration(conf);
    this.conf.setInt(CommonConfigurationKeys.IPC_CLIENT_CONNECT_MAX_RETRIES_KEY, 0);
    this.conf.setInt(
        CommonConfigurationKeys.IPC_CLIENT_CONNECT_MAX_RETRIES_ON_SOCKET_TIMEOUTS_KEY, 0);
    this.conf.setInt(CommonConfigurationKeys.IPC_CLIENT_RPC_TIMEOUT_KEY, TIMEOUT_MS);
  }

  /** Whether the name node answers and accepts writes. */
  boolean takesWrites() {
    try (DistributedFileSystem hdfs = open()) {
      return !hdfs.isInSafeMode();
    } catch (IOException e) {
      LOG.debug("HDFS is not ready", e);
      return false;
    }
  }

  /** Whether the name node answers at all. */
  boolean answers() {
    try (DistributedFileSystem hdfs = open()) {
      hdfs.isInSafeMode();
      return true;
    } catch (IOException e) {
      LOG.debug("name node does not answer", e);
      return false;
    }
  }

  /** Whether that many data nodes other than {@code known} are alive according to the name node. */
  boolean hasOtherDataNodes(int count, Set<String> known) {
    try {
      Set<String> others = new TreeSet<>(dataNodes());
      others.removeAll(known);
      return others.size() >= count;
    } catch (IOException e) {
      LOG.debug("name node does not list data nodes", e);
      return false;
    }
  }

  /** Addresses of live data nodes according to the name node; new after each start. */
  Set<String> dataNodes() throws IOException {
    Set<String> addresses = new TreeSet<>();
    try (DistributedFileSystem hdfs = open()) {
      for (DatanodeInfo node : hdfs.getDataNodeStats(DatanodeReportType.LIVE)) {
        addresses.add(node.getXferAddr());
      }
    }
    return addresses;
  }

  private DistributedFileSystem open() throws IOException {
    return (DistributedFileSystem) FileSystem.newInstance(FileSystem.getDefaultUri(conf), conf);
  }
}
