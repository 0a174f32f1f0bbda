// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.ExitCode;
import io.lighter.cli.command.Site;
import io.lighter.common.config.ConfigurationException;
import io.lighter.index.admin.IndexInfo;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code lighter index status}: one index and its tables. */
@Command(
    name = "status",
    description = {
      "Shows an index: definition, state, how far its build is, size of its table, region servers"
          + " that",
      "have not reported the observer, and with cleanup=compaction when it was collected.",
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
    Optional<IndexCollection> collection = Optional.empty();
    try (IndexedCluster cluster = connect()) {
      status = cluster.status(table, target.index());
      if (IndexCollection.concerns(status.index())) {
        collection =
            Optional.of(IndexCollection.of(cluster.managers(), status.index().indexTable()));
      }
    }
    Optional<IndexCollection> rounds = collection;
    print(() -> IndexReport.text(status, rounds), () -> IndexReport.json(status, rounds));
    return status.index().problem().isEmpty() ? ExitCode.OK.code() : ExitCode.FAILURE.code();
  }
}
