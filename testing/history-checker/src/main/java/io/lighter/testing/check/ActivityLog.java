package io.lighter.testing.check;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;

/** When requests of one kind were under way. Thread-safe. */
final class ActivityLog {
  /** A request that failed may still be carried out for so long. */
  private static final Duration DOUBT = Duration.ofMinutes(1);

  private final LongSupplier clock;
  private final AtomicInteger underWay = new AtomicInteger();

  /** Set before {@link #underWay} is lowered: whoever sees none under way sees the end. */
  private final AtomicLong lastEnd = new AtomicLong(Long.MIN_VALUE);

  ActivityLog(LongSupplier clock) {
    this.clock = clock;
  }

  /** Makes a request, and returns when it is over. */
  <T> T during(Callable<T> request) throws Exception {
    underWay.incrementAndGet();
    boolean isOver = false;
    try {
      T result = request.call();
      isOver = true;
      return result;
    } catch (DoNotRetryIOException | NotServingRegionException | ExecutionException e) {
      isOver = true; // refused, or tried and failed
      throw e;
    } finally {
      long end = clock.getAsLong() + (isOver ? 0 : DOUBT.toNanos());
      lastEnd.accumulateAndGet(end, Math::max);
      underWay.decrementAndGet();
    }
  }

  /** Whether one may have been under way at {@code time} or since. */
  boolean anySince(long time) {
    return underWay.get() > 0 || lastEnd.get() >= time;
  }
}
