// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.util.NavigableSet;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * First positions of regions that splits have created, see {@link ScanPlan}. Merged regions keep
 * their borders. Thread-safe.
 */
final class Borders {
  private final NavigableSet<Integer> positions = new ConcurrentSkipListSet<>();

  /** Records that a region begins, or is about to begin, with {@code key}. */
  void add(byte[] key) {
    positions.add(Keys.position(key));
  }

  /** The last border after {@code from} and up to {@code to}, included. */
  OptionalInt lastBetween(int from, int to) {
    Integer border = positions.floor(to);
    return border == null || border <= from ? OptionalInt.empty() : OptionalInt.of(border);
  }
}
