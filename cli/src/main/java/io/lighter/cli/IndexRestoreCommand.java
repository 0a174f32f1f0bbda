// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.Site;
import io.lighter.index.admin.CreateOptions;
import io.lighter.index.admin.IndexInfo;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code lighter index restore}: restores a table from a snapshot, with its indexes. */
@Command(
    name = "restore",
    description = {
      "Restores a table from a snapshot of it, and builds its indexes anew from these rows. The table",
      "gets the indexes that it had when the snapshot was taken; any program may have taken it.",
      "The table is disabled meanwhile, and rows that were written since are lost.",
      "If the command was cut short behind the restoration, run 'lighter index rebuild' for each",
      "index; a repetition restores the rows once more."
    },
    mixinStandardHelpOptions = true)
final class IndexRestoreCommand extends IndexRowsCommand {
  @Parameters(
      index = "0",
      paramLabel = "TABLE",
      description = "The data table: NAMESPACE:TABLE, or TABLE.")
  private String name;

  @Parameters(index = "1", paramLabel = "SNAPSHOT", description = "The name of the snapshot.")
  private String snapshot;

  IndexRestoreCommand(Site.Loader siteLoader, IndexCommand.Clusters clusters) {
    super(siteLoader, clusters);
  }

  @Override
  String tableName() {
    return name;
  }

  @Override
  List<IndexInfo> run(
      IndexedCluster cluster, TableName table, CreateOptions create, IndexedCluster.Build build)
      throws IOException {
    return cluster.restore(table, snapshot, create, build);
  }
}
