// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * Records returns of region servers that others had replaced. A returned server answers reads until
 * it notices its lost session: HBase fences its writes, but not its reads. A client with the old
 * address sees the regions as of the start of the absence. Thread-safe.
 */
final class ServerReturns {
  private static final long NOT_YET = Long.MAX_VALUE;

  private final LongSupplier clock;

  /** Guarded by itself. */
  private final List<Return> returns = new ArrayList<>();

  ServerReturns(LongSupplier clock) {
    this.clock = clock;
  }

  /** The return of one server. */
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
   * Runs the return of a server.
   *
   * @param absence time for which the server answered no request
   * @param comeback returns when the server has exited or learned of its replacement
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
   * Start of the absence of a returned server that may have answered between {@code start} and
   * {@code end}; the earliest start if several may have.
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
