// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.command;

import io.lighter.benchmarks.demo.Progress;
import io.lighter.benchmarks.experiment.ExperimentSettings;
import io.lighter.benchmarks.experiment.Strategy;
import io.lighter.benchmarks.experiment.load.Engine;
import io.lighter.benchmarks.experiment.load.KeyOrder;
import io.lighter.benchmarks.experiment.load.LoadExperiment;
import io.lighter.benchmarks.experiment.load.LoadPlan;
import io.lighter.benchmarks.experiment.load.LoadResult;
import io.lighter.benchmarks.experiment.report.LoadFiles;
import io.lighter.benchmarks.experiment.report.LoadJson;
import io.lighter.benchmarks.experiment.report.ReportPage;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench range}: exits with 1 if an engine has no valid run. */
@Command(
    name = "range",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Short scans beside inserts, by store engine and compaction policy.",
      "The range engine against others: ratios, and which of the engine's targets they meet.",
      "docs/results/benchmarks.md has the targets."
    })
public final class RangeCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private CommonOptions options;

  @Option(
      names = "--engines",
      paramLabel = "NAME",
      split = ",",
      description =
          "Engines of HD, HS, SMA4, GEO2, NM, RM, HDO, RG, RGO (default: HD,HS,SMA4,GEO2,RG,RGO).")
  private List<String> engines = List.of();

  @Option(
      names = "--keys",
      paramLabel = "ORDER",
      defaultValue = "random",
      description = "Order of the inserted keys: random, ascending (default: ${DEFAULT-VALUE}).")
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
  public Integer call() throws IOException {
    ExperimentSettings settings = settings();
    List<Engine> chosen = checkedEngines();
    LoadPlan plan = plan(settings);
    return options.run(
        spec, settings, progress -> finish(measure(settings, chosen, plan, progress)));
  }

  private JsonObject measure(
      ExperimentSettings settings, List<Engine> chosen, LoadPlan plan, Progress progress)
      throws IOException {
    LoadResult result =
        new LoadExperiment(settings, chosen, plan, progress, Clock.systemUTC())
            .run(soFar -> LoadFiles.write(LoadJson.of(soFar), options.out()));
    return LoadJson.of(result);
  }

  private int finish(JsonObject results) throws IOException {
    LoadFiles.write(results, options.out());
    PrintWriter console = spec.commandLine().getOut();
    console.println();
    console.print(LoadFiles.text(results));
    console.print(ReportPage.line(options.out()));
    console.flush();
    return LoadFiles.isComplete(results) ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  /** Settings of all experiments; this one has engines in place of strategies. */
  ExperimentSettings settings() {
    return options.settings(
        spec,
        "range",
        "Short scans beside inserts, by store engine",
        List.of(Strategy.SS),
        List.of(LoadExperiment.CACHE_FACTOR));
  }

  LoadPlan plan(ExperimentSettings settings) {
    KeyOrder order =
        KeyOrder.byLabel(keys)
            .orElseThrow(
                () ->
                    new ParameterException(
                        spec.commandLine(),
                        "--keys %s: expected one of %s".formatted(keys, KeyOrder.labels())));
    try {
      return LoadPlan.of(settings.scale(), settings.quick(), inserts, reads, order, rangeSettings);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  /** The engines in the order of the command line, each once. */
  List<Engine> checkedEngines() {
    Set<Engine> chosen = new LinkedHashSet<>();
    for (String name : engines) {
      chosen.add(
          Engine.byName(name)
              .orElseThrow(
                  () ->
                      new ParameterException(
                          spec.commandLine(),
                          "--engines %s: expected some of %s".formatted(name, Engine.names()))));
    }
    return chosen.isEmpty() ? Engine.BY_DEFAULT : List.copyOf(chosen);
  }
}
