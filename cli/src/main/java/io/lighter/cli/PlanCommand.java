// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.ExitCode;
import io.lighter.cli.command.NotAvailableException;
import io.lighter.cli.command.Site;
import io.lighter.common.config.ConfigurationException;
import io.lighter.manager.plan.CapacityPlan;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lighter plan}: computes the number of compaction servers that a load needs. */
@Command(
    name = "plan",
    description = {
      "Computes how many compaction servers a load needs, step by step.",
      "The running cluster's measurements replace flags that are not given."
    },
    mixinStandardHelpOptions = true)
final class PlanCommand implements Callable<Integer> {
  private final Site.Loader siteLoader;

  @Spec private CommandSpec spec;
  @Mixin private PlanFlags flags;

  @Mixin private OutputFormat format;

  PlanCommand(Site.Loader siteLoader) {
    this.siteLoader = siteLoader;
  }

  @Override
  public Integer call() throws IOException, ConfigurationException {
    PlanValues given = flags.values();
    PlanValues values = given.missing().isEmpty() ? given : withMeasurements(given);
    CapacityPlan plan = CapacityPlan.of(values.inputs());
    PrintWriter out = spec.commandLine().getOut();
    out.print(format.json() ? PlanReport.json(values, plan) : PlanReport.text(values, plan));
    out.flush();
    return (plan.servers().isPresent() ? ExitCode.OK : ExitCode.FAILURE).code();
  }

  private PlanValues withMeasurements(PlanValues given) throws IOException, ConfigurationException {
    Site site = siteLoader.load();
    ClusterStatus status;
    try {
      status = StatusReader.read(site);
    } catch (NotAvailableException e) {
      throw noCluster(given, e.getMessage(), e);
    }
    if (status instanceof ClusterStatus.Unmanaged unmanaged) {
      throw noCluster(given, unmanaged.problem(), null);
    }
    PlanValues values =
        given.or(PlanMeasurements.of(((ClusterStatus.Managed) status).response(), site.lighter()));
    if (!values.missing().isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "nothing was measured yet; give " + list(values.missing()));
    }
    return values;
  }

  /**
   * Some given flags mean that others were forgotten; without flags, the cluster should have
   * answered.
   */
  private IOException noCluster(PlanValues given, String problem, IOException cause) {
    String message = problem + "; without a cluster, give " + list(given.missing());
    if (given.isEmpty()) {
      return new NotAvailableException(message, cause);
    }
    throw new ParameterException(spec.commandLine(), message, cause);
  }

  private static String list(List<String> flags) {
    return String.join(", ", flags);
  }
}
