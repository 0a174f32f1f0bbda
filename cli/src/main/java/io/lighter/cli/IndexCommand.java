// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.CommandGroup;
import io.lighter.cli.command.Site;
import java.io.IOException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code lighter index}: secondary indexes of tables. */
@Command(
    name = "index",
    description =
        "Creates, builds, loads, drops, shows, checks and reads secondary indexes (preview).",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true)
final class IndexCommand extends CommandGroup {
  /** Connects to the cluster of a site; the caller closes it. */
  @FunctionalInterface
  interface Clusters {
    IndexedCluster open(Site site) throws IOException;
  }

  /** The command with its subcommands. */
  static CommandLine commandLine(Site.Loader site, Clusters clusters) {
    return new CommandLine(new IndexCommand())
        .addSubcommand(new IndexCreateCommand(site, clusters))
        .addSubcommand(new IndexDropCommand(site, clusters))
        .addSubcommand(new IndexSuspendCommand(site, clusters))
        .addSubcommand(new IndexRebuildCommand(site, clusters))
        .addSubcommand(new IndexBulkLoadCommand(site, clusters))
        .addSubcommand(new IndexSnapshotCommand(site, clusters))
        .addSubcommand(new IndexRestoreCommand(site, clusters))
        .addSubcommand(new IndexCloneCommand(site, clusters))
        .addSubcommand(new IndexListCommand(site, clusters))
        .addSubcommand(new IndexStatusCommand(site, clusters))
        .addSubcommand(new IndexCheckCommand(site, clusters))
        .addSubcommand(new IndexLookupCommand(site, clusters));
  }
}
