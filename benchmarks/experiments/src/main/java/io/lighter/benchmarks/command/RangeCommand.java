// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.command;

import io.lighter.benchmarks.experiment.ExperimentSettings;
import io.lighter.benchmarks.experiment.load.Engine;
import io.lighter.benchmarks.experiment.load.KeyOrder;
import io.lighter.benchmarks.experiment.load.LoadPlan;
import io.lighter.benchmarks.experiment.load.LoadResult;
import io.lighter.benchmarks.experiment.load.LoadSet;
import io.lighter.benchmarks.experiment.report.LoadJson;
import java.util.List;
import java.util.Map;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bench range}: short scans beside inserts. */
@Command(
    name = "range",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Short scans beside inserts, by store engine and compaction policy.",
      "The range engine against others: ratios, and which of the engine's targets they meet.",
      "docs/results/benchmarks.md has the targets."
    })
public final class RangeCommand extends LoadCommand {
  /** Size of the block cache relative to the data, the same for all engines. */
  private static final double CACHE_FACTOR = 0.2;

  private static final List<Engine> BY_DEFAULT =
      List.of(Engine.HD, Engine.HS, Engine.SMA4, Engine.GEO2, Engine.RG, Engine.RGO);

  @Option(
      names = "--keys",
      paramLabel = "ORDER",
      defaultValue = "random",
      description =
          "Order of the inserted keys: random, ascending, nearly-ascending (default:"
              + " ${DEFAULT-VALUE}).")
  private String keys;

  @Option(
      names = "--inserts",
      paramLabel = "RATE",
      defaultValue = "1000",
      description = "Inserts a second; 0: as many as HBase takes (default: ${DEFAULT-VALUE}).")
  private int inserts;

  @Option(
      names = "--reads",
      paramLabel = "RATE",
      defaultValue = "20",
      description = "Scans or gets a second; 0: none (default: ${DEFAULT-VALUE}).")
  private int reads;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description =
          "Setting of the range engine's tables, such as lighter.range.max.wide=1; repeatable.")
  private Map<String, String> rangeSettings = Map.of();

  @Override
  ExperimentSettings settings() {
    return settings("range", "Short scans beside inserts, by store engine", CACHE_FACTOR);
  }

  @Override
  LoadSet loads(ExperimentSettings settings) {
    LoadPlan plan = plan(settings);
    List<Engine> engines = engines(BY_DEFAULT);
    for (Engine engine : engines) {
      if (!engine.appliesTo(plan.keys())) {
        throw refused(
            "--engines %s: expected another one with --keys %s"
                .formatted(engine, plan.keys().label()));
      }
    }
    return LoadSet.of(engines, plan);
  }

  @Override
  JsonObject json(LoadResult result) {
    return LoadJson.ofRanges(result);
  }

  private LoadPlan plan(ExperimentSettings settings) {
    KeyOrder order =
        KeyOrder.byLabel(keys)
            .orElseThrow(
                () -> refused("--keys %s: expected one of %s".formatted(keys, KeyOrder.labels())));
    try {
      return LoadPlan.of(settings.scale(), settings.quick(), inserts, reads, order, rangeSettings);
    } catch (IllegalArgumentException e) {
      throw refused(e.getMessage());
    }
  }
}
