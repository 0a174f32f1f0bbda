// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/**
 * The HDFS name node as a separate process. The {@code hbase-site.xml} on its class path has its
 * settings. An empty folder is formatted.
 */
public final class NameNodeProcess {
  private NameNodeProcess() {}

  /**
   * Runs until killed.
   *
   * @param args the folder for image and edits
   */
  public static void main(String[] args) throws IOException {
    if (args.length != 1) {
      throw new IllegalArgumentException("expected: folder");
    }
    Path folder = Path.of(args[0]);
    Configuration conf = HBaseConfiguration.addHbaseResources(new HdfsConfiguration());
    conf.set(DFSConfigKeys.DFS_NAMENODE_NAME_DIR_KEY, folder.toUri().toString());
    if (!Files.exists(folder)) {
      // Formatting and running both register metrics, which HDFS refuses outside of this mode.
      DefaultMetricsSystem.setMiniClusterMode(true);
      NameNode.format(conf);
    }
    // The name node's threads keep the JVM alive.
    NameNode nameNode = NameNode.createNameNode(new String[0], conf);
    Runtime.getRuntime().addShutdownHook(new Thread(nameNode::stop, "name-node-shutdown"));
  }
}
