// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import static io.lighter.benchmarks.experiment.report.LoadBar.alone;
import static io.lighter.benchmarks.experiment.report.LoadBar.ratio;

import io.lighter.benchmarks.experiment.load.Engine;
import io.lighter.benchmarks.experiment.load.LoadPlan;
import io.lighter.benchmarks.experiment.load.ReadSetting;
import io.lighter.benchmarks.experiment.load.Row;
import java.util.List;

/**
 * Bars for the forest; docs/results/benchmarks.md says which are the paper's. Each is a largest
 * value. Stateless.
 */
final class ForestBars implements LoadBars {
  private static final double BYTES_PER_MB = 1 << 20;

  /** Bytes that a compaction reads or writes, in {@link LoadPlan#rangeBytes}. */
  private static final int LARGEST_COMPACTION = 3;

  private static final int READ_AND_WRITTEN = 2;

  /** A load 1.2 times as fast as the default engine's. */
  private static final double LOAD_TIME = 1 / 1.2;

  /** Short scans 1.3 times as fast as the default engine's. */
  private static final double SCANS = 1 / 1.3;

  /** Gets twice as fast as with Bloom filters in HBase's block cache. */
  private static final double FILTERS = 1 / 2.0;

  private static final String HD = Engine.HD.name();
  private static final String HDB = Engine.HDB.name();

  private static final List<LoadMeasure> OF_LOADS =
      List.of(
          LoadMeasure.WRITE_AMPLIFICATION,
          LoadMeasure.PEAK_SPACE,
          LoadMeasure.LARGEST_COMPACTION,
          LoadMeasure.LOAD_TIME,
          LoadMeasure.SETTLED_TIME);

  private static final List<LoadMeasure> OF_READS =
      List.of(
          LoadMeasure.GET_MEAN,
          LoadMeasure.GET_P99,
          LoadMeasure.BLOCKS_PER_GET,
          LoadMeasure.SCAN_MEAN,
          LoadMeasure.SCAN_P99);

  @Override
  public boolean isCompared(Row row) {
    return row.engine().isForest();
  }

  @Override
  public List<LoadMeasure> measures(Row row) {
    return row.reads().isPresent() ? OF_READS : OF_LOADS;
  }

  @Override
  public List<LoadBar> of(Row row) {
    if (!isCompared(row)) {
      return List.of();
    }
    return row.reads().isPresent() ? ofReads(row.reads().get()) : ofLoad(row.plan());
  }

  private static List<LoadBar> ofLoad(LoadPlan plan) {
    return switch (plan.keys()) {
      case ASCENDING -> List.of(alone(LoadMeasure.WRITE_AMPLIFICATION, 1.05));
      case NEARLY_ASCENDING -> List.of(alone(LoadMeasure.WRITE_AMPLIFICATION, 1.6));
      case RANDOM ->
          List.of(
              ratio(LoadMeasure.WRITE_AMPLIFICATION, HD, 1),
              alone(LoadMeasure.PEAK_SPACE, 1.1),
              alone(
                  LoadMeasure.LARGEST_COMPACTION,
                  READ_AND_WRITTEN * LARGEST_COMPACTION * plan.rangeBytes() / BYTES_PER_MB),
              ratio(LoadMeasure.LOAD_TIME, HD, LOAD_TIME),
              ratio(LoadMeasure.LOAD_TIME, HDB, LOAD_TIME),
              ratio(LoadMeasure.SETTLED_TIME, HD, LOAD_TIME),
              ratio(LoadMeasure.SETTLED_TIME, HDB, LOAD_TIME));
    };
  }

  private static List<LoadBar> ofReads(ReadSetting setting) {
    if (!setting.name().equals(setting.engine().name())) {
      return List.of();
    }
    LoadBar scans = ratio(LoadMeasure.SCAN_MEAN, HD, SCANS);
    return setting.bloom()
        ? List.of(
            scans,
            ratio(LoadMeasure.GET_MEAN, ReadSetting.FB, FILTERS),
            alone(LoadMeasure.BLOCKS_PER_GET, 1.05))
        : List.of(scans);
  }
}
