// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;

/**
 * The times of the control that stand for a compaction and its warm-up. Immutable.
 *
 * @param compaction the time that stands for the compaction
 * @param warmup the time that stands for the warm-up; starts at or after the other one's end
 */
record ControlPhases(TimeSpan compaction, TimeSpan warmup) {
  /** Drops store files from the page cache, as {@link MajorCompaction#compact} does. */
  @FunctionalInterface
  interface PageCache {
    /**
     * Drops them.
     *
     * @throws IOException if the system refuses
     */
    void evict() throws IOException;
  }

  /**
   * Lets both times pass. The page cache is dropped between them, at the moment that stands for the
   * commit: otherwise the control's reads of HDFS would be faster than those after a compaction.
   *
   * @throws IOException if a client ends, or the page cache cannot be dropped
   */
  static ControlPhases pass(
      Pauses pauses, Clock clock, Duration compaction, PageCache pageCache, Duration warmup)
      throws IOException {
    TimeSpan first = pauses.span("no compaction", compaction, clock);
    pageCache.evict();
    return new ControlPhases(first, pauses.span("no warm-up", warmup, clock));
  }
}
