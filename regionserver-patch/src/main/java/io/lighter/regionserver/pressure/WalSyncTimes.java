// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.pressure;

import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.regionserver.wal.WALActionsListener;

/**
 * Sums the times of syncs of write-ahead logs. Thread-safe: the threads of the logs add, and one
 * thread takes the sums. A sync costs two additions.
 */
final class WalSyncTimes implements WALActionsListener {
  private static final double NANOS_PER_MS = 1e6;

  private final LongAdder syncs = new LongAdder();
  private final DoubleAdder squares = new DoubleAdder();

  /**
   * The syncs of a time span.
   *
   * @param syncs their number
   * @param squares sum of the squares of their times, in square milliseconds
   */
  record Sums(long syncs, double squares) {
    static final Sums NONE = new Sums(0, 0);

    Sums plus(Sums other) {
      return new Sums(syncs + other.syncs, squares + other.squares);
    }

    /**
     * The root mean square in milliseconds. Stalls weigh more than in the mean, in which one stall
     * of 100 ms disappears among some hundred syncs of 1 ms.
     */
    double rootMeanSquareMs() {
      return Math.sqrt(squares / syncs);
    }
  }

  /** Adds a sync; a disabled log calls with 0, which counts as no sync. */
  @Override
  public void postSync(long timeInNanos, int handlerSyncs) {
    if (timeInNanos > 0) {
      double ms = timeInNanos / NANOS_PER_MS;
      syncs.increment();
      squares.add(ms * ms);
    }
  }

  /** The syncs since the last call. A sync that ends meanwhile may count half now, half later. */
  Sums take() {
    return new Sums(syncs.sumThenReset(), squares.sumThenReset());
  }
}
