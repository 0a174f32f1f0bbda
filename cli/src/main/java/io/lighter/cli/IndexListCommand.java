// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.ExitCode;
import io.lighter.cli.command.Site;
import io.lighter.common.config.ConfigurationException;
import io.lighter.index.admin.IndexInfo;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code lighter index list}: the indexes of the cluster or of a table. */
@Command(
    name = "list",
    description = "Lists the indexes of all tables or of one, with their states.",
    mixinStandardHelpOptions = true)
final class IndexListCommand extends IndexTableCommand {
  @Parameters(
      arity = "0..1",
      paramLabel = "TABLE",
      description = "Only this table: NAMESPACE:TABLE, or TABLE.")
  private String table;

  IndexListCommand(Site.Loader siteLoader, IndexCommand.Clusters clusters) {
    super(siteLoader, clusters);
  }

  @Override
  public Integer call() throws IOException, ConfigurationException {
    TableName wanted = table == null ? null : table(table);
    List<IndexInfo> indexes;
    try (IndexedCluster cluster = connect()) {
      indexes = wanted == null ? cluster.list() : cluster.list(wanted);
    }
    print(() -> IndexReport.text(indexes), () -> IndexReport.json(indexes));
    return ExitCode.OK.code();
  }
}
