package io.lighter.cli;

import io.lighter.server.ServerProcess;
import picocli.CommandLine.Command;

/** {@code lighter server}: runs a compaction server. */
@Command(
    name = "server",
    description = "Runs a compaction server.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true)
final class ServerCommand extends CommandGroup {
  private final Site.Loader site;

  ServerCommand(Site.Loader site) {
    this.site = site;
  }

  /** Returns when the process was told to stop. */
  @Command(
      name = "start",
      description = "Runs a compaction server in the foreground until it is told to stop.",
      mixinStandardHelpOptions = true)
  int start() throws Exception {
    return ServerProcess.run(site.load().conf());
  }
}
