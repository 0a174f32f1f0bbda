// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.ForestModel.Cells;
import io.lighter.engine.advise.KeyOrder;
import io.lighter.engine.advise.StoreWorkload;
import io.lighter.engine.forest.ForestLimits;

/**
 * Plays the flushes of a store against the forest engine, under the assumptions of {@link
 * io.lighter.engine.advise.StoreSimulation}. Flushes are not held back: {@code engine enable} sets
 * {@code hbase.hstore.blockingStoreFiles} high enough. Deterministic; no I/O.
 */
final class ForestSimulation {
  /** Share of wrong answers of a Bloom filter, HBase's {@code io.storefile.bloom.error.rate}. */
  private static final double BLOOM_ERRORS = 0.01;

  private static final double LONGEST_MILLIS = 3e12;

  private ForestSimulation() {}

  /**
   * Plays {@link StoreWorkload#flushes} flushes.
   *
   * @param majorMillis {@code hbase.hregion.majorcompaction}; 0 for none. Its jitter is not used
   */
  static StoreFigures play(StoreWorkload workload, ForestLimits limits, long majorMillis) {
    ForestModel model = new ForestModel(workload, limits, majorMillis);
    double overwrites = workload.order() == KeyOrder.UNIFORM ? workload.overwrites() : 0;
    double interval = workload.flushBytes() / workload.bytesPerSecond() * 1000;
    double live = workload.storeBytes();
    double scanFiles = 0;
    double getFiles = 0;
    double space = 0;
    int flushes = workload.flushes();
    for (int i = 1; i <= flushes; i++) {
      double updates = live > 0 ? workload.flushBytes() * overwrites : 0;
      Cells flushed = new Cells(workload.flushBytes() - updates, updates, live);
      live += flushed.fresh();
      model.flush(flushed, live, Math.round(Math.min(interval * i, LONGEST_MILLIS)));
      double met = model.scanFiles();
      double withRow = Math.min(met, model.space());
      scanFiles += met;
      getFiles += withRow + BLOOM_ERRORS * (met - withRow);
      space = Math.max(space, model.space());
    }
    double flushedBytes = (double) flushes * workload.flushBytes();
    return new StoreFigures(
        1 + model.writtenBytes() / flushedBytes,
        model.readBytes() / flushedBytes,
        scanFiles / flushes,
        getFiles / flushes,
        space,
        model.spaceAtPeak(),
        Math.round(model.largestJob()),
        model.files());
  }
}
