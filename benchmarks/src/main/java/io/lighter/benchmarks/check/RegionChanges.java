package io.lighter.benchmarks.check;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.DoNotRetryIOException;

/**
 * When regions were closed and opened elsewhere. One thread changes, any thread asks.
 *
 * <p>Needed because of scans of HBase's blocking client: when a region is closed under one, the
 * client goes on where the region opens, as of the instant at which the scan began; but flushes and
 * compactions in between did not know of the scan and may have dropped what it ought to see. So
 * HBase promises nothing for the rest. Scans of the non-blocking client go on as of now.
 */
final class RegionChanges {
  /** A change whose request failed may still go on for so long. */
  private static final Duration DOUBT = Duration.ofMinutes(1);

  private static final long UNDER_WAY = Long.MAX_VALUE;

  /** End of the last change; all of them are made by one thread, one after the other. */
  private volatile long lastEnd = Long.MIN_VALUE;

  private final LongSupplier clock;

  RegionChanges(LongSupplier clock) {
    this.clock = clock;
  }

  /** Makes a change, and returns when it is over. */
  <T> T make(Callable<T> change) throws Exception {
    lastEnd = UNDER_WAY;
    long end = UNDER_WAY;
    try {
      T result = change.call();
      end = clock.getAsLong();
      return result;
    } catch (DoNotRetryIOException | ExecutionException e) { // refused, or failed and over
      end = clock.getAsLong();
      throw e;
    } finally {
      lastEnd = end == UNDER_WAY ? clock.getAsLong() + DOUBT.toNanos() : end;
    }
  }

  /** Whether a region may have been closed since {@code time}. */
  boolean anySince(long time) {
    return lastEnd >= time;
  }
}
