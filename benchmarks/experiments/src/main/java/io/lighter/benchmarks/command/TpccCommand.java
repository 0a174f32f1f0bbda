// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.command;

import io.lighter.cli.command.CommandGroup;
import io.lighter.cli.command.Site;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code lighter tpcc}: a TPC-C database on the site's HBase. */
@Command(
    name = "tpcc",
    description = "Loads a TPC-C database into HBase, runs its transactions, checks its rows.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true)
final class TpccCommand extends CommandGroup {
  /** The command with its subcommands. */
  static CommandLine commandLine(Site.Loader site) {
    return new CommandLine(new TpccCommand())
        .addSubcommand(new TpccLoadCommand(site))
        .addSubcommand(new TpccRunCommand(site))
        .addSubcommand(new TpccCheckCommand(site));
  }
}
