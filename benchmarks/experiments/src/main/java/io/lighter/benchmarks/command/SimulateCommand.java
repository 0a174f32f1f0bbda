// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.command;

import io.lighter.benchmarks.scale.ScaleResult;
import io.lighter.benchmarks.scale.ScaleSettings;
import io.lighter.benchmarks.scale.ScaleSimulation;
import io.lighter.cli.command.ExitCode;
import io.lighter.cli.command.Site;
import io.lighter.cli.command.TextTable;
import io.lighter.cli.command.Units;
import io.lighter.common.config.ConfigurationException;
import io.lighter.manager.balance.BalanceSettings;
import io.lighter.manager.simulate.Simulation;
import io.lighter.manager.simulate.SimulationResult;
import io.lighter.manager.simulate.SimulationSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hbase.thirdparty.com.google.gson.FieldNamingPolicy;
import org.apache.hbase.thirdparty.com.google.gson.Gson;
import org.apache.hbase.thirdparty.com.google.gson.GsonBuilder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lighter simulate}: runs the manager's assignment on a simulated cluster. */
@Command(
    name = "simulate",
    description = {
      "Simulates the manager's assignment: the same load by numbers alone, and balanced by load.",
      "Needs no cluster. The options lighter.manager.balance.* of the site apply.",
      "With --costs, measures instead what a real manager and a real ZooKeeper, in this process,",
      "have to do for so many servers that report and restart; takes minutes."
    },
    mixinStandardHelpOptions = true)
final class SimulateCommand implements Callable<Integer> {
  private static final Gson GSON =
      new GsonBuilder()
          .setPrettyPrinting()
          .setFieldNamingPolicy(FieldNamingPolicy.LOWER_CASE_WITH_UNDERSCORES)
          .create();

  private final Site.Loader siteLoader;

  @Spec private CommandSpec spec;

  @Option(
      names = "--region-servers",
      paramLabel = "N",
      defaultValue = "100",
      description = "Region servers (default: ${DEFAULT-VALUE}).")
  private int regionServers;

  @Option(
      names = "--servers",
      paramLabel = "N",
      defaultValue = "10",
      description = "Compaction servers (default: ${DEFAULT-VALUE}).")
  private int servers;

