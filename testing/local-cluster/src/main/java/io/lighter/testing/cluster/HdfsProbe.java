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

/** Asks the name node, without patience. Thread-safe. */
final class HdfsProbe {
  private static final Logger LOG = LoggerFactory.getLogger(HdfsProbe.class);
  private static final int TIMEOUT_MS = 5_000;

  private final Configuration conf;

  /**
   * A probe.
   *
   * @param conf for clients of the cluster; it is copied
   */
  HdfsProbe(Configuration conf) {
    this.conf = new Configuration(conf);
    this.conf.setInt(CommonConfigurationKeys.IPC_CLIENT_CONNECT_MAX_RETRIES_KEY, 0);
    this.conf.setInt(
        CommonConfigurationKeys.IPC_CLIENT_CONNECT_MAX_RETRIES_ON_SOCKET_TIMEOUTS_KEY, 0);
    this.conf.setInt(CommonConfigurationKeys.IPC_CLIENT_RPC_TIMEOUT_KEY, TIMEOUT_MS);
  }

  /** Whether the name node answers and does not refuse writes. */
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
      LOG.debug("The name node does not answer", e);
      return false;
    }
  }

  /** Whether the name node takes that many data nodes for alive, other than these. */
  boolean hasOtherDataNodes(int count, Set<String> known) {
    try {
      Set<String> others = new TreeSet<>(dataNodes());
      others.removeAll(known);
      return others.size() >= count;
    } catch (IOException e) {
      LOG.debug("The name node does not tell its data nodes", e);
      return false;
    }
  }

  /** Addresses of the data nodes that the name node takes for alive; another after each start. */
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
