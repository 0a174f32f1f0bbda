package io.lighter.testing.check;

import java.util.NavigableSet;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * First positions of the regions that splits have made, see {@link ScanPlan}. Thread-safe; a border
 * that a merge takes away stays.
 */
final class Borders {
  private final NavigableSet<Integer> positions = new ConcurrentSkipListSet<>();

  /** Notes that a region begins with {@code key}, or is about to. */
  void add(byte[] key) {
    positions.add(Keys.position(key));
  }

  /** The last border that lies behind {@code from} and not behind {@code to}. */
  OptionalInt lastBetween(int from, int to) {
    Integer border = positions.floor(to);
    return border == null || border <= from ? OptionalInt.empty() : OptionalInt.of(border);
  }
}
