// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Turns the options of {@code bench tiers} into loads, reads and commits. */
public final class TierLoads {
  private final LoadPlan plan;
  private final boolean quick;

  /**
   * Checks the options.
   *
   * @param scale scale of the data, above 0
   * @param quick whether to load a fifth of the rows, and not to merge locally beside reads
   * @param settings further settings of tables with an engine of Lighter
   * @throws IllegalArgumentException naming an option and what is allowed
   */
  public TierLoads(double scale, boolean quick, Map<String, String> settings) {
    this.plan = LoadPlan.tiers(scale, quick, settings);
    this.quick = quick;
  }

  /**
   * The loads, reads and commits for these figures. An engine that no figure needs is not loaded.
   *
   * @param engines compared engines, at least one, each once
   * @param figures at least one
   * @throws IllegalArgumentException if the figures need none of the engines
   */
  public LoadSet of(List<Engine> engines, Set<TierFigure> figures) {
    List<ReadSetting> reads = new ArrayList<>();
    for (Engine engine : engines) {
      reads.addAll(reads(engine, figures));
    }
    List<Engine> loaded =
        engines.stream()
            .filter(
                engine ->
                    figures.contains(TierFigure.INSERTS)
                        || reads.stream().anyMatch(setting -> setting.engine() == engine))
            .toList();
    Optional<Row> commits =
        figures.contains(TierFigure.COMMITS)
            ? Optional.of(Row.load(Engine.TIO, plan).read(ReadSetting.commits()))
            : Optional.empty();
    if (loaded.isEmpty() && commits.isEmpty()) {
      throw new IllegalArgumentException(
          "--engines %s: expected others for --figures %s"
              .formatted(
                  engines.get(0),
                  String.join(",", figures.stream().map(TierFigure::label).toList())));
    }
    return new LoadSet(
        loaded, List.of(plan), reads, LoadPlan.CLOSED_LOOP, List.of(ReadWindow.Kind.GET), commits);
  }

  private List<ReadSetting> reads(Engine engine, Set<TierFigure> figures) {
    List<ReadSetting> reads = new ArrayList<>();
    if (figures.contains(TierFigure.RECENT)) {
      switch (engine) {
        case TI, K4, HSSD, HDATE -> reads.add(ReadSetting.uncached(engine, ReadUse.RECENT));
        case HDISK -> {
          reads.add(ReadSetting.uncached(engine, ReadUse.RECENT));
          reads.add(ReadSetting.bucket(engine, ReadUse.RECENT));
        }
        default -> {} // read by no figure
      }
    }
    if (figures.contains(TierFigure.HOT)) {
      switch (engine) {
        case TI -> reads.add(ReadSetting.bucket(engine, ReadUse.HOT));
        case HSSD -> reads.add(ReadSetting.uncached(engine, ReadUse.HOT));
        case HDISK -> {
          reads.add(ReadSetting.uncached(engine, ReadUse.HOT));
          reads.add(ReadSetting.bucket(engine, ReadUse.HOT));
        }
        default -> {} // read by no figure
      }
    }
    if (figures.contains(TierFigure.MERGE)
        && (engine == Engine.TIO || (engine == Engine.TI && !quick))) {
      reads.add(ReadSetting.merge(engine));
    }
    return reads;
  }
}
