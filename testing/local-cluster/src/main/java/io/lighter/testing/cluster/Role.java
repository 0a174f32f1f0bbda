// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

/** The role of a cluster process; its label starts the log file's name. */
public enum Role {
  /** The S3 server of a cluster whose store files are in an object store; objects in memory. */
  S3_SERVER("s3-server", "1536m"),
  /** ZooKeeper, HDFS and the HBase master, unless they are separate processes. */
  BASE("base", "1g"),
  /** ZooKeeper as a separate process. */
  ZOOKEEPER("zookeeper", "256m"),
  /** The HDFS name node as a separate process. */
  NAME_NODE("name-node", "384m"),
  /** An HDFS data node as a separate process. */
  DATA_NODE("data-node", "256m"),
  /** The HBase master as a separate process. */
  MASTER("master", "512m"),
  /** HBase's own region server, on plain HBase jars and the plug-in's. */
  REGION_SERVER("region-server", "1g"),
  /** Lighter's manager. */
  MANAGER("manager", "512m"),
  /** Lighter's compaction server. */
  COMPACTION_SERVER("compaction-server", "512m");

  private final String label;
  private final String defaultHeap;

  Role(String label, String defaultHeap) {
    this.label = label;
    this.defaultHeap = defaultHeap;
  }

  /** The name in process names, folders and log files. */
  public String label() {
    return label;
  }

  /** Default value of {@code -Xmx}. */
  public String defaultHeap() {
    return defaultHeap;
  }
}
