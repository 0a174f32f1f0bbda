// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.command;

import io.lighter.benchmarks.demo.Progress;
import io.lighter.benchmarks.experiment.ClonedTable;
import io.lighter.benchmarks.experiment.ExperimentCluster;
import io.lighter.benchmarks.experiment.ExperimentResult;
import io.lighter.benchmarks.experiment.ExperimentSettings;
import io.lighter.benchmarks.experiment.LongRun;
import io.lighter.benchmarks.experiment.Machine;
import io.lighter.benchmarks.experiment.Strategy;
import io.lighter.benchmarks.experiment.TableLoader;
import io.lighter.benchmarks.experiment.Workload;
import io.lighter.benchmarks.experiment.report.LongRunJson;
import io.lighter.testing.cluster.LocalCluster;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code bench fig3}. */
@Command(
    name = "fig3",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Stock HBase with and without compactions (the paper's Figure 3).")
public final class Fig3Command implements Callable<Integer> {
  private static final double CACHE_FACTOR = 1.5;

  @Spec private CommandSpec spec;
  @Mixin private ExperimentOptions options;

  @Override
  public Integer call() throws IOException {
    ExperimentSettings settings =
        options.settings(
            spec,
            "fig3",
            "Reads over time, with and without compactions",
            List.of(Strategy.SS),
            List.of(CACHE_FACTOR));
    Workload workload = options.workload(spec, settings);
    return options.run(
        spec, settings, progress -> options.finish(spec, measure(settings, workload, progress)));
  }

  private JsonObject measure(ExperimentSettings settings, Workload workload, Progress progress)
      throws IOException {
    Clock clock = Clock.systemUTC();
    Instant start = clock.instant();
    Map<String, Object> machine = Machine.describe();
    List<LongRun.Result> runs = new ArrayList<>();
    progress.step("Starting a cluster");
    long bytes = TableLoader.bytes(settings.rows());
    try (LocalCluster cluster =
        LocalCluster.start(
            ExperimentCluster.settings(settings.profile(), bytes, CACHE_FACTOR, progress::detail)
                .build())) {
      progress.step("Loading %,d rows".formatted(settings.rows().count()));
      ClonedTable data =
          ClonedTable.load(cluster.connection(), settings.rows(), settings.seed(), progress);
      LongRun.Plan plan = LongRun.Plan.of(settings.quick());
      for (int repeat = 1; repeat <= settings.repeat(); repeat++) {
        for (LongRun.Mode mode : LongRun.Mode.values()) {
          progress.step("%s, %d s".formatted(mode.title(), plan.time().toSeconds()));
          runs.add(new LongRun(cluster, data, workload, plan, progress, clock).run(mode, repeat));
          int left = settings.repeat() * LongRun.Mode.values().length - runs.size();
          Duration time = Duration.between(start, clock.instant());
          options.keep(
              LongRunJson.of(about(settings, workload, machine, cluster, left, start, time), runs));
        }
      }
      progress.finish();
      Duration time = Duration.between(start, clock.instant());
      return LongRunJson.of(about(settings, workload, machine, cluster, 0, start, time), runs);
    }
  }

  private static ExperimentResult about(
      ExperimentSettings settings,
      Workload workload,
      Map<String, Object> machine,
      LocalCluster cluster,
      int left,
      Instant start,
      Duration time) {
    return new ExperimentResult(
        settings,
        workload.operations(),
        workload.description(),
        machine,
        cluster.isolation().report().lines(),
        List.of(),
        List.of(),
        left,
        start,
        time);
  }
}
