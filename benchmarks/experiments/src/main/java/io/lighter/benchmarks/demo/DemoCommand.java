// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import io.lighter.common.config.WarmupStrategy;
import io.lighter.testing.cluster.ClientLogging;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.LocalClusterSettings;
import io.lighter.testing.isolation.IsolationProfile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/**
 * The command {@code lighter demo}. Its exit code is 0 if both tables are equal and all reads were
 * correct.
 */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Starts a local cluster, compacts one table with stock HBase and its twin with Lighter,"
            + " compares every cell and shows the effect on readers and the block cache.")
public final class DemoCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(DemoCommand.class);
  private static final String DEFAULT_ROWS = "80000";

  /** Strategies of which a running cluster shows no result: no offload, or a long warm-up. */
  private static final Set<WarmupStrategy> NOT_ON_CLUSTER =
      EnumSet.of(WarmupStrategy.WRITE_THROUGH, WarmupStrategy.REMOTE);

  private static final List<IsolationProfile> ISOLATIONS =
      List.of(IsolationProfile.SSD, IsolationProfile.NONE);

  @Spec private CommandSpec spec;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = DEFAULT_ROWS,
      description = "Rows of each table (default: ${DEFAULT-VALUE}).")
  private int rows;

  @Option(
      names = "--strategy",
      paramLabel = "NAME",
      defaultValue = "throttled",
      converter = StrategyConverter.class,
      completionCandidates = StrategyNames.class,
      description = {
        "How the block cache gets the compacted file: ${COMPLETION-CANDIDATES}"
            + " (default: ${DEFAULT-VALUE})."
      })
  private WarmupStrategy strategy;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "lighter-demo",
      description = "Folder for demo.html, the result as a page (default: ${DEFAULT-VALUE}).")
  private Path out;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      defaultValue = "ssd",
      description =
          "Isolation of processes as far as this host permits: ssd gives the region servers CPUs of"
              + " their own, none isolates nothing (default: ${DEFAULT-VALUE}).")
  private String profile;

  @Option(names = "--json", paramLabel = "FILE", description = "Also writes the result here.")
  private Path json;

  @Option(
      names = "--keep",
      description =
          "Leaves the cluster running afterwards, until Ctrl-C, and prints its addresses.")
  private boolean keep;

  @Option(
      names = "--on-cluster",
      description =
          "Takes the running cluster of this host's hbase-site.xml, whose region servers have the"
              + " plug-in; only loads, compacts, compares, and drops its tables again.")
  private boolean onCluster;

  @Option(
      names = "--index",
      description =
          "Shows a secondary index instead: loads a table, creates an index while rows are written,"
              + " looks rows up, kills a region server and compares every lookup with what was"
              + " written.")
  private boolean index;

  @Option(
      names = "--object-store",
      description =
          "Keeps HBase's store files in an object store instead of HDFS: S3A, on an S3 server in"
              + " the memory of a process on the loopback interface. Logs stay on HDFS.")
  private boolean objectStore;

  @Option(names = "--quick", hidden = true, description = "Phases too short for figures.")
  private boolean quick;

  @Option(names = "--without-lighter", hidden = true, description = "Compares stock with stock.")
  private boolean withoutLighter;

  /** Runs the demo alone, without other commands of {@code lighter}. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new DemoCommand()).execute(args));
  }

  @Override
  public Integer call() throws IOException {
    DemoSettings settings = checkedSettings();
    PrintWriter console = spec.commandLine().getOut();
    Progress progress = Progress.on(console);
    ClientLogging.silence();
    if (onCluster) {
      return runOnCluster(settings, progress, console);
    }
    LocalClusterSettings processes = clusterSettings(settings, progress);
    progress.step("Starting a cluster");
    try (LocalCluster cluster = LocalCluster.start(processes)) {
      try {
        ClientLogging.toFile(cluster.logFolder().resolve("demo.log"));
        progress.detail("logs: " + cluster.logFolder());
        if (index) {
          return runIndex(cluster, progress, console);
        }
        return run(cluster, settings, progress, console);
      } catch (IOException | RuntimeException e) {
        if (cluster.isClosed()) { // Ctrl-C
          return CommandLine.ExitCode.SOFTWARE;
        }
        LOG.error("demo failed", e);
        cluster.keepFiles();
        progress.finish();
        return fail(List.of(e.toString()), cluster);
      }
    } catch (IOException e) {
      progress.finish();
      spec.commandLine().getErr().println("demo failed: " + e.getMessage());
      return CommandLine.ExitCode.SOFTWARE;
    }
  }

  private int run(
      LocalCluster cluster, DemoSettings settings, Progress progress, PrintWriter console)
      throws IOException {
    DemoReport report = new Demo(cluster, settings, progress).run();
    files().write(report);
    Optional<StoreCheck> check =
        objectStore ? Optional.of(StoreCheck.of(cluster, progress)) : Optional.empty();
    console.println();
    console.print(ReportTable.of(report, Glyphs.of(Glyphs.console())));
    check.ifPresent(found -> console.println(found.text()));
    console.println();
    printRemains(cluster, console);
    console.flush();
    List<String> failures = new ArrayList<>(report.failures(settings.lighter()));
    check.ifPresent(found -> failures.addAll(found.failures()));
    int exitCode = CommandLine.ExitCode.OK;
    if (!failures.isEmpty()) {
      cluster.keepFiles();
      exitCode = fail(failures, cluster);
    }
    if (keep) {
      KeptCluster.await(cluster, console);
    }
    return exitCode;
  }

  private int runIndex(LocalCluster cluster, Progress progress, PrintWriter console)
      throws IOException {
    IndexDemo.Outcome outcome = new IndexDemo(cluster, rows, progress).run();
    console.print(outcome.toText());
    console.flush();
    if (outcome.passed()) {
      return CommandLine.ExitCode.OK;
    }
    cluster.keepFiles();
    return fail(List.of("a lookup did not show exactly the rows of its city"), cluster);
  }

  private void printRemains(LocalCluster cluster, PrintWriter console) {
    console.printf("Page: %s%n", files().page().toAbsolutePath());
    files().json().ifPresent(file -> console.printf("JSON: %s%n", file.toAbsolutePath()));
    console.println(
        keep
            ? "The cluster and both tables stay until Ctrl-C: " + cluster.folder()
            : "Nothing else remains: the cluster and its files are removed.");
  }

  private DemoFiles files() {
    return new DemoFiles(out, Optional.ofNullable(json));
  }

  private int runOnCluster(DemoSettings settings, Progress progress, PrintWriter console)
      throws IOException {
    ClusterDemo.Outcome outcome;
    try {
      outcome = new ClusterDemo(HBaseConfiguration.create(), settings, progress).run();
    } catch (IOException e) {
      progress.finish();
      printFailures(List.of(e.getMessage()));
      return CommandLine.ExitCode.SOFTWARE;
    }
    console.print(ReportTable.of(outcome, settings.rows()));
    console.flush();
    files().writeJson(ReportJson.of(outcome, settings.rows()));
    printFailures(outcome.failures());
    return outcome.failures().isEmpty() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }

  private void printFailures(List<String> reasons) {
    PrintWriter err = spec.commandLine().getErr();
    reasons.forEach(reason -> err.println("demo failed: " + reason));
    err.flush();
  }

  private int fail(List<String> reasons, LocalCluster cluster) {
    printFailures(reasons);
    PrintWriter err = spec.commandLine().getErr();
    err.println("Logs: " + cluster.logFolder());
    err.flush();
    return CommandLine.ExitCode.SOFTWARE;
  }

  private LocalClusterSettings clusterSettings(DemoSettings settings, Progress progress) {
    try {
      return DemoCluster.settings(
          settings, isolation(), index ? IndexDemo.SITE : Map.of(), progress);
    } catch (IllegalArgumentException e) { // this installation has no object store
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private DemoSettings checkedSettings() {
    try {
      if (onCluster && (keep || withoutLighter || NOT_ON_CLUSTER.contains(strategy))) {
        throw new IllegalArgumentException(
            "--on-cluster: expected neither --keep nor --without-lighter nor a strategy that"
                + " offloads nothing (write-through) or goes on for long (remote)");
      }
      if (index && (onCluster || keep || withoutLighter || json != null)) {
        throw new IllegalArgumentException(
            "--index: expected none of --on-cluster, --keep, --json");
      }
      if (objectStore && (onCluster || index)) {
        throw new IllegalArgumentException(
            "--object-store: expected neither --on-cluster, which starts no cluster, nor --index:"
                + " indexes are not built without atomic renames");
      }
      isolation();
      DemoSettings settings =
          new DemoSettings(
              rows, !withoutLighter, strategy, quick ? Pace.QUICK : Pace.FULL, objectStore);
      files().requireWritable(!onCluster && !index);
      return settings;
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  /** A profile whose limits fit the demo's minutes. */
  private IsolationProfile isolation() {
    return ISOLATIONS.stream()
        .filter(each -> each.name().equals(profile))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "--profile %s: expected ssd or none".formatted(profile)));
  }

  /** Strategy names for the help text. */
  private static final class StrategyNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(WarmupStrategy.values()).map(WarmupStrategy::configName).iterator();
    }
  }

  private static final class StrategyConverter implements ITypeConverter<WarmupStrategy> {
    @Override
    public WarmupStrategy convert(String name) {
      return WarmupStrategy.byName(name)
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "expected one of %s, not '%s'"
                          .formatted(String.join(", ", new StrategyNames()), name)));
    }
  }
}
