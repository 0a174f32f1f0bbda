// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.ExitCode;
import io.lighter.cli.command.Site;
import io.lighter.common.config.ConfigurationException;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code lighter engine disable}: gives a table back the engine that it had. */
@Command(
    name = "disable",
    description = "Restores the store engine that a table had before 'engine enable'.",
    mixinStandardHelpOptions = true)
final class EngineDisableCommand implements Callable<Integer> {
  private final Site.Loader siteLoader;
  private final EngineCommand.Clusters clusters;

  @Spec private CommandSpec spec;
  @Mixin private EngineTarget target;

  @Option(
      names = "--dry-run",
      description = "Only say what would change, and what the change costs.")
  private boolean dryRun;

  EngineDisableCommand(Site.Loader siteLoader, EngineCommand.Clusters clusters) {
    this.siteLoader = siteLoader;
    this.clusters = clusters;
  }

  @Override
  public Integer call() throws IOException, ConfigurationException {
    TableName table = target.table();
    Site site = siteLoader.load();
    try (EngineCluster cluster = clusters.open(site)) {
      EngineAlteration alteration =
          EngineAlteration.of(site, cluster, table, dryRun, target.json());
      TableDescriptor after = alteration.settings().disable();
      alteration.run(cluster, after, spec.commandLine().getOut());
    }
    return ExitCode.OK.code();
  }
}
