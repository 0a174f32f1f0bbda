// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.ExitCode;
import io.lighter.cli.command.Site;
import io.lighter.common.config.ConfigurationException;
import io.lighter.index.admin.IndexInfo;
import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code lighter index status}: one index and its tables. */
@Command(
    name = "status",
    description = {
      "Shows an index: definition, state, how far its build is, size of its table, and region servers",
      "that have not reported the observer.",
      "Exits with 1 when lookups are refused."
    },
    mixinStandardHelpOptions = true)
final class IndexStatusCommand extends IndexTableCommand {
  @Mixin private IndexTarget target;

  IndexStatusCommand(Site.Loader siteLoader, IndexCommand.Clusters clusters) {
    super(siteLoader, clusters);
  }

  @Override
  public Integer call() throws IOException, ConfigurationException {
    TableName table = target.table();
    IndexInfo.Status status;
    try (IndexedCluster cluster = connect()) {
      status = cluster.status(table, target.index());
    }
    print(() -> IndexReport.text(status), () -> IndexReport.json(status));
    return status.index().problem().isEmpty() ? ExitCode.OK.code() : ExitCode.FAILURE.code();
  }
}
