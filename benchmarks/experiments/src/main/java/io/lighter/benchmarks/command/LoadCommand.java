// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.command;

import io.lighter.benchmarks.demo.Progress;
import io.lighter.benchmarks.experiment.ExperimentSettings;
import io.lighter.benchmarks.experiment.Strategy;
import io.lighter.benchmarks.experiment.load.Engine;
import io.lighter.benchmarks.experiment.load.LoadExperiment;
import io.lighter.benchmarks.experiment.load.LoadResult;
import io.lighter.benchmarks.experiment.load.LoadSet;
import io.lighter.benchmarks.experiment.report.LoadFiles;
import io.lighter.benchmarks.experiment.report.ReportPage;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that loads tables of several engines: exits with 1 if a row has no valid run. */
abstract class LoadCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private CommonOptions options;

  @Option(
      names = "--engines",
      paramLabel = "NAME",
      split = ",",
      description =
          "Some of HD, HDB, HS, HT, SMA4, GEO2, NM, RM, HDO, RG, RGO, FO, FOO, FOP; with 'bench tiers'"
              + " of HDISK, HSSD, HTUNED, HDATE, K4, K8, K80, TI, TIO. By default those that"
              + " docs/results/benchmarks.md names.")
  private List<String> engines = List.of();

  @Override
  public final Integer call() throws IOException {
    ExperimentSettings settings = settings();
    LoadSet loads = loads(settings);
    return options.run(spec, settings, progress -> finish(measure(settings, loads, progress)));
  }

  /** Settings of all experiments; these have engines in place of strategies. */
  abstract ExperimentSettings settings();

  /**
   * What to load and read.
   *
   * @throws ParameterException naming an invalid option
   */
  abstract LoadSet loads(ExperimentSettings settings);

  /** The results as a document. */
  abstract JsonObject json(LoadResult result);

  private JsonObject measure(ExperimentSettings settings, LoadSet loads, Progress progress)
      throws IOException {
    LoadResult result =
        new LoadExperiment(settings, loads, progress, Clock.systemUTC())
            .run(soFar -> LoadFiles.write(json(soFar), options.out()));
    return json(result);
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

  /** Settings of an experiment with a block cache of this size relative to the data. */
  final ExperimentSettings settings(String experiment, String title, double cacheFactor) {
    return options.settings(spec, experiment, title, List.of(Strategy.SS), List.of(cacheFactor));
  }

  /** The engines in the order of the command line, each once. */
  final List<Engine> engines(List<Engine> byDefault) {
    boolean typed = byDefault.get(0).isOnTypedVolumes();
    Set<Engine> chosen = new LinkedHashSet<>();
    for (String name : engines) {
      chosen.add(
          Engine.byName(name)
              .filter(engine -> engine.isOnTypedVolumes() == typed)
              .orElseThrow(
                  () ->
                      refused(
                          "--engines %s: expected some of %s"
                              .formatted(name, Engine.names(typed)))));
    }
    return chosen.isEmpty() ? byDefault : List.copyOf(chosen);
  }

  /** The error of an option. */
  final ParameterException refused(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
