// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.chaos;

/** The target of a fault. */
enum FaultTarget {
  COMPACTION_SERVER("compaction server", true),
  /** The leading manager. */
  LEADER("leading manager", true),
  /** The standby manager. */
  STANDBY("standby manager", true),
  REGION_SERVER("region server", false),
  DATA_NODE("data node", false),
  NAME_NODE("name node", false),
  ZOOKEEPER("ZooKeeper", false),
  MASTER("HBase master", false);

  private final String label;
  private final boolean isLighters;

  FaultTarget(String label, boolean isLighters) {
    this.label = label;
    this.isLighters = isLighters;
  }

  /** A description of the target. */
  String label() {
    return label;
  }

  /**
   * Whether the target is a process of Lighter. During its absence another one takes over, and no
   * user request may fail. During absences of HBase's processes, scans may be interrupted.
   */
  boolean isLighters() {
    return isLighters;
  }

  /**
   * Whether the cluster recovers without the target, so that the target stays absent until then.
   */
  boolean isReplaceable() {
    return isLighters || this == REGION_SERVER;
  }
}
