// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.command;

import io.lighter.benchmarks.experiment.ExperimentSettings;
import io.lighter.benchmarks.experiment.load.Engine;
import io.lighter.benchmarks.experiment.load.LoadResult;
import io.lighter.benchmarks.experiment.load.LoadSet;
import io.lighter.benchmarks.experiment.load.TierFigure;
import io.lighter.benchmarks.experiment.load.TierLoads;
import io.lighter.benchmarks.experiment.report.LoadJson;
import io.lighter.testing.isolation.IsolationProfile;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bench tiers}: levels and tiers on fast and slow disks, against HBase's free settings. */
@Command(
    name = "tiers",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Inserts, reads and merges of levels on fast and slow disks, by store engine.",
      "Levels and tiers against HBase's free settings: ratios, and which targets they meet.",
      "docs/results/benchmarks.md has the targets."
    })
public final class TiersCommand extends LoadCommand {
  /** Size of the block cache on the heap relative to the data: for indexes and Bloom filters. */
  private static final double CACHE_FACTOR = 0.1;

  private static final List<Engine> BY_DEFAULT =
      List.of(
          Engine.HDISK,
          Engine.HSSD,
          Engine.HTUNED,
          Engine.HDATE,
          Engine.K4,
          Engine.K8,
          Engine.K80,
          Engine.TI,
          Engine.TIO);

  @Option(
      names = "--figures",
      paramLabel = "NAME",
      split = ",",
      description = "What to measure: some of inserts, recent, hot, merge, commits (default: all).")
  private List<String> figures = List.of();

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description =
          "Setting of the tables with levels, such as lighter.tiered.forecast=false; repeatable.")
  private Map<String, String> tieredSettings = Map.of();

  @Override
  ExperimentSettings settings() {
    ExperimentSettings settings =
        settings("tiers", "Levels and tiers on fast and slow disks", CACHE_FACTOR);
    List<String> allowed = List.of(IsolationProfile.TIERS.name(), IsolationProfile.NONE.name());
    if (!allowed.contains(settings.profile().name())) {
      throw refused(
          "--profile %s: expected %s"
              .formatted(settings.profile().name(), String.join(" or ", allowed)));
    }
    return settings;
  }

  @Override
  LoadSet loads(ExperimentSettings settings) {
    try {
      return new TierLoads(settings.scale(), settings.quick(), tieredSettings)
          .of(engines(BY_DEFAULT), chosenFigures());
    } catch (IllegalArgumentException e) {
      throw refused(e.getMessage());
    }
  }

  @Override
  JsonObject json(LoadResult result) {
    return LoadJson.ofTiers(result);
  }

  private Set<TierFigure> chosenFigures() {
    Set<TierFigure> chosen = EnumSet.noneOf(TierFigure.class);
    for (String name : figures) {
      chosen.add(
          TierFigure.byLabel(name)
              .orElseThrow(
                  () ->
                      refused(
                          "--figures %s: expected some of %s"
                              .formatted(name, TierFigure.labels()))));
    }
    return chosen.isEmpty() ? EnumSet.allOf(TierFigure.class) : chosen;
  }
}
