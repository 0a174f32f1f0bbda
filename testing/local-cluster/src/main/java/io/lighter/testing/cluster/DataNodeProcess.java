// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;

/**
 * An HDFS data node as a separate process, so that its disk and page cache can be limited. The
 * {@code hbase-site.xml} on its class path has its settings.
 */
public final class DataNodeProcess {
  /** Second argument of a data node with a volume of each storage type. */
  static final String TYPED = "--typed";

  private DataNodeProcess() {}

  /**
   * Runs until killed.
   *
   * @param args the folder for blocks and, if HBase's log has a volume, its folder; or the folder
   *     and {@link #TYPED}
   */
  public static void main(String[] args) throws IOException {
    if (args.length != 1 && args.length != 2) {
      throw new IllegalArgumentException("expected: folder [log-folder | " + TYPED + "]");
    }
    boolean isTyped = args.length == 2 && args[1].equals(TYPED);
    Configuration conf = HBaseConfiguration.addHbaseResources(new HdfsConfiguration());
    conf.set(
        DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY,
        isTyped ? DataNodeVolumes.list(Path.of(args[0])) : volumes(args));
    // The data node's threads keep the JVM alive.
    DataNode dataNode = DataNode.createDataNode(new String[0], conf);
    if (isTyped) {
      DataNodeVolumes.register(dataNode);
    }
    Runtime.getRuntime().addShutdownHook(new Thread(dataNode::shutdown, "data-node-shutdown"));
  }

  /**
   * Volumes as HDFS lists them. That of the log is an SSD to HDFS, because a storage policy tells
   * volumes apart by type only.
   */
  static String volumes(String... folders) {
    String data = "[DISK]" + Path.of(folders[0]).toUri();
    return folders.length == 1 ? data : data + ",[SSD]" + Path.of(folders[1]).toUri();
  }
}
