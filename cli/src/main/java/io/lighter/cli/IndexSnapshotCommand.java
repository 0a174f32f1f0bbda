// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.ExitCode;
import io.lighter.cli.command.Site;
import io.lighter.common.config.ConfigurationException;
import io.lighter.index.admin.IndexInfo;
import io.lighter.index.admin.IndexRefusedException;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code lighter index snapshot}: takes a snapshot of a table with indexes. */
@Command(
    name = "snapshot",
    description = {
      "Takes a snapshot of a data table, for 'lighter index restore' and 'lighter index clone'. Its",
      "regions are flushed first, and writes go on. The snapshot is one of HBase's own: it has the",
      "rows and the definitions of the indexes, whose entries a restoration builds anew."
    },
    mixinStandardHelpOptions = true)
final class IndexSnapshotCommand extends IndexTableCommand {
  @Parameters(
      index = "0",
      paramLabel = "TABLE",
      description = "The data table: NAMESPACE:TABLE, or TABLE.")
  private String name;

  @Parameters(index = "1", paramLabel = "SNAPSHOT", description = "The name of the new snapshot.")
  private String snapshot;

  IndexSnapshotCommand(Site.Loader siteLoader, IndexCommand.Clusters clusters) {
    super(siteLoader, clusters);
  }

  @Override
  public Integer call() throws IOException, ConfigurationException {
    TableName table = table(name);
    try (IndexedCluster cluster = connect()) {
      List<IndexInfo> indexes = cluster.snapshot(table, snapshot);
      print(
          () -> "snapshot %s of %s%n".formatted(snapshot, table) + IndexReport.text(indexes),
          () -> IndexReport.snapshot(table, snapshot, indexes));
      return ExitCode.OK.code();
    } catch (IndexRefusedException e) {
      return refused(e);
    }
  }
}
