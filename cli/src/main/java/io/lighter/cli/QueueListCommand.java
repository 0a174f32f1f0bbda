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

  @Mixin private OutputFormat format;

  QueueListCommand(Site.Loader siteLoader) {
    this.siteLoader = siteLoader;
  }

  @Override
  public Integer call() throws IOException, ConfigurationException {
    Queue queue = Queue.read(siteLoader.load());
    format.print(spec.commandLine().getOut(), queue::text, queue::json);
    return ExitCode.OK.code();
  }
}
