// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.CommandGroup;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code lighter tiers}: plans tiers of a table. */
@Command(
    name = "tiers",
    description = "Plans tiers of storage for TieredStoreEngine.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true)
final class TiersCommand extends CommandGroup {
  /** The command with its subcommands. */
  static CommandLine commandLine() {
    return new CommandLine(new TiersCommand()).addSubcommand(new TiersPlanCommand());
  }
}
