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

/** {@code lighter index rebuild}: builds an index anew. */
@Command(
    name = "rebuild",
    description = {
      "Builds an index anew, into a new index table, while writes go on: for an index that is",
      "suspended, or that no longer fits its table. Lookups are refused meanwhile, and the table's",
      "regions reopen twice. Repeat the command if it was cut short."
    },
    mixinStandardHelpOptions = true)
final class IndexRebuildCommand extends IndexTableCommand {
  @Mixin private IndexTarget target;
  @Mixin private IndexBuildOptions options;

  IndexRebuildCommand(Site.Loader siteLoader, IndexCommand.Clusters clusters) {
    super(siteLoader, clusters);
  }

  @Override
  public Integer call() throws IOException, ConfigurationException {
    TableName table = target.table();
    IndexedCluster.Build build = options.build();
    try (IndexedCluster cluster = connect()) {
      IndexInfo info = cluster.rebuild(table, target.index(), options.createOptions(), build);
      print(() -> IndexReport.text(info), () -> IndexReport.json(info));
      return ExitCode.OK.code();
    } catch (IndexRefusedException e) {
      return refused(e);
    }
  }
}
