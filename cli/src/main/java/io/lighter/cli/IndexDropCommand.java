// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.ExitCode;
import io.lighter.cli.command.Site;
import io.lighter.common.config.ConfigurationException;
import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code lighter index drop}: drops an index. */
@Command(
    name = "drop",
    description = {
      "Drops an index: lookups are refused, the table's regions reopen, the index table is deleted.",
      "Repeat the command if it was cut short. Rows of the data table are not touched."
    },
    mixinStandardHelpOptions = true)
final class IndexDropCommand extends IndexTableCommand {
  @Mixin private IndexTarget target;

  IndexDropCommand(Site.Loader siteLoader, IndexCommand.Clusters clusters) {
    super(siteLoader, clusters);
  }

  @Override
  public Integer call() throws IOException, ConfigurationException {
    TableName table = target.table();
    try (IndexedCluster cluster = connect()) {
      cluster.drop(table, target.index());
    }
    print(
        () -> "index %s of %s: dropped%n".formatted(target.index(), table),
        () -> IndexReport.dropped(table, target.index()));
    return ExitCode.OK.code();
  }
}
