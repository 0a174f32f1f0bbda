// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.chaos;

import io.lighter.testing.check.LocalRun;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.SupportedFaults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code lighter soak}: exits with 0 if nothing was wrong and nothing grew. */
@Command(
    name = "soak",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Starts a local cluster and compacts and warms up one table again and again for hours, with"
            + " a compaction server or manager killed now and then, while every read is checked;"
            + " reports whether memory, threads, file descriptors, znodes or files grow.")
public final class SoakCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "120",
      description =
          "Duration in minutes; shorter series than 10 are not judged (default: ${DEFAULT-VALUE}).")
  private int minutes;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Seed of the targets and of the data (default: random).")
  private Long seed;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "Folder for results.json and the plots; created if missing.")
  private Path out;

  /** Creates the command without running it. */
  public SoakCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    LocalRun run = new LocalRun(spec);
    Duration duration = run.duration(minutes);
    long chosenSeed = run.seed(seed);
    Files.createDirectories(out);
    return run.run(
        ChaosRun.clusterSettings().supportedFaults(SupportedFaults.NONE).build(),
        "%d min, seed %d".formatted(minutes, chosenSeed),
        cluster -> soak(cluster, chosenSeed, System.nanoTime() + duration.toNanos(), run));
  }

  private Optional<String> soak(LocalCluster cluster, long chosenSeed, long deadline, LocalRun run)
      throws IOException, InterruptedException {
    SoakReport report =
        new SoakRun(cluster, chosenSeed, run::say).run(() -> System.nanoTime() - deadline < 0);
    Files.writeString(out.resolve("results.json"), report.toJson());
    SoakPlots.write(report, out);
    run.say(report.toText() + "Results and plots: " + out.toAbsolutePath());
    return report.passed() ? Optional.empty() : Optional.of("see above");
  }
}
