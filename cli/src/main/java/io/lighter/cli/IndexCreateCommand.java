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
import org.apache.hadoop.hbase.TableName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code lighter index create}: creates an index on an empty table. */
@Command(
    name = "create",
    description = {
      "Creates an index on an empty table; its regions reopen. Repeat the command if it was cut",
      "short. A repetition for an index that exists with the same definition changes nothing.",
      "All reasons against the index are shown at once, and then nothing is created."
    },
    footer = {
      "Definitions: 'value FAMILY:COLUMN TYPE', 'parts FAMILY:COLUMN TYPE, FAMILY:COLUMN TYPE',",
      "'split FAMILY:COLUMN DELIMITER TYPE', 'qualifier FAMILY:PREFIX TYPE', each with 'salt=N'",
      "behind it for keys that only grow. Types: bytes, string, int, long, double, decimal."
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

  @Option(
      names = "--no-cell-acls",
      description = {
        "State that no cell of the table has an access control list of its own; needed on clusters",
        "with HBase's access control."
      })
  private boolean noCellAcls;

  IndexCreateCommand(Site.Loader siteLoader, IndexCommand.Clusters clusters) {
    super(siteLoader, clusters);
  }

  @Override
  public Integer call() throws IOException, ConfigurationException {
    TableName table = target.table();
    try (IndexedCluster cluster = connect()) {
      IndexInfo info =
          cluster.create(table, target.index(), definition, new CreateOptions(noCellAcls));
      print(() -> IndexReport.text(info), () -> IndexReport.json(info));
      if (!json()) {
        commandLine().getOut().println(PREVIEW);
      }
      return ExitCode.OK.code();
    } catch (IndexRefusedException e) {
      e.problems().forEach(problem -> commandLine().getErr().println("lighter: " + problem));
      return ExitCode.FAILURE.code();
    }
  }
}
