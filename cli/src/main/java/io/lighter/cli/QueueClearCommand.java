// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.ExitCode;
import io.lighter.cli.command.Site;
import io.lighter.common.config.ConfigurationException;
import io.lighter.common.protocol.LighterProtos.CancelJobsResponse;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code lighter queue clear}: cancels the queued jobs of a table. */
@Command(
    name = "clear",
    description = {
      "Cancels all queued jobs of a table, as 'lighter queue cancel' does. Running ones go on."
    },
    mixinStandardHelpOptions = true)
final class QueueClearCommand implements Callable<Integer> {
  private final Site.Loader siteLoader;

  @Spec private CommandSpec spec;

  @Option(
      names = "--table",
      required = true,
      paramLabel = "NAMESPACE:TABLE",
      description = "The table.")
  private String table;

  QueueClearCommand(Site.Loader siteLoader) {
    this.siteLoader = siteLoader;
  }

  @Override
  public Integer call() throws IOException, ConfigurationException {
    String name = parseTable();
    CancelJobsResponse response = new JobCancellation(siteLoader.load()).queuedOf(name);
    PrintWriter out = spec.commandLine().getOut();
    JobCancellation.print(response, out, spec.commandLine().getErr());
    if (response.getUnreachableCount() > 0) {
      return ExitCode.FAILURE.code();
    }
    if (response.getCancelledCount() == 0) {
      out.println("nothing to cancel: no job of " + name + " is queued");
      out.flush();
    }
    return ExitCode.OK.code();
  }

  private String parseTable() {
    return TableArgument.parse(spec.commandLine(), "--table", table).getNameAsString();
  }
}
