// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.CommandGroup;
import io.lighter.cli.command.Site;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code lighter queue}: shows or cancels the jobs of all compaction servers. */
@Command(
    name = "queue",
    description = "Shows the jobs of all compaction servers, or cancels some.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true)
final class QueueCommand extends CommandGroup {
  /** The command with its subcommands. */
  static CommandLine commandLine(Site.Loader site) {
    return new CommandLine(new QueueCommand())
        .addSubcommand(new QueueListCommand(site))
        .addSubcommand(new QueueCancelCommand(site))
        .addSubcommand(new QueueClearCommand(site));
  }
}
