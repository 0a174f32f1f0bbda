// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.command;

import io.lighter.benchmarks.experiment.ExperimentSettings;
import io.lighter.benchmarks.experiment.load.Engine;
import io.lighter.benchmarks.experiment.load.ForestFigure;
import io.lighter.benchmarks.experiment.load.ForestLoads;
import io.lighter.benchmarks.experiment.load.LoadResult;
import io.lighter.benchmarks.experiment.load.LoadSet;
import io.lighter.benchmarks.experiment.report.LoadJson;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bench forest}: loads in several orders of keys, and reads after them. */
@Command(
    name = "forest",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Write amplification, space, gets and short scans, by store engine.",
      "The forest engine against others: ratios, and which of the engine's targets they meet.",
      "docs/results/benchmarks.md has the targets."
    })
public final class ForestCommand extends LoadCommand {
  /** Size of the block cache relative to the data, the same for all engines. */
  private static final double CACHE_FACTOR = 0.1;

  private static final List<Engine> BY_DEFAULT =
      List.of(Engine.HD, Engine.HDB, Engine.HS, Engine.HT, Engine.RG, Engine.FO);

  @Option(
      names = "--figures",
      paramLabel = "NAME",
      split = ",",
      description = "What to measure: some of wa, space, gets, scans (default: all).")
  private List<String> figures = List.of();

  @Option(
      names = "--reads",
      paramLabel = "RATE",
      defaultValue = "400",
      description = "Gets or scans a second after a load, 1 to 1000 (default: ${DEFAULT-VALUE}).")
  private int reads;

  @Option(
      names = "--set",
      paramLabel = "[ROW:]KEY=VALUE",
      description =
          "Setting of the forest's tables, such as lighter.forest.fanout=8; with ROW: only of"
              + " further reads with that name, on the same files. Repeatable.")
  private Map<String, String> forestSettings = Map.of();

  @Override
  ExperimentSettings settings() {
    return settings(
        "forest", "Write amplification, space and reads, by store engine", CACHE_FACTOR);
  }

  @Override
  LoadSet loads(ExperimentSettings settings) {
    try {
      return new ForestLoads(settings.scale(), settings.quick(), reads, forestSettings)
          .of(engines(BY_DEFAULT), chosenFigures());
    } catch (IllegalArgumentException e) {
      throw refused(e.getMessage());
    }
  }

  @Override
  JsonObject json(LoadResult result) {
    return LoadJson.ofForests(result);
  }

  private Set<ForestFigure> chosenFigures() {
    Set<ForestFigure> chosen = EnumSet.noneOf(ForestFigure.class);
    for (String name : figures) {
      chosen.add(
          ForestFigure.byLabel(name)
              .orElseThrow(
                  () ->
                      refused(
                          "--figures %s: expected some of %s"
                              .formatted(name, ForestFigure.labels()))));
    }
    return chosen.isEmpty() ? EnumSet.allOf(ForestFigure.class) : chosen;
  }
}
