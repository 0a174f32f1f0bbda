// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.command;

import io.lighter.cli.command.ExitCode;
import io.lighter.cli.command.ProgressLine;
import io.lighter.cli.command.Site;
import io.lighter.cli.command.Units;
import io.lighter.common.config.ConfigurationException;
import io.lighter.tpcc.check.CheckReport;
import io.lighter.tpcc.check.ConsistencyChecker;
import io.lighter.tpcc.schema.Database;
import io.lighter.tpcc.schema.DatabaseStore;
import io.lighter.tpcc.schema.TableNames;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code lighter tpcc check}: exits with 0 if all consistency conditions hold. */
@Command(
    name = "check",
    description = {
      "Reads all rows and counts those that break a consistency condition of the specification.",
      "Run it when no transactions run. HBase has no transactions over several rows: after"
          + " concurrent runs some rows may be broken. Exit code 1 if any is."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class TpccCheckCommand implements Callable<Integer> {
  private static final int MAX_THREADS = 1_000;

  private final Site.Loader siteLoader;

  @Spec private CommandSpec spec;
  @Mixin private TpccTarget target;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "4",
      description = "Warehouses that are read at a time (default: ${DEFAULT-VALUE}).")
  private int threads;

  @Option(names = "--json", paramLabel = "FILE", description = "Also writes the result here.")
  private Path json;

  TpccCheckCommand(Site.Loader siteLoader) {
    this.siteLoader = siteLoader;
  }

  @Override
  public Integer call() throws IOException, ConfigurationException {
    TableNames names = target.names();
    if (threads < 1 || threads > MAX_THREADS) {
      throw target.usageError(
          new IllegalArgumentException(
              "--threads %d: expected 1 to %d".formatted(threads, MAX_THREADS)));
    }
    target.requireWritable("--json", json);
    Configuration conf = TpccTarget.configuration(siteLoader);
    PrintWriter out = spec.commandLine().getOut();
    ProgressLine line = new ProgressLine(out, Ansi.AUTO.enabled());
    CheckReport report;
    try (Connection connection = ConnectionFactory.createConnection(conf)) {
      Database database = new DatabaseStore(connection, names).requireLoaded();
      report =
          new ConsistencyChecker(
                  connection,
                  names,
                  database,
                  threads,
                  percent -> line.show(percent, Units.progressBar(percent)))
              .run();
    } finally {
      line.finish();
    }
    if (json != null) {
      Files.writeString(json, report.toJson());
    }
    out.print(TpccText.of(report));
    out.flush();
    return (report.violations() == 0 ? ExitCode.OK : ExitCode.FAILURE).code();
  }
}
