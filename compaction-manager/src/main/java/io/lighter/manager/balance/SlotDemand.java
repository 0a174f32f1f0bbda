// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.balance;

import io.lighter.common.assignment.SlotTable;
import java.time.Duration;
import org.apache.hadoop.hbase.ServerName;

/**
 * Input of new jobs by slot, decayed. A job's cost is known at its arrival, and is added then, so
 * that a backlog does not look like more demand. Not thread-safe.
 */
final class SlotDemand {
  /** Delay of the decay: decaying all slots for each job would cost too much for the gain. */
  private static final long GRANULARITY_NANOS = Duration.ofSeconds(1).toNanos();

  private final Decay decay;
  private final double[] sums = new double[SlotTable.SLOTS];
  private final String[] lastRegion = new String[SlotTable.SLOTS];
  private final long firstNanos;
  private long atNanos;

  SlotDemand(Decay decay, long nowNanos) {
    this.decay = decay;
    this.firstNanos = nowNanos;
    this.atNanos = nowNanos;
  }

  /**
   * Adds a job.
   *
   * @param table table of the region, for people
   */
  void add(String encodedRegionName, String table, long bytes, long nowNanos) {
    forget(nowNanos);
    int slot = SlotTable.slotOf(encodedRegionName);
    sums[slot] += bytes;
    lastRegion[slot] = table + ',' + encodedRegionName;
  }

  /** Adds bytes of jobs with a known server, spread over its slots by their regions. */
  void spread(long bytes, Placement placement, ServerName server, long nowNanos) {
    forget(nowNanos);
    placement.parts(server).forEach((slot, part) -> sums[slot] += bytes * part);
  }

  /** The time for which jobs have been added. */
  Duration known(long nowNanos) {
    return Duration.ofNanos(nowNanos - firstNanos);
  }

  /** Bytes per minute by slot, a copy. */
  double[] perMinute(long nowNanos) {
    forget(nowNanos);
    double[] rates = new double[sums.length];
    for (int slot = 0; slot < rates.length; slot++) {
      rates[slot] = decay.perMinute(sums[slot]);
    }
    return rates;
  }

  /** {@code TABLE,REGION} of each slot's last job, null without one; a copy. */
  String[] lastRegions() {
    return lastRegion.clone();
  }

  private void forget(long nowNanos) {
    long elapsed = nowNanos - atNanos;
    if (elapsed < GRANULARITY_NANOS) {
      return;
    }
    double left = decay.left(elapsed);
    for (int slot = 0; slot < sums.length; slot++) {
      sums[slot] *= left;
    }
    atNanos = nowNanos;
  }
}
