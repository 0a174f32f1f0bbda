// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.engine.range.MajorSweep;
import java.util.Random;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionConfiguration;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.apache.yetus.audience.InterfaceAudience;

/**
 * The major compactions that a store was asked for, and those of HBase's period. HBase passes its
 * flag to a selection only if no file of the store is being compacted, which may never be the case
 * with jobs that overlap. So the flag is also taken from the store. Thread-safe.
 */
@InterfaceAudience.Private
final class MajorRequests {
  private final HStore store;

  /** Part of HBase's jitter, from -1 to 1, the same whenever the store opens. */
  private final double jitter;

  /** The last major compaction that was asked for. Replaced by threads that select compactions. */
  private volatile MajorSweep requested = MajorSweep.NONE;

  MajorRequests(HStore store) {
    this.store = store;
    String name = store.getRegionInfo().getEncodedName() + store.getColumnFamilyName();
    jitter = 2 * new Random(name.hashCode()).nextDouble() - 1;
  }

  /**
   * Starts to visit all files if a major compaction was asked for. Takes HBase's flag back: it
   * would start another sweep at each selection until a request says major, and some sweeps have no
   * such request. HBase sets the flag without a lock, so the flag is taken back before the time is
   * read: a request in between keeps its flag, or is from before the sweep.
   *
   * @param forced whether HBase asks for one in this selection
   */
  void startIfRequested(boolean forced) {
    if (forced || store.forceMajor) {
      store.forceMajor = false;
      requested = new MajorSweep(EnvironmentEdgeManager.currentTime());
    }
  }

  /** Returns the last major compaction that was asked for. */
  MajorSweep requested() {
    return requested;
  }

  /** Returns the sweep of the files that are older than HBase's period, with its jitter. */
  MajorSweep periodic(CompactionConfiguration conf) {
    long period = conf.getMajorCompactionPeriod();
    if (period <= 0) {
      return MajorSweep.NONE;
    }
    return new MajorSweep(
        EnvironmentEdgeManager.currentTime() - jittered(period, conf.getMajorCompactionJitter()));
  }

  /**
   * Returns a period with this store's jitter, the same whenever the store opens.
   *
   * @param share the largest jitter as a share of the period
   */
  long jittered(long period, float share) {
    return period + (long) (period * (double) share * jitter);
  }
}
