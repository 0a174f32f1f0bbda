// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.command;

import io.lighter.benchmarks.experiment.report.TpccRunPage;
import io.lighter.cli.command.ExitCode;
import io.lighter.cli.command.ProgressLine;
import io.lighter.cli.command.Site;
import io.lighter.cli.command.Units;
import io.lighter.common.config.ConfigurationException;
import io.lighter.tpcc.run.RunProgress;
import io.lighter.tpcc.run.RunReport;
import io.lighter.tpcc.run.RunSettings;
import io.lighter.tpcc.run.Runner;
import io.lighter.tpcc.schema.Database;
import io.lighter.tpcc.schema.DatabaseStore;
import io.lighter.tpcc.schema.TableNames;
import io.lighter.tpcc.transaction.TpccClient;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code lighter tpcc run}: runs transactions and reports their speed. */
@Command(
    name = "run",
    description = {
      "Runs transactions: 45 % New-Order, 43 % Payment, 4 % each of the others, no think time.",
      "Its figures are not TPC results. Exit code 1 if a transaction failed."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class TpccRunCommand implements Callable<Integer> {
  private static final Pattern DURATION = Pattern.compile("[0-9]{1,9}(ms|s|m|h|d)");

  private final Site.Loader siteLoader;

  @Spec private CommandSpec spec;
  @Mixin private TpccTarget target;

  @Option(
      names = "--threads",
      required = true,
      paramLabel = "N",
      description = "Threads, each with one transaction at a time; at most one per district.")
  private int threads;

  @Option(
      names = "--duration",
      required = true,
      paramLabel = "TIME",
      description = "Duration of the run, such as 60s, 10m or 2h.")
  private String duration;

  @Option(
      names = "--rate",
      paramLabel = "R",
      defaultValue = "0",
      description = {
        "Transactions a second of all threads, started at fixed times, from which latencies count.",
        "Default: each thread starts its next transaction at the end of the last one."
      })
  private double rate;

  @Option(names = "--seed", paramLabel = "S", description = "Seed of the inputs (default: random).")
  private Long seed;

  @Option(
      names = "--histogram-log",
      paramLabel = "FILE",
      description =
          "File for latencies of each second by transaction type, in HdrHistogram's log format.")
  private Path histogramLog;

  @Option(names = "--json", paramLabel = "FILE", description = "Also writes the result here.")
  private Path json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "File for a self-contained page with plots.")
  private Path html;

  TpccRunCommand(Site.Loader siteLoader) {
    this.siteLoader = siteLoader;
  }

  @Override
  public Integer call() throws IOException, ConfigurationException {
    TableNames names = target.names();
    RunSettings settings = settings();
    target.requireWritable("--histogram-log", histogramLog);
    target.requireWritable("--json", json);
    target.requireWritable("--html", html);
    Configuration conf = TpccTarget.configuration(siteLoader);
    Database database = database(conf, names);
    RunReport report = run(conf, names, database, settings);
    if (json != null) {
      Files.writeString(json, report.toJson());
    }
    if (html != null) {
      Files.writeString(
          html, TpccRunPage.of(JsonParser.parseString(report.toJson()).getAsJsonObject()));
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(TpccText.of(report));
    out.flush();
    return (report.failed() == 0 ? ExitCode.OK : ExitCode.FAILURE).code();
  }

  private RunReport run(
      Configuration conf, TableNames names, Database database, RunSettings settings)
      throws IOException {
    ProgressLine line = new ProgressLine(spec.commandLine().getOut(), Ansi.AUTO.enabled());
    try (TpccClient client = TpccClient.connect(conf, names)) {
      return runner(client, database, settings, line).run();
    } finally {
      line.finish();
    }
  }

  private Runner runner(
      TpccClient client, Database database, RunSettings settings, ProgressLine line) {
    try {
      return new Runner(
          client,
          database,
          settings,
          progress -> line.show(progress.percent(), describe(progress)));
    } catch (IllegalArgumentException e) {
      throw target.usageError(e);
    }
  }

  private static Database database(Configuration conf, TableNames names) throws IOException {
    try (Connection connection = ConnectionFactory.createConnection(conf)) {
      return new DatabaseStore(connection, names).requireLoaded();
    }
  }

  private RunSettings settings() {
    if (!DURATION.matcher(duration).matches()) {
      throw target.usageError(
          new IllegalArgumentException(
              "--duration '%s': expected a time such as 60s, 10m or 2h".formatted(duration)));
    }
    long millis =
        new Configuration(false)
            .getTimeDurationHelper("--duration", duration, TimeUnit.MILLISECONDS);
    try {
      return new RunSettings(
          threads,
          Duration.ofMillis(millis),
          rate,
          seed != null ? seed : new Random().nextInt(Integer.MAX_VALUE),
          Optional.ofNullable(histogramLog));
    } catch (IllegalArgumentException e) {
      throw target.usageError(e);
    }
  }

  private static String describe(RunProgress progress) {
    return "%s  %,d transactions, %,.0f New-Orders/min, %,d failed"
        .formatted(
            Units.progressBar(progress.percent()),
            progress.transactions(),
            progress.newOrdersPerMinute(),
            progress.failures());
  }
}
