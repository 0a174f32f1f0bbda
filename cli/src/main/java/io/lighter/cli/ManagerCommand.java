// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.CommandGroup;
import io.lighter.cli.command.Site;
import io.lighter.manager.ManagerProcess;
import picocli.CommandLine.Command;

/** {@code lighter manager}: runs a compaction manager. */
@Command(
    name = "manager",
    description = "Runs a compaction manager.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true)
final class ManagerCommand extends CommandGroup {
  private final Site.Loader site;

  ManagerCommand(Site.Loader site) {
    this.site = site;
  }

  /** {@code lighter manager start}: returns after the process was told to stop. */
  @Command(
      name = "start",
      description =
          "Runs a manager in the foreground until it is told to stop. Several may run; one leads.",
      mixinStandardHelpOptions = true)
  int start() throws Exception {
    return ManagerProcess.run(site.load().conf());
  }
}
