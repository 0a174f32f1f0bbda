// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.ExitCode;
import io.lighter.cli.command.Site;
import io.lighter.common.config.ConfigurationException;
import io.lighter.index.admin.CheckReport;
import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code lighter index check}: compares an index with its table. */
@Command(
    name = "check",
    description = {
      "Reads an index and its table, and shows missing, stale and foreign entries. Writes may go on.",
      "Exits with 1 when an entry is missing or foreign; stale ones do no harm."
    },
    mixinStandardHelpOptions = true)
final class IndexCheckCommand extends IndexTableCommand {
  @Mixin private IndexTarget target;

  @Option(
      names = "--repair",
      description = {
        "Insert missing entries and remove stale ones; safe while writes go on. Stale entries that",
        "are younger than the opening of their row's region stay."
      })
  private boolean repair;

  IndexCheckCommand(Site.Loader siteLoader, IndexCommand.Clusters clusters) {
    super(siteLoader, clusters);
  }

  @Override
  public Integer call() throws IOException, ConfigurationException {
    TableName table = target.table();
    CheckReport report;
    try (IndexedCluster cluster = connect()) {
      report = cluster.check(table, target.index(), repair);
    }
    print(() -> IndexReport.text(report, repair), () -> IndexReport.json(report));
    return report.isConsistent() ? ExitCode.OK.code() : ExitCode.FAILURE.code();
  }
}
