package io.lighter.testing.cluster;

/** What a process of the cluster is; the name is the start of its log file's name. */
public enum Role {
  /** ZooKeeper, HDFS and the HBase master, where they are not processes of their own. */
  BASE("base", "1g"),
  /** ZooKeeper, where it is not part of the base. */
  ZOOKEEPER("zookeeper", "256m"),
  /** The HDFS name node, where it is not part of the base. */
  NAME_NODE("name-node", "384m"),
  /** An HDFS data node, where they are not part of the base. */
  DATA_NODE("data-node", "256m"),
  /** The HBase master, where it is not part of the base. */
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

  /** The value of {@code -Xmx} unless the settings say otherwise. */
  public String defaultHeap() {
    return defaultHeap;
  }
}
