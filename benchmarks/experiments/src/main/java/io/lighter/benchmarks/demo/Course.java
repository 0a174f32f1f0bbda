// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Latencies of gets over time, relative to the start of a compaction. Immutable.
 *
 * @param slots sums by slots of {@value #SLOT_MS} ms; slot 0 starts with the compaction
 */
record Course(SortedMap<Integer, Slot> slots) {
  static final int SLOT_MS = 100;
  static final long SLOT_NANOS = TimeUnit.MILLISECONDS.toNanos(SLOT_MS);

  Course {
    slots = Collections.unmodifiableSortedMap(new TreeMap<>(slots));
  }

  /**
   * A sum of latencies.
   *
   * @param count number of operations
   * @param sumMs their latencies, milliseconds
   */
  record Slot(long count, double sumMs) {
    Slot plus(Slot other) {
      return new Slot(count + other.count, sumMs + other.sumMs);
    }
  }

  /** The operations of several courses together. */
  static Course pooled(Collection<Course> courses) {
    TreeMap<Integer, Slot> sum = new TreeMap<>();
    courses.forEach(
        course -> course.slots.forEach((slot, each) -> sum.merge(slot, each, Slot::plus)));
    return new Course(sum);
  }

  /**
   * Mean latencies in milliseconds of consecutive bins; empty for bins without an operation.
   *
   * @param firstBin number of the first bin; bin 0 starts with the compaction
   * @param bins number of bins
   * @param slotsPerBin width of a bin
   */
  List<OptionalDouble> means(int firstBin, int bins, int slotsPerBin) {
    List<OptionalDouble> means = new ArrayList<>();
    for (int bin = firstBin; bin < firstBin + bins; bin++) {
      Slot sum =
          slots.subMap(bin * slotsPerBin, (bin + 1) * slotsPerBin).values().stream()
              .reduce(new Slot(0, 0), Slot::plus);
      means.add(
          sum.count() == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum.sumMs() / sum.count()));
    }
    return means;
  }
}
