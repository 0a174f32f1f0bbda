package io.lighter.testing.chaos;

/** Whom a fault strikes. */
enum Victim {
  COMPACTION_SERVER("compaction server", true),
  /** The manager that leads. */
  LEADER("leading manager", true),
  /** The manager that does not. */
  STANDBY("standby manager", true),
  REGION_SERVER("region server", false),
  DATA_NODE("data node", false),
  NAME_NODE("name node", false),
  ZOOKEEPER("ZooKeeper", false),
  MASTER("HBase master", false);

  private final String label;
  private final boolean isLighters;

  Victim(String label, boolean isLighters) {
    this.label = label;
    this.isLighters = isLighters;
  }

  /** In words. */
  String label() {
    return label;
  }

  /**
   * Whether it is a process of Lighter's own: then another one takes over while it is away, and no
   * request of a user may fail. The others are HBase's, and scans may be cut off.
   */
  boolean isLighters() {
    return isLighters;
  }

  /** Whether the cluster goes on without it, so that it stays away until all is well again. */
  boolean isReplaceable() {
    return isLighters || this == REGION_SERVER;
  }
}
