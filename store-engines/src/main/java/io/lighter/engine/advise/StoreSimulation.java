// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.advise;

/**
 * Plays the flushes of a store against an engine. Deterministic; no I/O.
 *
 * <p>It assumes that a compaction takes no time, that flushes have one size and one distance, that
 * no region is split, that nothing is deleted or expires, and that the store starts without
 * un-merged files. HBase asks for a compaction after each flush, periodically, and as long as
 * flushes would wait.
 */
public final class StoreSimulation {
  /** HBase looks for due compactions this often: 1000 times ten seconds. */
  private static final long CHECK_MILLIS = 10_000_000;

  /** Share of wrong answers of a Bloom filter, HBase's {@code io.storefile.bloom.error.rate}. */
  private static final double BLOOM_ERRORS = 0.01;

  private static final double LONGEST_SECONDS = 3e9;

  private StoreSimulation() {}

  /** Plays {@link StoreWorkload#flushes} flushes. */
  public static Forecast play(
      SimulatedEngine engine, StoreWorkload workload, EngineOptions options) {
    return play(engine, workload, options, engine.compactionsAfterFlush());
  }

  /**
   * As the other method, with another number of compactions.
   *
   * @param afterFlush compactions that are asked for after a flush, at least 1
   */
  static Forecast play(
      SimulatedEngine engine, StoreWorkload workload, EngineOptions options, long afterFlush) {
    long start = startMillis(workload);
    StoreModel model = engine.model(workload, options, start);
    double interval = workload.flushBytes() / workload.bytesPerSecond() * 1000;
    double live = workload.storeBytes();
    double scanFiles = 0;
    double mostScanFiles = 0;
    double getFiles = 0;
    double space = 0;
    long before = start;
    int flushes = workload.flushes();
    for (int i = 1; i <= flushes; i++) {
      double updates = live > 0 ? workload.flushBytes() * workload.updates() : 0;
      Contents flushed = new Contents(workload.flushBytes() - updates, updates, live);
      live += flushed.fresh();
      long now = start + Math.round(Math.min(interval * i, LONGEST_SECONDS * 1000));
      long checks = now / CHECK_MILLIS - before / CHECK_MILLIS;
      model.flush(flushed, live, now, afterFlush + checks);
      before = now;
      double met = model.scanFiles();
      double withRow = Math.min(met, model.space());
      scanFiles += met;
      mostScanFiles = Math.max(mostScanFiles, met);
      getFiles += withRow + BLOOM_ERRORS * (met - withRow);
      space = Math.max(space, model.space());
    }
    double flushedBytes = (double) flushes * workload.flushBytes();
    return new Forecast(
        engine,
        flushes,
        1 + model.compactedBytes() / flushedBytes,
        model.readBytes() / flushedBytes,
        scanFiles / flushes,
        mostScanFiles,
        getFiles / flushes,
        space,
        model.spaceAtPeak(),
        Math.round(model.largestJob()),
        model.files());
  }

  /** A time after the store's bytes were written at the rate of the workload. */
  private static long startMillis(StoreWorkload workload) {
    double seconds = workload.storeBytes() / workload.bytesPerSecond();
    return 1000 * Math.round(Math.min(seconds, LONGEST_SECONDS));
  }
}
