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
import picocli.CommandLine.Mixin;
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
final class IndexRestoreCommand extends IndexTableCommand {
  @Parameters(
      index = "0",
      paramLabel = "TABLE",
      description = "The data table: NAMESPACE:TABLE, or TABLE.")
  private String name;

  @Parameters(index = "1", paramLabel = "SNAPSHOT", description = "The name of the snapshot.")
  private String snapshot;

  @Mixin private IndexBuildOptions options;

  IndexRestoreCommand(Site.Loader siteLoader, IndexCommand.Clusters clusters) {
    super(siteLoader, clusters);
  }

  @Override
  public Integer call() throws IOException, ConfigurationException {
    TableName table = table(name);
    IndexedCluster.Build build = options.build();
    try (IndexedCluster cluster = connect()) {
      List<IndexInfo> indexes = cluster.restore(table, snapshot, options.createOptions(), build);
      print(() -> IndexReport.text(indexes), () -> IndexReport.json(indexes));
      return ExitCode.OK.code();
    } catch (IndexRefusedException e) {
      return refused(e);
    }
  }
}
