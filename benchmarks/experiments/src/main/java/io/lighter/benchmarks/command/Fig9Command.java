// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.command;

import io.lighter.benchmarks.demo.Progress;
import io.lighter.benchmarks.experiment.ExperimentCluster;
import io.lighter.benchmarks.experiment.ExperimentResult;
import io.lighter.benchmarks.experiment.ExperimentSettings;
import io.lighter.benchmarks.experiment.Machine;
import io.lighter.benchmarks.experiment.Strategy;
import io.lighter.benchmarks.experiment.TableLoader;
import io.lighter.benchmarks.experiment.Workload;
import io.lighter.benchmarks.experiment.YcsbRows;
import io.lighter.benchmarks.experiment.report.ReportPage;
import io.lighter.benchmarks.experiment.report.ScaleOutFiles;
import io.lighter.benchmarks.experiment.report.ScaleOutJson;
import io.lighter.benchmarks.experiment.scaleout.ScaleOut;
import io.lighter.benchmarks.experiment.scaleout.ScaleOutPlan;
import io.lighter.benchmarks.experiment.scaleout.ScaleOutRun;
import io.lighter.benchmarks.experiment.scaleout.SimulatedScaleOut;
import io.lighter.benchmarks.experiment.scaleout.SplitTable;
import io.lighter.testing.cluster.LocalCluster;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.TableName;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench fig9}: exits with 1 if a cluster has no valid run. */
@Command(
    name = "fig9",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "An overloaded compaction server, and more that join (the paper's Figure 9).",
      "Also simulated, with 10 and 1000 region servers."
    })
public final class Fig9Command implements Callable<Integer> {
  private static final List<Integer> SIMULATED = List.of(10, 1000);
  private static final double CACHE_FACTOR = 1.5;

  @Spec private CommandSpec spec;
  @Mixin private ExperimentOptions options;

  @Option(
      names = "--region-servers",
      paramLabel = "N",
      split = ",",
      defaultValue = "2,4",
      description = "Region servers of each cluster, growing (default: ${DEFAULT-VALUE}).")
  private List<Integer> regionServers;

  @Option(
      names = "--servers",
      paramLabel = "N",
      split = ",",
      defaultValue = "1,2",
      description =
          "Compaction servers at the start, and after each growth (default: ${DEFAULT-VALUE}).")
  private List<Integer> servers;

  /** Isolation reports of all clusters are alike, so the last one is kept. */
  private List<String> isolation = List.of();

  @Override
  public Integer call() throws IOException {
    ExperimentSettings settings =
        options.settings(
            spec,
            "fig9",
            "More compaction servers for more region servers",
            List.of(Strategy.TIW),
            List.of(CACHE_FACTOR));
    ScaleOutPlan plan = plan(settings);
    Workload largest = options.workload(spec, settings.profile(), plan.rows(), 1);
    return options.run(
        spec, settings, progress -> finish(measure(settings, plan, largest, progress)));
  }

  private JsonObject measure(
      ExperimentSettings settings, ScaleOutPlan plan, Workload largest, Progress progress)
      throws IOException {
    Clock clock = Clock.systemUTC();
    Instant start = clock.instant();
    Map<String, Object> machine = Machine.describe();
    List<ScaleOutRun> runs = new ArrayList<>();
    for (int turn = 1; turn <= settings.repeat(); turn++) {
      for (int count : plan.regionServers()) {
        runs.add(run(settings, plan, count, turn, progress, clock));
        int left = settings.repeat() * plan.regionServers().size() - runs.size();
        Duration time = Duration.between(start, clock.instant());
        ScaleOutFiles.writeTexts(
            ScaleOutJson.of(
                about(settings, largest, machine, left, start, time), plan, runs, List.of()),
            options.out());
      }
    }
    List<SimulatedScaleOut> simulated = new ArrayList<>();
    for (int count : SIMULATED) {
      progress.step("Simulating %,d region servers".formatted(count));
      simulated.add(SimulatedScaleOut.run(count, settings.quick(), settings.seed()));
    }
    progress.finish();
    Duration time = Duration.between(start, clock.instant());
    return ScaleOutJson.of(
        about(settings, largest, machine, 0, start, time), plan, runs, simulated);
  }

  private ExperimentResult about(
      ExperimentSettings settings,
      Workload largest,
      Map<String, Object> machine,
      int left,
      Instant start,
      Duration time) {
    return new ExperimentResult(
        settings,
        largest.operations(),
        largest.description(),
        machine,
        isolation,
        List.of(),
        List.of(),
        left,
        start,
        time);
  }

  private ScaleOutPlan plan(ExperimentSettings settings) {
    try {
      return ScaleOutPlan.of(regionServers, servers, settings.rows(), settings.quick());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private ScaleOutRun run(
      ExperimentSettings settings,
      ScaleOutPlan plan,
      int count,
      int turn,
      Progress progress,
      Clock clock)
      throws IOException {
    progress.step("Starting a cluster of %d region servers".formatted(count));
    YcsbRows rows = plan.rowsOf(count);
    long bytes = TableLoader.bytes(rows) / count;
    try (LocalCluster cluster =
        LocalCluster.start(
            plan.configure(
                    ExperimentCluster.settings(
                        settings.profile(), bytes, CACHE_FACTOR, progress::detail),
                    count)
                .build())) {
      try {
        progress.step("Loading %,d rows".formatted(rows.count()));
        TableName table =
            SplitTable.load(
                cluster.connection(),
                rows,
                count * ScaleOutPlan.REGIONS,
                settings.seed() + turn,
                progress);
        progress.step(
            "%d region servers, %s compaction servers, %d s each"
                .formatted(count, plan.servers(), plan.part().toSeconds()));
        Workload workload = options.workload(spec, settings.profile(), rows, plan.shareOf(count));
        ScaleOutRun run = new ScaleOut(cluster, workload, plan, progress, clock).run(table, turn);
        if (!run.failures().isEmpty()) {
          cluster.keepFiles();
          run.failures().forEach(failure -> progress.detail("does not count: " + failure));
        }
        isolation = cluster.isolation().report().lines();
        return run;
      } catch (IOException | RuntimeException e) {
        cluster.keepFiles();
        throw e;
      }
    }
  }

  private int finish(JsonObject results) throws IOException {
    ScaleOutFiles.write(results, options.out());
    PrintWriter console = spec.commandLine().getOut();
    console.println();
    console.print(ScaleOutFiles.text(results));
    console.print(ReportPage.line(options.out()));
    console.flush();
    return ScaleOutFiles.isComplete(results) ? ExitCode.OK : ExitCode.SOFTWARE;
  }
}
