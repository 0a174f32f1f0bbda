// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.command;

import static io.lighter.benchmarks.experiment.Strategy.AD;
import static io.lighter.benchmarks.experiment.Strategy.CO;
import static io.lighter.benchmarks.experiment.Strategy.RC;
import static io.lighter.benchmarks.experiment.Strategy.SS;
import static io.lighter.benchmarks.experiment.Strategy.TIW;
import static io.lighter.benchmarks.experiment.Strategy.WTC;

import io.lighter.benchmarks.experiment.Strategy;
import io.lighter.benchmarks.experiment.report.TpccJson;
import io.lighter.benchmarks.experiment.tpcc.TpccExperiment;
import io.lighter.benchmarks.experiment.tpcc.TpccPlan;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench fig8}. */
@Command(
    name = "fig8",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "TPC-C on two region servers (the paper's Figure 8): New-Order while Stock is compacted,",
      "Stock-Level while Order-Line is. Its figures are not TPC results."
    })
public final class Fig8Command implements Callable<Integer> {
  private static final List<Strategy> STRATEGIES = List.of(SS, WTC, CO, RC, TIW, AD);

  @Spec private CommandSpec spec;
  @Mixin private CommonOptions options;

  @Option(
      names = "--strategies",
      paramLabel = "NAME",
      split = ",",
      description =
          "Strategies of OFF, SS, WTC, PF, CO, RC, PSW, IW, TIW, AD (default:"
              + " SS,WTC,CO,RC,TIW,AD).")
  private List<String> strategies = List.of();

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "2",
      description =
          "Threads, each of which runs one transaction after the other (default:"
              + " ${DEFAULT-VALUE}; the paper had 80).")
  private int threads;

  @Override
  public Integer call() throws IOException {
    TpccPlan plan = checkedPlan();
    return options.run(
        spec,
        plan.settings(),
        progress ->
            options.finish(
                spec,
                TpccJson.of(
                    new TpccExperiment(plan, progress, Clock.systemUTC())
                        .run(soFar -> options.keep(TpccJson.of(soFar))))));
  }

  private TpccPlan checkedPlan() {
    try {
      return new TpccPlan(
          options.settings(
              spec,
              "fig8",
              "TPC-C on two region servers",
              CommonOptions.strategies(spec, strategies, STRATEGIES),
              List.of(TpccPlan.CACHE_FACTOR)),
          threads);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }
}
