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

/** {@code lighter index clone}: makes a table of a snapshot, with indexes. */
@Command(
    name = "clone",
    description = {
      "Makes a table of a snapshot of another one, as HBase's clone_snapshot, and builds the indexes",
      "that it defines. Any program may have taken the snapshot. If the command was cut short, run",
      "'lighter index rebuild' for each index of the new table; writes may fail until then."
    },
    mixinStandardHelpOptions = true)
final class IndexCloneCommand extends IndexRowsCommand {
  @Parameters(index = "0", paramLabel = "SNAPSHOT", description = "The name of the snapshot.")
  private String snapshot;

  @Parameters(
      index = "1",
      paramLabel = "TABLE",
      description = "The new table: NAMESPACE:TABLE, or TABLE.")
  private String name;

  IndexCloneCommand(Site.Loader siteLoader, IndexCommand.Clusters clusters) {
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
    return cluster.copy(snapshot, table, create, build);
  }
}
