// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.cluster;

/**
 * Passes changes in ZooKeeper on to the parts that act on them, which are created after the parts
 * that watch ZooKeeper. Thread-safe; a call takes as long as the actions that it runs.
 *
 * <p>Compaction servers that come and go need new slot tables. Regions do not change with them, so
 * {@code hbase:meta} is not read again: a rolling restart would scan the catalogue twice for each
 * server.
 */
public final class ClusterChanges {
  private volatile Runnable assign = ClusterChanges::noOp;
  private volatile Runnable readRegions = ClusterChanges::noOp;
  private volatile Runnable cleanDrains = ClusterChanges::noOp;

  /**
   * Sets the actions. Called once, before the parts that watch ZooKeeper are started.
   *
   * @param assign computes the slot tables again
   * @param readRegions reads {@code hbase:meta}
   * @param cleanDrains removes drain marks of servers that are gone
   */
  public void tell(Runnable assign, Runnable readRegions, Runnable cleanDrains) {
    this.assign = assign;
    this.readRegions = readRegions;
    this.cleanDrains = cleanDrains;
  }

  private static void noOp() {
    // Changes before tell() may be dropped: each action begins with a full reading.
  }

  public void leadershipChanged() {
    cleanDrains.run();
    assign.run();
    readRegions.run();
  }

  public void drainingChanged() {
    cleanDrains.run();
    assign.run();
  }

  public void membershipChanged() {
    cleanDrains.run();
    assign.run();
  }
}
