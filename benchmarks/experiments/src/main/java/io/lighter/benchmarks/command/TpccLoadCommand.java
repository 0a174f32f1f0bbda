// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.command;

import io.lighter.cli.command.ExitCode;
import io.lighter.cli.command.ProgressLine;
import io.lighter.cli.command.Site;
import io.lighter.cli.command.Units;
import io.lighter.common.config.ConfigurationException;
import io.lighter.tpcc.generate.LoadProgress;
import io.lighter.tpcc.generate.Loader;
import io.lighter.tpcc.schema.Scale;
import io.lighter.tpcc.schema.TableNames;
import java.io.IOException;
import java.io.PrintWriter;
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

/** {@code lighter tpcc load}: creates a database and stores its initial rows. */
@Command(
    name = "load",
    description = {
      "Creates the tables and stores the initial rows.",
      "An interrupted load continues with the incomplete warehouses."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class TpccLoadCommand implements Callable<Integer> {
  private final Site.Loader siteLoader;

  @Spec private CommandSpec spec;
  @Mixin private TpccTarget target;

  @Option(
      names = "--warehouses",
      required = true,
      paramLabel = "W",
      description = "Number of warehouses, of about 560,000 rows each.")
  private int warehouses;

  @Option(
      names = "--reduced",
      description =
          "A hundredth of the specification's items and customers: to try it out, not for figures.")
  private boolean reduced;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "4",
      description =
          "Districts that are loaded at a time; each warehouse has ten (default:"
              + " ${DEFAULT-VALUE}).")
  private int threads;

  @Option(
      names = "--regions",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Regions of each table, at most one per warehouse, or item (default: one for each region"
              + " server).")
  private int regions;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description =
          "Seed of the generator for a new database; an existing one keeps its seed (default:"
              + " ${DEFAULT-VALUE}).")
  private long seed;

  @Option(names = "--replace", description = "Drops these tables first, whatever is in them.")
  private boolean replace;

  TpccLoadCommand(Site.Loader siteLoader) {
    this.siteLoader = siteLoader;
  }

  @Override
  public Integer call() throws IOException, ConfigurationException {
    TableNames names = target.names();
    Loader.Request request = request();
    Configuration conf = TpccTarget.configuration(siteLoader);
    PrintWriter out = spec.commandLine().getOut();
    ProgressLine line = new ProgressLine(out, Ansi.AUTO.enabled());
    try (Connection connection = ConnectionFactory.createConnection(conf)) {
      Loader loader =
          new Loader(
              connection, names, progress -> line.show(progress.percent(), describe(progress)));
      if (replace) {
        loader.drop();
      }
      boolean loaded = loader.load(request);
      line.finish();
      out.println(
          loaded
              ? "Loaded %d warehouses into %s*".formatted(warehouses, names.prefix())
              : "%s* holds these %d warehouses already: nothing to do"
                  .formatted(names.prefix(), warehouses));
      out.flush();
    }
    return ExitCode.OK.code();
  }

  private Loader.Request request() {
    try {
      return new Loader.Request(
          warehouses, reduced ? Scale.REDUCED : Scale.SPEC, seed, regions, threads);
    } catch (IllegalArgumentException e) {
      throw target.usageError(e);
    }
  }

  private static String describe(LoadProgress progress) {
    return "%s  %d of %d warehouses, %,d rows"
        .formatted(
            Units.progressBar(progress.percent()),
            progress.warehouses(),
            progress.allWarehouses(),
            progress.rows());
  }
}
