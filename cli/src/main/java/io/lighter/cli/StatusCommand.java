// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.ExitCode;
import io.lighter.cli.command.Site;
import io.lighter.common.config.ConfigurationException;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
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

  @Mixin private OutputFormat format;

  StatusCommand(Site.Loader siteLoader) {
    this.siteLoader = siteLoader;
  }

  @Override
  public Integer call() throws IOException, ConfigurationException {
    Site site = siteLoader.load();
    ClusterStatus status = StatusReader.read(site);
    format.print(
        spec.commandLine().getOut(),
        () -> TextStatus.render(status),
        () -> JsonStatus.render(status));
    if (status instanceof ClusterStatus.Unmanaged unmanaged) {
      spec.commandLine().getErr().println("lighter: " + unmanaged.problem());
      return ExitCode.NOT_AVAILABLE.code();
    }
    return ExitCode.OK.code();
  }
}
