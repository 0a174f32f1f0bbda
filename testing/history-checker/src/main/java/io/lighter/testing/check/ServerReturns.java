package io.lighter.testing.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * When region servers came back that others had replaced meanwhile. Such a one answers reads until
 * it notices that its session is gone: HBase fences its writes, but not its reads. A client that
 * still has the old address sees the regions as they were when the server went away. Thread-safe.
 */
final class ServerReturns {
  private static final long NOT_YET = Long.MAX_VALUE;

  private final LongSupplier clock;

  /** Guarded by itself. */
  private final List<Return> returns = new ArrayList<>();

  ServerReturns(LongSupplier clock) {
    this.clock = clock;
  }

  /** Of one server. */
  private static final class Return {
    private final long away;
    private final long back;

    /** Guarded by {@link #returns}. */
    private long gone = NOT_YET;

    Return(long away, long back) {
      this.away = away;
      this.back = back;
    }
  }

  /**
   * Lets a server come back.
   *
   * @param absence for how long it has been away; nobody was answered by it meanwhile
   * @param comeback returns when it has ended, or knows that it has been replaced
   */
  <E extends Exception> void during(Duration absence, BackgroundCheck.Task<E> comeback) throws E {
    long back = clock.getAsLong();
    Return server = new Return(back - absence.toNanos(), back);
    synchronized (returns) {
      returns.add(server);
    }
    try {
      comeback.run();
    } finally {
      long gone = clock.getAsLong();
      synchronized (returns) {
        server.gone = gone;
      }
    }
  }

  /**
   * Since when a server had been away that may have answered between {@code start} and {@code end}
   * after it came back; of the one that was away first, if it may be one of several.
   */
  OptionalLong awaySince(long start, long end) {
    synchronized (returns) {
      return returns.stream()
          .filter(server -> server.back <= end && server.gone >= start)
          .mapToLong(server -> server.away)
          .min();
    }
  }
}
