// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.ExitCode;
import io.lighter.cli.command.Site;
import io.lighter.common.config.ConfigurationException;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import picocli.CommandLine.Command;

/** {@code lighter engine status}: a table's engines, as configured and as running. */
@Command(
    name = "status",
    description = {
      "Shows the store engine of each family as configured and as running, the files of each",
      "store, the table's write, read and space amplification so far, and its levels if it has",
      "any.",
      "Exits with 3 when no manager answers; the configuration is shown then."
    },
    mixinStandardHelpOptions = true)
final class EngineStatusCommand extends EngineTableCommand {
  EngineStatusCommand(Site.Loader siteLoader, EngineCommand.Clusters clusters) {
    super(siteLoader, clusters);
  }

  @Override
  public Integer call() throws IOException, ConfigurationException {
    TableName table = table();
    Site site = site();
    List<EngineSettings.Configured> families;
    EngineCluster.Observed observed;
    try (EngineCluster cluster = connect(site)) {
      TableDescriptor descriptor = cluster.descriptor(table);
      observed = cluster.observe(table);
      SiteEngine siteEngine = SiteEngine.of(descriptor, observed.stores().stores());
      families = new EngineSettings(site.conf(), descriptor, siteEngine).families();
    }
    print(
        () -> EngineReport.text(table, families, observed),
        () -> EngineReport.json(table, families, observed));
    if (observed.problem().isPresent()) {
      commandLine().getErr().println("lighter: " + observed.problem().get());
      return ExitCode.NOT_AVAILABLE.code();
    }
    return ExitCode.OK.code();
  }
}
