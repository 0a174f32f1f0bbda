package io.lighter.cli;

import io.lighter.common.config.LighterOption;
import io.lighter.server.DirectMemory;
import io.lighter.server.ServerProcess;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code lighter server}: runs a compaction server. */
@Command(
    name = "server",
    description = "Runs a compaction server.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true)
final class ServerCommand extends CommandGroup {
  private final Site.Loader site;

  @Spec private CommandSpec spec;

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

  /** For {@code bin/lighter}, before it starts the JVM of {@code start}. */
  @Command(
      name = "jvm-options",
      hidden = true,
      description = "Prints the JVM options that the configuration of a compaction server needs.",
      mixinStandardHelpOptions = true)
  int jvmOptions() throws Exception {
    spec.commandLine()
        .getOut()
        .println(
            DirectMemory.jvmOption(site.load().lighter().bytes(LighterOption.SERVER_CACHE_SIZE)));
    return ExitCode.OK.code();
  }
}
