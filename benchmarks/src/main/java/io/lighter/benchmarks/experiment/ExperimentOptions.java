package io.lighter.benchmarks.experiment;

import io.lighter.benchmarks.demo.DemoLogging;
import io.lighter.benchmarks.demo.Progress;
import io.lighter.benchmarks.experiment.report.Outputs;
import io.lighter.benchmarks.isolation.IsolationProfile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** What all experiments have in common on the command line. */
final class ExperimentOptions {
  private static final int DEFAULT_READS = 400;
  private static final int READ_THREADS = 10;
  private static final int DEFAULT_UPDATES = 100;
  private static final int UPDATE_THREADS = 4;
  private static final int MAX_RATE = 100_000;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "Folder for results.json, report.html and the plots.")
  private Path out;

  @Option(names = "--quick", description = "Less data and shorter phases, for a first look.")
  private boolean quick;

  @Option(
      names = "--scale",
      paramLabel = "S",
      defaultValue = "1",
      description =
          "Of the data; 1 is about 140 MB, 70 MB with --quick (default: ${DEFAULT-VALUE}).")
  private double scale;

  @Option(
      names = "--reads",
      paramLabel = "RATE",
      defaultValue = "" + DEFAULT_READS,
      description = "Gets and scans a second (default: ${DEFAULT-VALUE}).")
  private int reads;

  @Option(
      names = "--updates",
      paramLabel = "RATE",
      defaultValue = "" + DEFAULT_UPDATES,
      description = "Updates a second (default: ${DEFAULT-VALUE}).")
  private int updates;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      defaultValue = "none",
      description = "The machines to imitate: none, ssd, paper-node (default: ${DEFAULT-VALUE}).")
  private String profile;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Of the data and of the order of strategies (default: ${DEFAULT-VALUE}).")
  private long seed;

  /**
   * The settings.
   *
   * @throws ParameterException naming an option that is not allowed
   */
  ExperimentSettings settings(
      CommandSpec spec,
      String experiment,
      String title,
      int repeat,
      List<Strategy> strategies,
      List<Double> cacheFactors) {
    try {
      return new ExperimentSettings(
          experiment,
          title,
          IsolationProfile.named(profile),
          scale,
          quick,
          repeat,
          seed,
          strategies,
          cacheFactors,
          true);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  /**
   * The clients.
   *
   * @throws ParameterException naming a rate that is not allowed
   */
  Workload workload(CommandSpec spec, ExperimentSettings settings) {
    return workload(spec, settings.rows(), 1);
  }

  /**
   * The clients of a part of the data.
   *
   * @param part of the rates, up to 1
   */
  Workload workload(CommandSpec spec, YcsbRows rows, double part) {
    if (reads < 1 || reads > MAX_RATE || updates < 1 || updates > MAX_RATE) {
      throw new ParameterException(
          spec.commandLine(),
          "--reads %d, --updates %d: expected 1 to %d".formatted(reads, updates, MAX_RATE));
    }
    return new YcsbWorkload(
        new YcsbWorkload.Rates(
            scaled(reads, part), READ_THREADS, scaled(updates, part), UPDATE_THREADS),
        rows);
  }

  private static int scaled(int rate, double part) {
    return (int) Math.max(1, Math.round(rate * part));
  }

  /** The folder for results. */
  Path out() {
    return out;
  }

  /** Makes the folder; what to tell of progress. */
  Progress begin(CommandSpec spec) throws IOException {
    Files.createDirectories(out);
    DemoLogging.toFile(out.resolve("bench.log"));
    return Progress.on(spec.commandLine().getOut());
  }

  /** Writes the files and the summary; the exit code. */
  int finish(CommandSpec spec, JsonObject results) throws IOException {
    Outputs.write(results, out);
    PrintWriter console = spec.commandLine().getOut();
    console.println();
    console.print(Outputs.summary(results, out));
    console.flush();
    return Outputs.isComplete(results) ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }
}
