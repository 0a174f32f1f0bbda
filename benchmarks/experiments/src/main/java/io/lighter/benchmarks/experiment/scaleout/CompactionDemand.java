// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.scaleout;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Requests a compaction of each region once per period, in turn. A region never has two at a time:
 * a late one is requested as soon as the last one ends. Confined to one thread.
 *
 * @param <R> type of a region
 */
final class CompactionDemand<R> {
  /** Interval for polling late regions, because each poll is a call to a region server. */
  private static final long POLL_NANOS = Duration.ofMillis(500).toNanos();

  private final Compactor<R> compactor;
  private final long periodNanos;
  private final LongSupplier nanoTime;
  private final List<Due<R>> regions = new ArrayList<>();

  /** Compacts regions. */
  interface Compactor<R> {
    /** Whether a compaction of the region waits or runs. */
    boolean isBusy(R region) throws IOException;

    /** Requests a compaction, and returns at once. */
    void compact(R region) throws IOException;
  }

  /** A region with its scheduled time and its next poll. */
  private static final class Due<R> {
    final R region;
    long atNanos;
    long askAtNanos;

    Due(R region, long atNanos) {
      this.region = region;
      this.atNanos = atNanos;
      this.askAtNanos = atNanos;
    }
  }

  /** Creates the demand; the period begins now. */
  CompactionDemand(
      List<R> regions, Duration period, Compactor<R> compactor, LongSupplier nanoTime) {
    this.compactor = compactor;
    this.periodNanos = period.toNanos();
    this.nanoTime = nanoTime;
    long start = nanoTime.getAsLong();
    for (int i = 0; i < regions.size(); i++) {
      this.regions.add(new Due<>(regions.get(i), start + periodNanos * i / regions.size()));
    }
  }

  /** Requests all due compactions. */
  void ask() throws IOException {
    for (Due<R> due : regions) {
      long now = nanoTime.getAsLong();
      if (now - due.askAtNanos < 0) {
        continue;
      }
      if (compactor.isBusy(due.region)) {
        due.askAtNanos = now + POLL_NANOS;
      } else {
        compactor.compact(due.region);
        boolean late = now - due.atNanos > periodNanos;
        due.atNanos = late ? now : due.atNanos + periodNanos;
        // A new compaction is not visible at once.
        due.askAtNanos = late ? now + POLL_NANOS : due.atNanos;
      }
    }
  }
}
