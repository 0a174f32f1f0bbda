package io.lighter.benchmarks.check;

import io.lighter.benchmarks.cluster.LocalCluster;
import io.lighter.benchmarks.cluster.LocalClusterSettings;
import io.lighter.benchmarks.cluster.Role;
import io.lighter.benchmarks.demo.DemoLogging;
import io.lighter.common.config.LighterOption;
import io.lighter.common.config.WarmupStrategy;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.TableName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lighter check}: exit code 0 if every read was one that the history allows. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Starts a local cluster, writes, reads, compacts, splits, merges, moves, bulk-loads and"
            + " takes snapshots at random and at the same time, and checks every read against what"
            + " was written.")
public final class CheckCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(CheckCommand.class);
  private static final TableName TABLE = TableName.valueOf("checked");
  private static final String ENGINE = "org.apache.hadoop.hbase.regionserver.OffloadingStoreEngine";
  private static final int ROWS = 4_000;
  private static final int VALUE_BYTES = 200;
  private static final int MAX_MINUTES = 10_000;

  /** A mean major compaction's output of one family takes about a second. */
  private static final Map<LighterOption, String> SMALL =
      Map.of(
          LighterOption.OFFLOAD_MIN_BYTES, "1",
          LighterOption.OFFLOAD_POLL_INTERVAL, "100ms",
          LighterOption.WARMUP_MIN_BYTES, "1",
          LighterOption.WARMUP_RATE, "1MB",
          LighterOption.WARMUP_RATE_FLOOR, "256KB",
          LighterOption.WARMUP_CHUNK_SIZE, "16KB");

  @Spec private CommandSpec spec;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "5",
      description = "How long (default: ${DEFAULT-VALUE}).")
  private int minutes;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Of the random choices; the report names it (default: another each time).")
  private Long seed;

  @Option(names = "--json", paramLabel = "FILE", description = "Also writes the result here.")
  private Path json;

  @Option(
      names = "--strategy",
      paramLabel = "NAME",
      description = "Warm-up strategy, as in lighter.warmup.strategy (default: that option's).")
  private String strategy;

  /** A command that has not been run. */
  public CheckCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    CheckSettings settings = checkedSettings();
    LocalClusterSettings clusterSettings = clusterSettings();
    PrintWriter out = spec.commandLine().getOut();
    DemoLogging.silence();
    say(out, "Starting a cluster");
    try (LocalCluster cluster = LocalCluster.start(clusterSettings)) {
      try {
        DemoLogging.toFile(cluster.logFolder().resolve("check.log"));
        say(
            out,
            "Checking for %d min, seed %d, logs: %s"
                .formatted(minutes, settings.seed(), cluster.logFolder()));
        return run(cluster, settings, out);
      } catch (IOException | RuntimeException e) {
        if (cluster.isClosed()) { // Ctrl-C
          return CommandLine.ExitCode.SOFTWARE;
        }
        LOG.error("The check failed", e);
        return fail(e.toString(), cluster);
      }
    } catch (IOException e) {
      spec.commandLine().getErr().println("check failed: " + e.getMessage());
      return CommandLine.ExitCode.SOFTWARE;
    }
  }

  private int run(LocalCluster cluster, CheckSettings settings, PrintWriter out)
      throws IOException, InterruptedException {
    CompactionCounts.Source compactions =
        () ->
            new LogCounts(
                    cluster.processNames().stream()
                        .filter(name -> name.role() == Role.REGION_SERVER)
                        .map(cluster::logFile)
                        .toList(),
                    TABLE)
                .read();
    CheckReport report =
        new Checker(
                cluster.configuration(),
                cluster.connection(),
                TABLE,
                settings,
                compactions,
                System::nanoTime,
                step -> say(out, step))
            .run();
    out.print(report.toText());
    out.flush();
    if (json != null) {
      Files.writeString(json, report.toJson());
    }
    return report.passed()
        ? CommandLine.ExitCode.OK
        : fail("a read was wrong or failed, or nothing was offloaded; see above", cluster);
  }

  private int fail(String reason, LocalCluster cluster) {
    cluster.keepFiles();
    PrintWriter err = spec.commandLine().getErr();
    err.println("check failed: " + reason);
    err.println("Logs: " + cluster.logFolder());
    err.flush();
    return CommandLine.ExitCode.SOFTWARE;
  }

  private CheckSettings checkedSettings() {
    if (minutes < 1 || minutes > MAX_MINUTES) {
      throw new ParameterException(
          spec.commandLine(), "--minutes %d: expected 1 to %d".formatted(minutes, MAX_MINUTES));
    }
    if (json != null && !Files.isWritable(json.toAbsolutePath().getParent())) {
      throw new ParameterException(
          spec.commandLine(), "--json %s: expected a file that can be written".formatted(json));
    }
    return new CheckSettings(
        seed != null ? seed : new Random().nextInt(Integer.MAX_VALUE),
        Duration.ofMinutes(minutes),
        ROWS,
        VALUE_BYTES,
        Optional.of(ENGINE),
        Map.of(),
        false,
        new CheckSettings.Load(
            4,
            2,
            2,
            Duration.ofMillis(10),
            Duration.ofMillis(5),
            Duration.ofMillis(1_500),
            Duration.ofSeconds(6),
            Duration.ofSeconds(8)));
  }

  private LocalClusterSettings clusterSettings() {
    LocalClusterSettings.Builder cluster =
        LocalClusterSettings.builder()
            .compactionServers(1)
            .hdfs(1, 1)
            // Retired files go while reads and snapshots may still want them.
            .site("hbase.hfile.compaction.discharger.interval", "5000");
    SMALL.forEach((option, value) -> cluster.site(option.key(), value));
    if (strategy != null) {
      if (WarmupStrategy.byName(strategy).isEmpty()) {
        throw new ParameterException(
            spec.commandLine(),
            "--strategy %s: expected a value of %s"
                .formatted(strategy, LighterOption.WARMUP_STRATEGY.key()));
      }
      cluster.site(LighterOption.WARMUP_STRATEGY.key(), strategy);
    }
    return cluster.build();
  }

  private static void say(PrintWriter out, String text) {
    out.println(text);
    out.flush();
  }
}
