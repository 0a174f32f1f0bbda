package io.lighter.testing.check;

import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * All increments by one of one counter, and the judge of its reads. Thread-safe: the counter's
 * writer and all readers.
 *
 * <p>An increment is not repeated when it fails, because it may have happened; so a read may show
 * any value from <em>the increments acknowledged before it began</em> to <em>those attempted until
 * it ended</em>, and not less than what an earlier read showed.
 */
final class CounterHistory {
  private static final int INITIAL_CAPACITY = 16;

  // All guarded by this. The times never decrease.
  private long[] attempts = new long[INITIAL_CAPACITY];
  private long[] acknowledgements = new long[INITIAL_CAPACITY];
  private int attempted;
  private int acknowledged;

  /** What was seen, by the end of the first read that showed as much. Both increase. */
  private final NavigableMap<Long, Long> seen = new TreeMap<>();

  /** Notes that an increment is about to be sent. */
  synchronized void attempt(long now) {
    attempts = withRoom(attempts, attempted);
    attempts[attempted++] = now;
  }

  /** Notes that HBase acknowledged an increment. */
  synchronized void acknowledge(long now) {
    acknowledgements = withRoom(acknowledgements, acknowledged);
    acknowledgements[acknowledged++] = now;
  }

  /**
   * What is wrong with a read, if anything.
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
