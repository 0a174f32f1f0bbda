package io.lighter.benchmarks.chaos;

import io.lighter.benchmarks.cluster.Levers;
import io.lighter.benchmarks.cluster.LocalCluster;
import io.lighter.benchmarks.demo.DemoLogging;
import io.lighter.benchmarks.isolation.VirtualHosts;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lighter chaos}: exit code 0 if nothing was lost, wrong, stuck or left over. */
@Command(
    name = "chaos",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Starts a local cluster and kills, stops, cuts off or slows down one process after the other"
            + " at the worst moments of compactions and warm-ups, while every read is checked against"
            + " what was written.")
public final class ChaosCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(ChaosCommand.class);
  private static final int MAX_MINUTES = 10_000;

  @Spec private CommandSpec spec;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "20",
      description = "No fault begins after that (default: ${DEFAULT-VALUE}).")
  private int minutes;

  @Option(names = "--once", description = "Each fault once instead, however long that takes.")
  private boolean once;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Of the order of faults and of the data (default: another each time).")
  private Long seed;

  @Option(names = "--json", paramLabel = "FILE", description = "Also writes the result here.")
  private Path json;

  /** A command that has not been run. */
  public ChaosCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    checkOptions();
    if (VirtualHosts.refusal().isEmpty()) {
      OptionalInt elsewhere =
          VirtualHosts.run(spec.root().commandLine().getParseResult().originalArgs());
      if (elsewhere.isPresent()) {
        return elsewhere.getAsInt();
      }
    }
    long chosenSeed = seed != null ? seed : new Random().nextInt(Integer.MAX_VALUE);
    PrintWriter out = spec.commandLine().getOut();
    DemoLogging.silence();
    Levers.here()
        .missing()
        .forEach(missing -> say(out, "Left out, since processes have no " + missing));
    say(out, "Starting a cluster");
    try (LocalCluster cluster = LocalCluster.start(ChaosRun.clusterSettings().build())) {
      DemoLogging.toFile(cluster.logFolder().resolve("chaos.log"));
      say(
          out,
          "%s, seed %d, logs: %s"
              .formatted(
                  once ? "Each fault once" : "Faults for %d min".formatted(minutes),
                  chosenSeed,
                  cluster.logFolder()));
      try {
        return run(cluster, chosenSeed, out);
      } catch (IOException | RuntimeException e) {
        if (cluster.isClosed()) { // Ctrl-C
          return ExitCode.SOFTWARE;
        }
        LOG.error("Broke off", e);
        return fail(e.toString(), cluster);
      }
    } catch (IOException e) {
      spec.commandLine().getErr().println("chaos failed: " + e.getMessage());
      return ExitCode.SOFTWARE;
    }
  }

  private int run(LocalCluster cluster, long chosenSeed, PrintWriter out)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + Duration.ofMinutes(minutes).toNanos();
    ChaosReport report =
        new ChaosRun(cluster, chosenSeed, outcome -> say(out, outcome.words()))
            .run(
                once
                    ? shuffled(new Random(chosenSeed)).iterator()
                    : endless(new Random(chosenSeed)),
                () -> once || System.nanoTime() - deadline < 0);
    say(out, report.toText());
    if (json != null) {
      Files.writeString(json, report.toJson());
    }
    return report.passed() ? ExitCode.OK : fail("see above", cluster);
  }

  /** All faults in one order, then in another, and so on. */
  private static Iterator<Fault> endless(Random random) {
    return Stream.generate(() -> shuffled(random)).flatMap(List::stream).iterator();
  }

  private static List<Fault> shuffled(Random random) {
    List<Fault> faults = new ArrayList<>(FaultMatrix.possible(Levers.here()));
    Collections.shuffle(faults, random);
    return faults;
  }

  private int fail(String reason, LocalCluster cluster) {
    cluster.keepFiles();
    PrintWriter err = spec.commandLine().getErr();
    err.println("chaos failed: " + reason);
    err.println("Logs: " + cluster.logFolder());
    err.flush();
    return ExitCode.SOFTWARE;
  }

  private void checkOptions() {
    if (minutes < 1 || minutes > MAX_MINUTES) {
      throw new ParameterException(
          spec.commandLine(), "--minutes %d: expected 1 to %d".formatted(minutes, MAX_MINUTES));
    }
    if (json != null && !Files.isWritable(json.toAbsolutePath().getParent())) {
      throw new ParameterException(
          spec.commandLine(), "--json %s: expected a file that can be written".formatted(json));
    }
  }

  private static void say(PrintWriter out, String text) {
    out.println(text);
    out.flush();
  }
}
