// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.ExitCode;
import io.lighter.cli.command.Site;
import io.lighter.common.config.ConfigurationException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.apache.curator.framework.CuratorFramework;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code lighter status}: shows manager, servers with their load, queue, running jobs. */
@Command(
    name = "status",
    description = {
      "Shows the manager, the compaction servers with their load, and all jobs.",
      "Exits with 3 when no manager answers; the state in ZooKeeper is shown then."
    },
    mixinStandardHelpOptions = true)
final class StatusCommand implements Callable<Integer> {
  private final Site.Loader siteLoader;

  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Print JSON; docs/reference/json.md describes it.")
  private boolean json;

  StatusCommand(Site.Loader siteLoader) {
    this.siteLoader = siteLoader;
  }

  @Override
  public Integer call() throws IOException, ConfigurationException {
    Site site = siteLoader.load();
    ClusterStatus status;
    try (CuratorFramework zooKeeper = site.connect()) {
      status = new StatusReader(site, zooKeeper).read();
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(JsonStatus.render(status));
    } else {
      out.print(TextStatus.render(status));
    }
    out.flush();
    if (status instanceof ClusterStatus.Unmanaged unmanaged) {
      spec.commandLine().getErr().println("lighter: " + unmanaged.problem());
      return ExitCode.NOT_AVAILABLE.code();
    }
    return ExitCode.OK.code();
  }
}
