// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import static io.lighter.benchmarks.experiment.report.LoadBar.alone;
import static io.lighter.benchmarks.experiment.report.LoadBar.ratio;

import io.lighter.benchmarks.experiment.load.Engine;
import io.lighter.benchmarks.experiment.load.LoadPlan;
import io.lighter.benchmarks.experiment.load.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Bars for the range engine. The paper's figures, weakened, or what follows from the engine's
 * algorithm; docs/results/benchmarks.md says which is which. Stateless.
 */
final class RangeBars implements LoadBars {
  private static final double BYTES_PER_MB = 1 << 20;
  private static final int RANGES_OF_A_COMPACTION = 4;
  private static final int FLUSHES_OF_A_COMPACTION = 2;

  /** Bytes of a flush, of a distribution and of a merge, per byte; the merge depends on φ. */
  private static final double WRITES = 3.5;

  private static final String HD = Engine.HD.name();
  private static final String GEO2 = Engine.GEO2.name();

  private static final List<LoadMeasure> MEASURES =
      List.of(
          LoadMeasure.SCAN_MEAN,
          LoadMeasure.SCAN_P99,
          LoadMeasure.GET_MEAN,
          LoadMeasure.LOAD_TIME,
          LoadMeasure.LARGEST_COMPACTION,
          LoadMeasure.WRITE_AMPLIFICATION,
          LoadMeasure.PEAK_SPACE,
          LoadMeasure.COMPACTED_SHARE,
          LoadMeasure.WORST_WINDOW,
          LoadMeasure.BLOCKS_PER_SCAN);

  @Override
  public boolean isCompared(Row row) {
    return row.engine().isRange();
  }

  /**
   * Figures of reads are left out if the inserts have no rate: at equal times the stores would have
   * different rows.
   */
  @Override
  public List<LoadMeasure> measures(Row row) {
    LoadPlan plan = row.plan();
    boolean read = plan.insertsPerSecond() > 0 && plan.readsPerSecond() > 0;
    return MEASURES.stream().filter(measure -> read || !measure.isOfReads()).toList();
  }

  @Override
  public List<LoadBar> of(Row row) {
    if (!isCompared(row)) {
      return List.of();
    }
    List<LoadMeasure> measures = measures(row);
    return switch (row.plan().keys()) {
      case RANDOM ->
          random(row.plan(), !row.engine().isOffloaded()).stream()
              .filter(bar -> measures.contains(bar.measure()))
              .toList();
      case ASCENDING -> List.of(alone(LoadMeasure.COMPACTED_SHARE, 0.05));
      case NEARLY_ASCENDING -> List.of();
    };
  }

  private static List<LoadBar> random(LoadPlan plan, boolean local) {
    List<LoadBar> bars = new ArrayList<>();
    if (local) {
      bars.add(ratio(LoadMeasure.SCAN_MEAN, GEO2, 0.7));
      bars.add(ratio(LoadMeasure.SCAN_MEAN, Engine.SMA4.name(), 0.6));
    }
    bars.add(ratio(LoadMeasure.SCAN_MEAN, HD, local ? 0.8 : 0.6));
    bars.add(ratio(LoadMeasure.SCAN_P99, HD, 0.5));
    bars.add(ratio(LoadMeasure.SCAN_P99, GEO2, 0.5));
    bars.add(alone(LoadMeasure.WORST_WINDOW, local ? 1.5 : 1.25));
    bars.add(alone(LoadMeasure.BLOCKS_PER_SCAN, local ? 1.4 : 1.3));
    bars.add(new LoadBar(LoadMeasure.GET_MEAN, Optional.of(HD), new Aim(0.9, 1.1)));
    double most =
        (RANGES_OF_A_COMPACTION * plan.rangeBytes() + FLUSHES_OF_A_COMPACTION * plan.flushBytes())
            / BYTES_PER_MB;
    bars.add(alone(LoadMeasure.LARGEST_COMPACTION, most));
    bars.add(ratio(LoadMeasure.LARGEST_COMPACTION, HD, 0.125));
    bars.add(ratio(LoadMeasure.LARGEST_COMPACTION, GEO2, 0.125));
    bars.add(alone(LoadMeasure.WRITE_AMPLIFICATION, WRITES + 1 / (2 * plan.unmergedRatio())));
    bars.add(ratio(LoadMeasure.WRITE_AMPLIFICATION, GEO2, 2.2));
    bars.add(alone(LoadMeasure.PEAK_SPACE, 1.25));
    if (plan.insertsPerSecond() == 0) { // else the rate decides
      bars.add(ratio(LoadMeasure.LOAD_TIME, GEO2, local ? 1.25 : 1.1));
      bars.add(ratio(LoadMeasure.LOAD_TIME, Engine.RM.name(), 0.6));
    }
    return bars;
  }
}