  @Option(
      names = "--regions",
      paramLabel = "N",
      defaultValue = "10000",
      description = "Regions (default: ${DEFAULT-VALUE}).")
  private int regions;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      defaultValue = "120",
      description = "Minutes of the simulated clock (default: ${DEFAULT-VALUE}).")
  private int minutes;

  @Option(
      names = "--zipf",
      paramLabel = "EXPONENT",
      defaultValue = "0.99",
      description = "Skew of the regions' update rates, 0: uniform (default: ${DEFAULT-VALUE}).")
  private double zipf;

  @Option(
      names = "--utilisation",
      paramLabel = "PART",
      defaultValue = "0.7",
      description =
          "Requested compactions relative to the capacity of all servers (default:"
              + " ${DEFAULT-VALUE}).")
  private double utilisation;

  @Option(names = "--churn", description = "Let one of 20 servers die, and be replaced later.")
  private boolean churn;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Seed of the random choices (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--costs",
      description = "Measure the manager's processor time and the reads of ZooKeeper.")
  private boolean costs;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      defaultValue = "2000",
      description = "Number of reported jobs, with --costs (default: ${DEFAULT-VALUE}).")
  private int jobs;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "60",
      description =
          "Real seconds in which servers only report, with --costs (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--warm-up",
      paramLabel = "S",
      defaultValue = "120",
      description =
          "Real seconds before the measurement of --costs, because a new manager is slow"
              + " (default: ${DEFAULT-VALUE}).")
  private int warmUp;

  @Option(
      names = "--restarts",
      paramLabel = "N",
      defaultValue = "5",
      description =
          "Compaction servers that restart afterwards, with --costs (default: ${DEFAULT-VALUE}).")
  private int restarts;

  @Option(names = "--json", paramLabel = "FILE", description = "Write all figures to a file, too.")
  private Path json;

  SimulateCommand(Site.Loader siteLoader) {
    this.siteLoader = siteLoader;
  }

  /** Content of the output file. */
  private record Written(SimulationSettings settings, List<SimulationResult> results) {}

  @Override
  public Integer call() throws IOException, ConfigurationException {
    return costs ? measureCosts() : simulateAssignment();
  }

  private int measureCosts() throws IOException {
    ScaleSettings settings = scaleSettings();
    Path folder = Files.createTempDirectory("lighter-simulate");
    ScaleResult result;
    try {
      result = new ScaleSimulation(settings, folder).run();
    } finally {
      boolean unused = FileUtil.fullyDelete(folder.toFile());
    }
    print(costs(result).render());
    if (json != null) {
      Files.writeString(json, GSON.toJson(result) + '\n');
    }
    return ExitCode.OK.code();
  }

  private ScaleSettings scaleSettings() {
    try {
      return new ScaleSettings(
          regionServers,
          servers,
          regions,
          jobs,
          Duration.ofSeconds(warmUp),
          Duration.ofSeconds(seconds),
          restarts);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private static TextTable costs(ScaleResult result) {
    TextTable table = new TextTable("WHILE SERVERS ONLY REPORT", "");
    table.add("manager's threads, of one core", percent(result.managerCores()));
    table.add("  this process, all servers included", percent(result.processCores()));
    table.add("reports per second", number(result.reportsPerSecond()));
    table.add("readings of the catalogue", Long.toString(result.censuses()));
    table.add("ZooKeeper reads per second: manager", number(result.managerReadsPerSecond()));
    table.add("  all compaction servers", number(result.serverReadsPerSecond()));
    table.add("  all region servers", number(result.regionServerReadsPerSecond()));
    table.add("FOR EACH COMPACTION SERVER THAT RESTARTS", "");
    table.add("ZooKeeper reads of all region servers", number(result.readsPerRestart()));
    table.add("  of one region server", number(result.readsPerRestartAndRegionServer()));
    table.add("readings of the catalogue", number(result.censusesPerRestart()));
    return table;
  }

  private static String percent(double fraction) {
    return number(100 * fraction) + " %";
  }

  private void print(String text) {
    PrintWriter out = spec.commandLine().getOut();
    out.print(text);
    out.flush();
  }

  private int simulateAssignment() throws IOException, ConfigurationException {
    SimulationSettings settings = settings();
    BalanceSettings balance = BalanceSettings.of(siteLoader.load().lighter());
    List<SimulationResult> results = new ArrayList<>();
    for (boolean enabled : new boolean[] {false, true}) {
      results.add(new Simulation(settings, balance.withEnabled(enabled)).run());
    }
    print(table(results));
    if (json != null) {
      Files.writeString(json, GSON.toJson(new Written(settings, results)) + '\n');
    }
    return ExitCode.OK.code();
  }

  private SimulationSettings settings() {
    try {
      return new SimulationSettings(
          regionServers, servers, regions, zipf, utilisation, minutes, churn, seed);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private static String table(List<SimulationResult> results) {
    TextTable table = new TextTable("", "BY NUMBER", "BY LOAD");
    add(table, "load of the most loaded / mean", results, r -> number(r.spread()));
    add(table, "  not possible below", results, r -> number(r.bestSpread()));
    add(table, "busiest server's threads", results, r -> Units.load(r.busiest()));
    add(table, "wait in the queue, mean", results, r -> number(r.meanWaitMs() / 1000) + " s");
    add(table, "wait in the queue, p99", results, r -> number(r.p99WaitMs() / 1000) + " s");
    add(table, "jobs", results, r -> Long.toString(r.jobs()));
    add(table, "slots moved by load per minute", results, r -> number(r.movesPerMinute()));
    add(table, "  most in a minute", results, r -> Long.toString(r.mostMovesInAMinute()));
    add(table, "slots moved for any reason", results, r -> Long.toString(r.slotsMoved()));
    add(table, "znode of the table", results, r -> Units.bytes(r.znodeBytes()));
    add(
        table,
        "one core for a pass of the manager, mean",
        results,
        r -> number(r.meanPlanMs()) + " ms");
    add(table, "  slowest", results, r -> number(r.maxPlanMs()) + " ms");
    add(table, "heap, simulated cluster included", results, r -> Units.bytes(r.heapUsedBytes()));
    return table.render();
  }

  private static void add(
      TextTable table,
      String title,
      List<SimulationResult> results,
      Function<SimulationResult, String> figure) {
    table.add(title, figure.apply(results.get(0)), figure.apply(results.get(1)));
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
