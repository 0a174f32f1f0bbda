// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.ExitCode;
import io.lighter.cli.command.Site;
import io.lighter.common.config.ConfigurationException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code lighter engine status}: a table's engines, as configured and as running. */
@Command(
    name = "status",
    description = {
      "Shows the store engine of each family as configured and as running, the files of each",
      "store, and the table's write, read and space amplification so far.",
      "Exits with 3 when no manager answers; the configuration is shown then."
    },
    mixinStandardHelpOptions = true)
final class EngineStatusCommand implements Callable<Integer> {
  private final Site.Loader siteLoader;
  private final EngineCommand.Clusters clusters;

  @Spec private CommandSpec spec;
  @Mixin private EngineTarget target;

  EngineStatusCommand(Site.Loader siteLoader, EngineCommand.Clusters clusters) {
    this.siteLoader = siteLoader;
    this.clusters = clusters;
  }

  @Override
  public Integer call() throws IOException, ConfigurationException {
    TableName table = target.table();
    Site site = siteLoader.load();
    List<EngineSettings.Configured> families;
    EngineCluster.Observed observed;
    try (EngineCluster cluster = clusters.open(site)) {
      TableDescriptor descriptor = cluster.descriptor(table);
      observed = cluster.observe(table);
      SiteEngine siteEngine = SiteEngine.of(descriptor, observed.stores().stores());
      families = new EngineSettings(site.conf(), descriptor, siteEngine).families();
    }
    PrintWriter out = spec.commandLine().getOut();
    if (target.json()) {
      out.println(EngineReport.json(table, families, observed));
    } else {
      out.print(EngineReport.text(table, families, observed));
    }
    out.flush();
    if (observed.problem().isPresent()) {
      spec.commandLine().getErr().println("lighter: " + observed.problem().get());
      return ExitCode.NOT_AVAILABLE.code();
    }
    return ExitCode.OK.code();
  }
}
