// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.compaction;

import io.lighter.server.job.RegionServerTime;
import org.apache.hadoop.hbase.util.EnvironmentEdge;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * HBase's clock in a compaction server. By this clock HBase's compactor decides which cells have
 * expired and which delete markers to drop ({@code StoreScanner}, {@code Compactor}). In a job, the
 * clock is that of the region server which serves the output: a clock that is ahead would drop
 * readable cells. Other threads use the clock installed before. Thread-safe.
 */
final class JobClock implements EnvironmentEdge {
  private static final ThreadLocal<RegionServerTime> OF_JOB = new ThreadLocal<>();

  private final EnvironmentEdge outsideOfJobs;

  private JobClock(EnvironmentEdge outsideOfJobs) {
    this.outsideOfJobs = outsideOfJobs;
  }

  /** Installs this clock in front of HBase's clock of the process, unless installed before. */
  static void install() {
    EnvironmentEdge present = EnvironmentEdgeManager.getDelegate();
    if (!(present instanceof JobClock)) {
      EnvironmentEdgeManager.injectEdge(new JobClock(present));
    }
  }

  /** Gives the calling thread this clock from now on. */
  static void use(RegionServerTime time) {
    OF_JOB.set(time);
  }

  /** Gives the calling thread the process's clock again. */
  static void reset() {
    OF_JOB.remove();
  }

  @Override
  public long currentTime() {
    RegionServerTime time = OF_JOB.get();
    return time == null ? outsideOfJobs.currentTime() : time.now();
  }
}
