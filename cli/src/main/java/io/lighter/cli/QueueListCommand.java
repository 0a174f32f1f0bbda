// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.ExitCode;
import io.lighter.cli.command.NotAvailableException;
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

/** {@code lighter queue list}: shows every job and the reason for its wait. */
@Command(
    name = "list",
    description = {
      "Shows every job of every compaction server, running ones first, then in the order of their start,",
      "and what it waits for."
    },
    mixinStandardHelpOptions = true)
final class QueueListCommand implements Callable<Integer> {
  private final Site.Loader siteLoader;

  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Print JSON; docs/reference/json.md describes it.")
  private boolean json;

  QueueListCommand(Site.Loader siteLoader) {
    this.siteLoader = siteLoader;
  }

  @Override
  public Integer call() throws IOException, ConfigurationException {
    Site site = siteLoader.load();
    ClusterStatus status;
    try (CuratorFramework zooKeeper = site.connect()) {
      status = new StatusReader(site, zooKeeper).read();
    }
    if (status instanceof ClusterStatus.Unmanaged unmanaged) {
      throw new NotAvailableException(unmanaged.problem());
    }
    Queue queue = Queue.of(((ClusterStatus.Managed) status).response());
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(queue.json());
    } else {
      out.print(queue.text());
    }
    out.flush();
    return ExitCode.OK.code();
  }
}
