package io.lighter.server.job;

import java.util.concurrent.TimeUnit;

/**
 * A region server's clock, read once and kept going by this machine's monotonic one. What this
 * machine takes for the time of day, and how that jumps, makes no difference. It is behind by what
 * the reading took to get here: a compaction keeps a little more for it, never less.
 *
 * @param millis since 1970, as read there
 * @param nanoTime when that arrived here, of {@link System#nanoTime}
 */
public record RegionServerTime(long millis, long nanoTime) {
  /** A reading that arrives now. */
  public static RegionServerTime received(long millis) {
    return new RegionServerTime(millis, System.nanoTime());
  }

  /** Milliseconds since 1970, there and now. */
  public long now() {
    return millis + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanoTime);
  }
}
