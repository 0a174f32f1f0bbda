package io.lighter.benchmarks.chaos;

import io.lighter.benchmarks.cluster.Levers;
import io.lighter.benchmarks.cluster.LocalCluster;
import io.lighter.benchmarks.demo.DemoLogging;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lighter soak}: exit code 0 if nothing was wrong and nothing grew. */
@Command(
    name = "soak",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Starts a local cluster and compacts and warms up one table again and again for hours, with"
            + " a compaction server or manager killed now and then, while every read is checked;"
            + " tells whether memory, threads, file descriptors, znodes or files grow.")
public final class SoakCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(SoakCommand.class);
  private static final int MAX_MINUTES = 10_000;

  @Spec private CommandSpec spec;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "120",
      description =
          "How long; what lives for less than 10 is not judged (default: ${DEFAULT-VALUE}).")
  private int minutes;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Of the choice of victims and of the data (default: another each time).")
  private Long seed;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "Folder for results.json and the plots; it is made.")
  private Path out;

  /** A command that has not been run. */
  public SoakCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (minutes < 1 || minutes > MAX_MINUTES) {
      throw new ParameterException(
          spec.commandLine(), "--minutes %d: expected 1 to %d".formatted(minutes, MAX_MINUTES));
    }
    Files.createDirectories(out);
    long chosenSeed = seed != null ? seed : new Random().nextInt(Integer.MAX_VALUE);
    DemoLogging.silence();
    say("Starting a cluster");
    try (LocalCluster cluster =
        LocalCluster.start(ChaosRun.clusterSettings().levers(Levers.NONE).build())) {
      DemoLogging.toFile(cluster.logFolder().resolve("soak.log"));
      say("%d min, seed %d, logs: %s".formatted(minutes, chosenSeed, cluster.logFolder()));
      try {
        return run(cluster, chosenSeed);
      } catch (IOException | RuntimeException e) {
        if (cluster.isClosed()) { // Ctrl-C
          return ExitCode.SOFTWARE;
        }
        LOG.error("Broke off", e);
        return fail(e.toString(), cluster);
      }
    } catch (IOException e) {
      spec.commandLine().getErr().println("soak failed: " + e.getMessage());
      return ExitCode.SOFTWARE;
    }
  }

  private int run(LocalCluster cluster, long chosenSeed) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + Duration.ofMinutes(minutes).toNanos();
    SoakReport report =
        new SoakRun(cluster, chosenSeed, this::say).run(() -> System.nanoTime() - deadline < 0);
    Files.writeString(out.resolve("results.json"), report.toJson());
    SoakPlots.write(report, out);
    say(report.toText() + "Results and plots: " + out.toAbsolutePath());
    return report.passed() ? ExitCode.OK : fail("see above", cluster);
  }

  private int fail(String reason, LocalCluster cluster) {
    cluster.keepFiles();
    PrintWriter err = spec.commandLine().getErr();
    err.println("soak failed: " + reason);
    err.println("Logs: " + cluster.logFolder());
    err.flush();
    return ExitCode.SOFTWARE;
  }

  private void say(String text) {
    PrintWriter console = spec.commandLine().getOut();
    console.println(text);
    console.flush();
  }
}
