// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.ExitCode;
import io.lighter.cli.command.Site;
import io.lighter.common.config.ConfigurationException;
import io.lighter.index.admin.IndexInfo;
import io.lighter.index.admin.IndexRefusedException;
import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code lighter index suspend}: ends the maintenance of an index until it is rebuilt. */
@Command(
    name = "suspend",
    description = {
      "Refuses lookups of an index, and makes writes leave it alone; the table's regions reopen. Only",
      "'lighter index rebuild' makes the index whole again, and 'lighter index drop' removes it. For",
      "an index that holds up the writes of its table. Repeat the command if it was cut short."
    },
    mixinStandardHelpOptions = true)
final class IndexSuspendCommand extends IndexTableCommand {
  @Mixin private IndexTarget target;

  IndexSuspendCommand(Site.Loader siteLoader, IndexCommand.Clusters clusters) {
    super(siteLoader, clusters);
  }

  @Override
  public Integer call() throws IOException, ConfigurationException {
    TableName table = target.table();
    try (IndexedCluster cluster = connect()) {
      IndexInfo info = cluster.suspend(table, target.index());
      print(() -> IndexReport.text(info), () -> IndexReport.json(info));
      return ExitCode.OK.code();
    } catch (IndexRefusedException e) {
      return refused(e);
    }
  }
}
