// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import static io.lighter.benchmarks.experiment.report.LoadBar.alone;
import static io.lighter.benchmarks.experiment.report.LoadBar.atLeast;

import io.lighter.benchmarks.experiment.load.Engine;
import io.lighter.benchmarks.experiment.load.ReadSetting;
import io.lighter.benchmarks.experiment.load.ReadUse;
import io.lighter.benchmarks.experiment.load.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Bars for levels and tiers; docs/results/benchmarks.md says which are the paper's. There are none
 * where the disks have no limits, since one disk then stands for both. Immutable.
 */
final class TierBars implements LoadBars {
  private static final double TWICE = 2.0;
  private static final String K4 = Engine.K4.name();
  private static final String HDISK = Engine.HDISK.name();

  private static final List<LoadMeasure> OF_LOADS =
      List.of(
          LoadMeasure.INSERT_RATE,
          LoadMeasure.LOAD_TIME,
          LoadMeasure.WRITE_AMPLIFICATION,
          LoadMeasure.BY_FORMULA,
          LoadMeasure.LARGEST_COMPACTION,
          LoadMeasure.PEAK_SPACE);

  private static final List<LoadMeasure> OF_READS =
      List.of(LoadMeasure.GET_RATE, LoadMeasure.GET_P99);

  private static final List<LoadMeasure> OF_MERGES =
      List.of(LoadMeasure.HITS_KEPT, LoadMeasure.GETS_BESIDE_MERGES);

  private final boolean isLimited;

  /**
   * Creates the bars.
   *
   * @param isLimited whether all limits of the disks are in force
   */
  TierBars(boolean isLimited) {
    this.isLimited = isLimited;
  }

  /** Levels on the slow disk alone are a baseline of reads. */
  @Override
  public boolean isCompared(Row row) {
    return row.engine().isTiered() && (use(row) == ReadUse.ALL || row.engine().hasFastTier());
  }

  @Override
  public List<LoadMeasure> measures(Row row) {
    return switch (use(row)) {
      case ALL -> OF_LOADS;
      case RECENT, HOT -> OF_READS;
      case MERGE -> OF_MERGES;
      case COMMITS -> List.of(LoadMeasure.COMMITS_LOST);
    };
  }

  @Override
  public List<LoadBar> of(Row row) {
    if (!isCompared(row)) {
      return List.of();
    }
    return switch (use(row)) {
      case ALL -> isLimited ? ofLoad(row.engine()) : ofCounts();
      case RECENT -> isLimited ? ofRecent() : List.of();
      case HOT -> isLimited ? ofHot() : List.of();
      case MERGE -> isLimited && row.engine().isOffloaded() ? ofMerge() : List.of();
      case COMMITS -> List.of(alone(LoadMeasure.COMMITS_LOST, 0));
    };
  }

  private static ReadUse use(Row row) {
    return row.reads().map(ReadSetting::use).orElse(ReadUse.ALL);
  }

  /** Bars that do not depend on disks. */
  private static List<LoadBar> ofCounts() {
    return List.of(new LoadBar(LoadMeasure.BY_FORMULA, Optional.empty(), new Aim(0.95, 1.05)));
  }

  private static List<LoadBar> ofLoad(Engine engine) {
    List<LoadBar> bars = new ArrayList<>(ofCounts());
    switch (engine) {
      case K4 -> bars.add(atLeast(LoadMeasure.INSERT_RATE, HDISK, 1.05));
      case K8 -> bars.add(atLeast(LoadMeasure.INSERT_RATE, K4, 1.25));
      case K80 -> bars.add(atLeast(LoadMeasure.INSERT_RATE, K4, TWICE));
      case TI -> bars.add(atLeast(LoadMeasure.INSERT_RATE, K4, 1.33));
      default -> {} // only reported
    }
    return bars;
  }

  private static List<LoadBar> ofRecent() {
    return List.of(
        atLeast(LoadMeasure.GET_RATE, K4, 5),
        atLeast(LoadMeasure.GET_RATE, Engine.HDATE.name(), 1),
        atLeast(LoadMeasure.GET_RATE, ReadSetting.BUCKET, 1));
  }

  private static List<LoadBar> ofHot() {
    return List.of(
        atLeast(LoadMeasure.GET_RATE, HDISK, 7.4),
        atLeast(LoadMeasure.GET_RATE, Engine.HSSD.name(), 0.48));
  }

  private static List<LoadBar> ofMerge() {
    return List.of(
        new LoadBar(LoadMeasure.HITS_KEPT, Optional.empty(), Aim.atLeast(0.95)),
        alone(LoadMeasure.GETS_BESIDE_MERGES, 1.25));
  }
}
