// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Records latencies over time in narrow slots, so that a {@link Course} can be aligned with an
 * event afterwards. Grows by the measured time only. Not thread-safe.
 */
final class Timeline {
  private static final long SLOT_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final double NANOS_PER_MS = 1e6;

  private final TreeMap<Long, Course.Slot> slots = new TreeMap<>();

  /**
   * Adds an operation and those that were due while it ran, as the histograms do.
   *
   * @param startNanos {@link System#nanoTime} at its start
   * @param nanos duration
   * @param intervalNanos scheduled time between two operations of this reader
   */
  void add(long startNanos, long nanos, long intervalNanos) {
    long late = 0;
    do {
      slots.merge(
          Math.floorDiv(startNanos + late, SLOT_NANOS),
          new Course.Slot(1, (nanos - late) / NANOS_PER_MS),
          Course.Slot::plus);
      late += intervalNanos;
    } while (nanos - late >= intervalNanos);
  }

  /** The latencies so far, with times relative to {@code originNanos}; exact to 10 ms. */
  Course since(long originNanos) {
    TreeMap<Integer, Course.Slot> aligned = new TreeMap<>();
    slots.forEach(
        (slot, sum) -> {
          long middle = slot * SLOT_NANOS + SLOT_NANOS / 2 - originNanos;
          aligned.merge((int) Math.floorDiv(middle, Course.SLOT_NANOS), sum, Course.Slot::plus);
        });
    return new Course(aligned);
  }
}
