// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.ExitCode;
import io.lighter.cli.command.Site;
import io.lighter.common.config.ConfigurationException;
import io.lighter.index.admin.CreateOptions;
import io.lighter.index.admin.IndexInfo;
import io.lighter.index.admin.IndexRefusedException;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import picocli.CommandLine.Mixin;

/** A command that brings rows of a snapshot into a table and builds its indexes. */
abstract class IndexRowsCommand extends IndexTableCommand {
  @Mixin private IndexBuildOptions options;

  IndexRowsCommand(Site.Loader siteLoader, IndexCommand.Clusters clusters) {
    super(siteLoader, clusters);
  }

  /** Name of the table that gets the rows, as the user gave it. */
  abstract String tableName();

  /** Brings the rows, and returns the indexes. */
  abstract List<IndexInfo> run(
      IndexedCluster cluster, TableName table, CreateOptions create, IndexedCluster.Build build)
      throws IOException;

  @Override
  public Integer call() throws IOException, ConfigurationException {
    TableName table = table(tableName());
    IndexedCluster.Build build = options.build();
    try (IndexedCluster cluster = connect()) {
      List<IndexInfo> indexes = run(cluster, table, options.createOptions(), build);
      print(() -> IndexReport.text(indexes), () -> IndexReport.json(indexes));
      return ExitCode.OK.code();
    } catch (IndexRefusedException e) {
      return refused(e);
    }
  }
}
