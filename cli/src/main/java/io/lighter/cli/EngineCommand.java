// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.CommandGroup;
import io.lighter.cli.command.Site;
import java.io.IOException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code lighter engine}: shows or changes the store engine of a table. */
@Command(
    name = "engine",
    description = "Shows the store engine of a table and what it costs, or changes the engine.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true)
final class EngineCommand extends CommandGroup {
  /** Connects to the cluster of a site; the caller closes it. */
  @FunctionalInterface
  interface Clusters {
    EngineCluster open(Site site) throws IOException;
  }

  /** The command with its subcommands. */
  static CommandLine commandLine(Site.Loader site, Clusters clusters) {
    return new CommandLine(new EngineCommand())
        .addSubcommand(new EngineStatusCommand(site, clusters))
        .addSubcommand(new EngineEnableCommand(site, clusters))
        .addSubcommand(new EngineDisableCommand(site, clusters));
  }
}
