// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.ExitCode;
import io.lighter.cli.command.Site;
import io.lighter.common.CompactionJobId;
import io.lighter.common.config.ConfigurationException;
import io.lighter.common.protocol.LighterProtos.CancelJobsResponse;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lighter queue cancel}: cancels jobs and their compactions. */
@Command(
    name = "cancel",
    description = {
      "Cancels jobs that are queued or running. Their compactions end: no other server and no",
      "region server runs them. HBase may select the files again.",
      "With --all, exits with 1 if a compaction server did not answer or has not reported yet."
    },
    mixinStandardHelpOptions = true)
final class QueueCancelCommand implements Callable<Integer> {
  private final Site.Loader siteLoader;

  @Spec private CommandSpec spec;

  @ArgGroup(multiplicity = "1")
  private Which which;

  /** The jobs to cancel. */
  private static final class Which {
    @Parameters(
        arity = "1..*",
        paramLabel = "JOB",
        description = "As 'lighter queue list' shows it.")
    private List<String> jobs;

    @Option(
        names = "--all",
        required = true,
        description = "Cancel all jobs that are queued or running when the command starts.")
    private boolean all;
  }

  QueueCancelCommand(Site.Loader siteLoader) {
    this.siteLoader = siteLoader;
  }

  @Override
  public Integer call() throws IOException, ConfigurationException {
    return (which.all ? all() : named(which.jobs)).code();
  }

  private ExitCode named(List<String> jobs) throws IOException, ConfigurationException {
    List<String> ids = jobs.stream().map(this::checked).distinct().toList();
    CancelJobsResponse response = new JobCancellation(siteLoader.load()).jobs(ids);
    PrintWriter err = spec.commandLine().getErr();
    JobCancellation.print(response, spec.commandLine().getOut(), err);
    List<String> others = new ArrayList<>(ids);
    others.removeAll(response.getCancelledList());
    String what =
        response.getUnreachableCount() == 0
            ? " is neither queued nor running"
            : " is neither queued nor running on the servers that were reached";
    others.forEach(job -> err.println("lighter: " + job + what));
    err.flush();
    return others.isEmpty() ? ExitCode.OK : ExitCode.FAILURE;
  }

  /** A job that completes or ends between the list and the cancellation is no failure. */
  private ExitCode all() throws IOException, ConfigurationException {
    Site site = siteLoader.load();
    Queue queue = Queue.read(site);
    List<String> ids = queue.unfinished();
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    CancelJobsResponse response = CancelJobsResponse.getDefaultInstance();
    if (!ids.isEmpty()) {
      response = new JobCancellation(site).jobs(ids);
      JobCancellation.print(response, out, err);
    }
    if (response.getCancelledCount() == 0 && response.getUnreachableCount() == 0) {
      out.println("nothing to cancel: no job is queued or running");
      out.flush();
    }
    for (String silent : queue.silentServers()) {
      err.println("lighter: " + silent + " has sent no report yet, and may have jobs");
    }
    err.flush();
    boolean isComplete = response.getUnreachableCount() == 0 && queue.silentServers().isEmpty();
    return isComplete ? ExitCode.OK : ExitCode.FAILURE;
  }

  private String checked(String job) {
    try {
      return new CompactionJobId(job).value();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          spec.commandLine(),
          "JOB '" + job + "': expected cj- and 20 hexadecimal digits, in lower case",
          e);
    }
  }
}
