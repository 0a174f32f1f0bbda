// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Records the increments (by one) of a counter, and checks reads. Thread-safe for the counter's
 * writer and all readers.
 *
 * <p>A failed increment is not repeated, because it may have been executed. A read may therefore
 * show any value from <em>the increments acknowledged before the read</em> to <em>those attempted
 * until its end</em>, and at least the value of every earlier read.
 */
final class CounterHistory {
  private static final int INITIAL_CAPACITY = 16;

  // All fields are guarded by this. The times never decrease.
  private long[] attempts = new long[INITIAL_CAPACITY];
  private long[] acknowledgements = new long[INITIAL_CAPACITY];
  private int attempted;
  private int acknowledged;

  /** Values seen, by the end of the first read with at least this value. Both increase. */
  private final NavigableMap<Long, Long> seen = new TreeMap<>();

  /** Records an increment before it is sent. */
  synchronized void attempt(long now) {
    attempts = withRoom(attempts, attempted);
    attempts[attempted++] = now;
  }

  /** Records an acknowledged increment. */
  synchronized void acknowledge(long now) {
    acknowledgements = withRoom(acknowledgements, acknowledged);
    acknowledgements[acknowledged++] = now;
  }

  /**
   * The problem of a read, if any.
   *
   * @param value 0 if the counter is absent
   */
  synchronized Optional<Problem> judge(long value, long start, long end) {
    long least = countBefore(acknowledgements, acknowledged, start);
    least = Math.max(least, valueOf(seen.lowerEntry(start)));
    long most = countUntil(attempts, attempted, end);
    if (value < least || value > most) {
      return Optional.of(new Problem(Problem.Kind.COUNTER, least + " to " + most));
    }
    if (value > valueOf(seen.floorEntry(end))) {
      seen.tailMap(end, true).values().removeIf(later -> later <= value);
      seen.put(end, value);
    }
    return Optional.empty();
  }

  private static long valueOf(Map.Entry<Long, Long> entry) {
    return entry == null ? 0 : entry.getValue();
  }

  private static int countBefore(long[] times, int size, long time) {
    int count = size;
    while (count > 0 && times[count - 1] >= time) {
      count--;
    }
    return count;
  }

  private static int countUntil(long[] times, int size, long time) {
    int count = size;
    while (count > 0 && times[count - 1] > time) {
      count--;
    }
    return count;
  }

  private static long[] withRoom(long[] times, int size) {
    return size < times.length ? times : Arrays.copyOf(times, 2 * size);
  }
}
