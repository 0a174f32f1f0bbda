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
import picocli.CommandLine.Parameters;

/** {@code lighter index create}: creates an index. */
@Command(
    name = "create",
    description = {
      "Creates an index; the table's regions reopen, and writes go on. If the table has rows, the",
      "command reads their files in HDFS, as HBase's user, and loads their entries. Repeat the",
      "command if it was cut short: it goes on. A repetition for an index that exists with the same",
      "definition changes nothing. All reasons against the index are shown at once, and then nothing",
      "is created."
    },
    footer = {
      "Definitions: 'value FAMILY:COLUMN TYPE', 'parts FAMILY:COLUMN TYPE, FAMILY:COLUMN TYPE',",
      "'split FAMILY:COLUMN DELIMITER TYPE', 'qualifier FAMILY:PREFIX TYPE', each with 'salt=N'",
      "behind it for keys that only grow, or 'cleanup=compaction' for entries that compactions",
      "alone remove. Types: bytes, string, int, long, double, decimal."
    },
    mixinStandardHelpOptions = true)
final class IndexCreateCommand extends IndexTableCommand {
  static final String PREVIEW = "note: secondary indexes are a preview; see docs/guide/indexes.md";

  @Mixin private IndexTarget target;

  @Parameters(
      index = "2",
      paramLabel = "DEFINITION",
      description = "The keys of a row, such as 'value f:city string'.")
  private String definition;

  @Mixin private IndexBuildOptions options;

  IndexCreateCommand(Site.Loader siteLoader, IndexCommand.Clusters clusters) {
    super(siteLoader, clusters);
  }

  @Override
  public Integer call() throws IOException, ConfigurationException {
    TableName table = target.table();
    IndexedCluster.Build build = options.build();
    try (IndexedCluster cluster = connect()) {
      IndexInfo info =
          cluster.create(table, target.index(), definition, options.createOptions(), build);
      print(() -> IndexReport.text(info), () -> IndexReport.json(info));
      if (!json()) {
        commandLine().getOut().println(PREVIEW);
      }
      return ExitCode.OK.code();
    } catch (IndexRefusedException e) {
      return refused(e);
    }
  }
}
