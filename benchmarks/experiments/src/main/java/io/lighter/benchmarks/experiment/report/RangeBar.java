// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import io.lighter.benchmarks.experiment.load.Engine;
import io.lighter.benchmarks.experiment.load.KeyOrder;
import io.lighter.benchmarks.experiment.load.LoadPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A bar for the range engine: what a figure should be at most. The paper's figures, weakened, or
 * what follows from the engine's algorithm; docs/results/benchmarks.md says which is which.
 *
 * @param against the engine that the figure is relative to; empty for the figure alone
 */
record RangeBar(LoadMeasure measure, Optional<Engine> against, Aim aim) {
  private static final double BYTES_PER_MB = 1 << 20;
  private static final int RANGES_OF_A_COMPACTION = 4;
  private static final int FLUSHES_OF_A_COMPACTION = 2;

  /** Bytes of a flush, of a distribution and of a merge, per byte; the merge depends on φ. */
  private static final double WRITES = 3.5;

  /** The bars of an engine; none for one without ranges. */
  static List<RangeBar> of(Engine engine, LoadPlan plan) {
    if (!engine.isRange()) {
      return List.of();
    }
    if (plan.keys() == KeyOrder.ASCENDING) {
      return List.of(alone(LoadMeasure.COMPACTED_SHARE, 0.05));
    }
    return of(plan, !engine.isOffloaded()).stream()
        .filter(bar -> bar.measure().appliesTo(plan))
        .toList();
  }

  private static List<RangeBar> of(LoadPlan plan, boolean local) {
    List<RangeBar> bars = new ArrayList<>();
    if (local) {
      bars.add(ratio(LoadMeasure.SCAN_MEAN, Engine.GEO2, 0.7));
      bars.add(ratio(LoadMeasure.SCAN_MEAN, Engine.SMA4, 0.6));
    }
    bars.add(ratio(LoadMeasure.SCAN_MEAN, Engine.HD, local ? 0.8 : 0.6));
    bars.add(ratio(LoadMeasure.SCAN_P99, Engine.HD, 0.5));
    bars.add(ratio(LoadMeasure.SCAN_P99, Engine.GEO2, 0.5));
    bars.add(alone(LoadMeasure.WORST_WINDOW, local ? 1.5 : 1.25));
    bars.add(alone(LoadMeasure.BLOCKS_PER_SCAN, local ? 1.4 : 1.3));
    bars.add(new RangeBar(LoadMeasure.GET_MEAN, Optional.of(Engine.HD), new Aim(0.9, 1.1)));
    double most =
        (RANGES_OF_A_COMPACTION * plan.rangeBytes() + FLUSHES_OF_A_COMPACTION * plan.flushBytes())
            / BYTES_PER_MB;
    bars.add(alone(LoadMeasure.LARGEST_COMPACTION, most));
    bars.add(ratio(LoadMeasure.LARGEST_COMPACTION, Engine.HD, 0.125));
    bars.add(ratio(LoadMeasure.LARGEST_COMPACTION, Engine.GEO2, 0.125));
    bars.add(alone(LoadMeasure.WRITE_AMPLIFICATION, WRITES + 1 / (2 * plan.unmergedRatio())));
    bars.add(ratio(LoadMeasure.WRITE_AMPLIFICATION, Engine.GEO2, 2.2));
    bars.add(alone(LoadMeasure.PEAK_SPACE, 1.25));
    if (plan.insertsPerSecond() == 0) { // else the rate decides
      bars.add(ratio(LoadMeasure.LOAD_TIME, Engine.GEO2, local ? 1.25 : 1.1));
      bars.add(ratio(LoadMeasure.LOAD_TIME, Engine.RM, 0.6));
    }
    return bars;
  }

  private static RangeBar alone(LoadMeasure measure, double most) {
    return new RangeBar(measure, Optional.empty(), Aim.atMost(most));
  }

  private static RangeBar ratio(LoadMeasure measure, Engine against, double most) {
    return new RangeBar(measure, Optional.of(against), Aim.atMost(most));
  }
}
