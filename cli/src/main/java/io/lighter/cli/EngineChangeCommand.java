// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.Site;
import io.lighter.common.config.ConfigurationException;
import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import picocli.CommandLine.Option;

/** A command that changes the engine of a table, or only says what the change costs. */
abstract class EngineChangeCommand extends EngineTableCommand {
  /** Computes the table as the command wants it. */
  @FunctionalInterface
  interface Change {
    /**
     * Returns the changed table, or the table as it is.
     *
     * @throws IOException if the change is refused
     */
    TableDescriptor of(EngineAlteration alteration) throws IOException;
  }

  @Option(
      names = "--dry-run",
      description = "Only say what would change, and what the change costs.")
  private boolean dryRun;

  EngineChangeCommand(Site.Loader siteLoader, EngineCommand.Clusters clusters) {
    super(siteLoader, clusters);
  }

  /**
   * Changes a table unless the run is dry, and prints the change with its cost.
   *
   * @return whether the change makes the table another one; a dry run only would
   * @throws ConfigurationException if an option of the changed table has a wrong value
   * @throws IOException if there is no such table, the change is refused, or HBase does not answer
   */
  final boolean change(TableName table, Site site, Change change)
      throws IOException, ConfigurationException {
    try (EngineCluster cluster = connect(site)) {
      EngineAlteration alteration = EngineAlteration.of(site, cluster, table, dryRun);
      TableDescriptor after = change.of(alteration);
      EngineChangeReport report = alteration.run(cluster, after);
      print(report::text, report::json);
      return !after.equals(alteration.before());
    }
  }
}
