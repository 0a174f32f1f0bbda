package io.lighter.benchmarks.experiment;

import io.lighter.benchmarks.demo.DemoLogging;
import io.lighter.benchmarks.demo.Progress;
import io.lighter.benchmarks.experiment.report.Outputs;
import io.lighter.benchmarks.isolation.IsolationProfile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench fig4} to {@code bench fig7}: exit code 1 if no run of a strategy counts. */
@Command(mixinStandardHelpOptions = true, sortOptions = false)
public abstract sealed class FigureCommand implements Callable<Integer> {
  private static final int DEFAULT_READS = 400;
  private static final int READ_THREADS = 10;
  private static final int DEFAULT_UPDATES = 100;
  private static final int UPDATE_THREADS = 4;

  private final Figure figure;

  @Spec private CommandSpec spec;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "Folder for results.json, report.html and the plots.")
  private Path out;

  @Option(names = "--quick", description = "Less data and shorter phases, for a first look.")
  private boolean quick;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      defaultValue = "1",
      description = "Measure each strategy N times and take medians (default: ${DEFAULT-VALUE}).")
  private int repeat;

  @Option(
      names = "--scale",
      paramLabel = "S",
      defaultValue = "1",
      description =
          "Of the data; 1 is about 140 MB, 70 MB with --quick (default: ${DEFAULT-VALUE}).")
  private double scale;

  @Option(
      names = "--strategies",
      paramLabel = "NAME",
      split = ",",
      description = "Only these of SS, WTC, PF, CO, RC, PSW, IW, TIW, AD.")
  private List<String> strategies = List.of();

  @Option(
      names = "--cache",
      paramLabel = "FACTOR",
      split = ",",
      description = "Sizes of the block cache in sizes of the data (default: as in the paper).")
  private List<Double> cacheFactors = List.of();

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

  FigureCommand(Figure figure) {
    this.figure = figure;
  }

  /** {@code fig4}. */
  @Command(name = "fig4", description = "Stock and offloaded compaction (the paper's Figure 4).")
  public static final class Fig4 extends FigureCommand {
    /** For picocli. */
    public Fig4() {
      super(Figure.FIG4);
    }
  }

  /** {@code fig5}. */
  @Command(
      name = "fig5",
      description = "Stock, cache on write and remote cache (the paper's Figure 5).")
  public static final class Fig5 extends FigureCommand {
    /** For picocli. */
    public Fig5() {
      super(Figure.FIG5);
    }
  }

  /** {@code fig6}. */
  @Command(
      name = "fig6",
      description = "Warm-ups before, with and after the switch (the paper's Figure 6).")
  public static final class Fig6 extends FigureCommand {
    /** For picocli. */
    public Fig6() {
      super(Figure.FIG6);
    }
  }

  /** {@code fig7}. */
  @Command(
      name = "fig7",
      description = {
        "All strategies, and the table of the paper's Figure 7.",
        "Also with a cache that is too small for the data."
      })
  public static final class Fig7 extends FigureCommand {
    /** For picocli. */
    public Fig7() {
      super(Figure.FIG7);
    }
  }

  @Override
  public Integer call() throws IOException {
    ExperimentSettings settings = checkedSettings();
    Files.createDirectories(out);
    PrintWriter console = spec.commandLine().getOut();
    DemoLogging.toFile(out.resolve("bench.log"));
    Progress progress = Progress.on(console);
    YcsbWorkload workload =
        new YcsbWorkload(
            new YcsbWorkload.Rates(reads, READ_THREADS, updates, UPDATE_THREADS), settings.rows());
    ExperimentResult result = new Experiment(settings, workload, progress, Clock.systemUTC()).run();
    JsonObject results = Outputs.write(result, out);
    console.println();
    console.print(Outputs.summary(results, out));
    console.flush();
    return Outputs.isComplete(results) ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }

  private ExperimentSettings checkedSettings() {
    if (reads < 1 || reads > 100_000 || updates < 1 || updates > 100_000) {
      throw invalid("--reads %d, --updates %d: expected 1 to 100000".formatted(reads, updates));
    }
    List<Strategy> chosen = new ArrayList<>();
    for (String name : strategies) {
      chosen.add(
          Strategy.byName(name)
              .orElseThrow(
                  () ->
                      invalid(
                          "--strategies %s: expected some of %s"
                              .formatted(name, Strategy.names()))));
    }
    try {
      return new ExperimentSettings(
          figure.label(),
          figure.title(),
          IsolationProfile.named(profile),
          scale,
          quick,
          repeat,
          seed,
          chosen.isEmpty() ? figure.strategies() : chosen,
          cacheFactors.isEmpty() ? figure.cacheFactors() : cacheFactors,
          true);
    } catch (IllegalArgumentException e) {
      throw invalid(e.getMessage());
    }
  }

  private ParameterException invalid(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
