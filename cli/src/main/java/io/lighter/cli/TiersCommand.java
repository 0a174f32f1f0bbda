// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.CommandGroup;
import io.lighter.cli.command.Site;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code lighter tiers}: plans tiers of a table, or shows where its files are. */
@Command(
    name = "tiers",
    description = "Plans tiers of storage for TieredStoreEngine, or shows a table's.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true)
final class TiersCommand extends CommandGroup {
  /** The command with its subcommands. */
  static CommandLine commandLine(Site.Loader site, EngineCommand.Clusters clusters) {
    return new CommandLine(new TiersCommand())
        .addSubcommand(new TiersPlanCommand())
        .addSubcommand(new TiersShowCommand(site, clusters));
  }
}
