// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.CommandGroup;
import io.lighter.cli.command.ExitCode;
import io.lighter.cli.command.Site;
import io.lighter.common.ServerNames;
import io.lighter.common.config.ConfigurationException;
import io.lighter.common.config.LighterOption;
import io.lighter.server.DirectMemory;
import io.lighter.server.ServerProcess;
import io.lighter.service.zk.DrainNodes;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.curator.framework.CuratorFramework;
import org.apache.hadoop.hbase.ServerName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lighter server}: runs a compaction server, or drains a running one. */
@Command(
    name = "server",
    description = "Runs a compaction server, or drains a running one.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true)
final class ServerCommand extends CommandGroup {
  private static final String NAME = "host:port, or host,port,startcode as in the logs.";

  /** A server that ends drains by itself, mark or not. */
  private static final String DRAIN_REMOVED =
      "drain mark removed; 'lighter status' shows whether it takes jobs";

  private final Site.Loader site;

  @Spec private CommandSpec spec;

  ServerCommand(Site.Loader site) {
    this.site = site;
  }

  /** {@code lighter server start}: returns after the process was told to stop. */
  @Command(
      name = "start",
      description = "Runs a compaction server in the foreground until it is told to stop.",
      mixinStandardHelpOptions = true)
  int start() throws Exception {
    return ServerProcess.run(site.load().conf());
  }

  /**
   * {@code lighter server jvm-options}: called by {@code bin/lighter} before the JVM of {@code
   * start}.
   */
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

  /** {@code lighter server drain}: returns at once; {@code lighter status} shows the progress. */
  @Command(
      name = "drain",
      description = {
        "Makes a compaction server take no new jobs. The server finishes its jobs, and serves its"
            + " retained outputs.",
        "The drain lasts until 'undrain' or the end of the process; 'lighter status' shows when the"
            + " server is drained."
      },
      mixinStandardHelpOptions = true)
  int drain(@Parameters(paramLabel = "NAME", description = NAME) String name)
      throws IOException, ConfigurationException {
    Site loaded = site.load();
    try (CuratorFramework zooKeeper = loaded.connect()) {
      DrainNodes nodes = new DrainNodes(zooKeeper, loaded.znodes());
      ServerName server = onlyMatch(name, nodes.live());
      say(server, nodes.drain(server) ? "draining" : "was draining already");
    }
    return ExitCode.OK.code();
  }

  /** {@code lighter server undrain}: returns at once. */
  @Command(
      name = "undrain",
      description =
          "Ends 'drain': the compaction server takes jobs again, unless it is about to end.",
      mixinStandardHelpOptions = true)
  int undrain(@Parameters(paramLabel = "NAME", description = NAME) String name)
      throws IOException, ConfigurationException {
    Site loaded = site.load();
    try (CuratorFramework zooKeeper = loaded.connect()) {
      DrainNodes nodes = new DrainNodes(zooKeeper, loaded.znodes());
      Set<ServerName> known = new TreeSet<>(nodes.live());
      if (ServerNames.matching(name, known).isEmpty()) { // a mark outlives its server
        known.addAll(nodes.list());
      }
      ServerName server = onlyMatch(name, known);
      say(server, nodes.undrain(server) ? DRAIN_REMOVED : "was not draining");
    }
    return ExitCode.OK.code();
  }

  private void say(ServerName server, String what) {
    spec.commandLine().getOut().println(server.getServerName() + ": " + what);
  }

  private static ServerName onlyMatch(String name, Set<ServerName> servers) throws IOException {
    List<ServerName> found = ServerNames.matching(name, servers);
    if (found.size() == 1) {
      return found.get(0);
    }
    if (found.isEmpty()) {
      throw new IOException(
          "no compaction server '%s'; live: %s"
              .formatted(name, servers.isEmpty() ? "none" : joined(servers)));
    }
    throw new IOException("'%s' may be any of %s".formatted(name, joined(found)));
  }

  private static String joined(Collection<ServerName> servers) {
    return servers.stream().map(ServerName::getServerName).collect(Collectors.joining(" "));
  }
}
