// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.ExitCode;
import io.lighter.cli.command.NotAvailableException;
import io.lighter.cli.command.Site;
import io.lighter.common.config.ConfigurationException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code lighter advise}: which engine a table should have, from what it was measured to do. */
@Command(
    name = "advise",
    description = {
      "Simulates a table with each store engine, and advises the one with the least expected cost.",
      "Prints write, read and space amplification, largest job, files, reasons and doubts.",
      "The running cluster's measurements are used; flags give what it does not measure.",
      "Nothing is changed. Exits with 3 when no manager answers."
    },
    mixinStandardHelpOptions = true)
final class AdviseCommand implements Callable<Integer> {
  private final Site.Loader siteLoader;
  private final EngineCommand.Clusters clusters;

  @Spec private CommandSpec spec;
  @Mixin private EngineTarget target;
  @Mixin private AdviseFlags flags;

  AdviseCommand(Site.Loader siteLoader, EngineCommand.Clusters clusters) {
    this.siteLoader = siteLoader;
    this.clusters = clusters;
  }

  @Override
  public Integer call() throws IOException, ConfigurationException {
    TableName table = target.table();
    AdviseInputs.Given given = AdviseInputs.Given.of(flags);
    Site site = siteLoader.load();
    AdviseInputs inputs;
    try (EngineCluster cluster = clusters.open(site)) {
      TableDescriptor descriptor = cluster.descriptor(table);
      EngineCluster.Observed observed = cluster.observe(table);
      if (observed.problem().isPresent()) {
        throw new NotAvailableException(observed.problem().get());
      }
      inputs =
          AdviseInputs.of(
              site.conf(),
              descriptor,
              observed.stores(),
              cluster.load(table),
              cluster.regions(table).keySet(),
              given);
    }
    AdviseReport report = AdviseReport.of(table, inputs);
    PrintWriter out = spec.commandLine().getOut();
    if (target.json()) {
      out.println(report.json());
    } else {
      out.print(report.text());
    }
    out.flush();
    return ExitCode.OK.code();
  }
}
