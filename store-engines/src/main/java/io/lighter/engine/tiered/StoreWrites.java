// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.tiered;

import io.lighter.common.engine.TierFigures;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.stream.IntStream;

/**
 * Counts what flushes and merges of a store wrote since it opened, also in the metrics of its
 * region server. Thread-safe, without locks. A reader may see one part of a commit before another.
 */
public final class StoreWrites {
  private final Optional<TieredMetrics> server;
  private final AtomicLong flushed = new AtomicLong();
  private final AtomicLongArray merged = new AtomicLongArray(TierFigures.LEVELS);
  private final AtomicLong spills = new AtomicLong();
  private final AtomicLong forecasts = new AtomicLong();
  private final DoubleAdder errorPercents = new DoubleAdder();

  /**
   * Starts at 0.
   *
   * @param server metrics of the region server; empty: there is none
   */
  public StoreWrites(Optional<TieredMetrics> server) {
    this.server = server;
  }

  /** Counts a committed flush. */
  public void flushed(long bytes) {
    flushed.addAndGet(bytes);
    server.ifPresent(metrics -> metrics.flushed(bytes));
  }

  /**
   * Counts an output of a committed merge.
   *
   * @param level level of the output, from 0
   */
  public void merged(int level, long bytes) {
    int told = LevelState.told(level);
    merged.addAndGet(told, bytes);
    server.ifPresent(metrics -> metrics.merged(told, bytes));
  }

  /** Counts a flush that a slower tier took. */
  public void spilled() {
    spills.incrementAndGet();
    server.ifPresent(TieredMetrics::spilled);
  }

  /** Counts a merge whose output another tier took, in the metrics of the region server only. */
  public void mergeSpilled() {
    server.ifPresent(TieredMetrics::mergeSpilled);
  }

  /**
   * Counts a merge whose size was expected.
   *
   * @param expected bytes that were expected, 0 or more
   * @param written bytes of the output, 0 or more
   */
  public void forecast(long expected, long written) {
    double percent = ForecastErrors.percent(expected, written);
    forecasts.incrementAndGet();
    errorPercents.add(percent);
    server.ifPresent(metrics -> metrics.forecast(percent));
  }

  /** Returns the counts of this moment. */
  public TierFigures.Written now() {
    return new TierFigures.Written(
        flushed.get(),
        IntStream.range(0, TierFigures.LEVELS).mapToObj(merged::get).toList(),
        spills.get(),
        forecasts.get(),
        errorPercents.sum());
  }
}
