// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.ExitCode;
import io.lighter.cli.command.Site;
import io.lighter.cli.install.BuildVersions;
import io.lighter.common.config.ConfigurationException;
import io.lighter.common.config.LighterOption;
import io.lighter.regionserver.engine.EngineDelegate;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.regionserver.OffloadingStoreEngine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lighter engine enable}: gives a table another engine below Lighter's. */
@Command(
    name = "enable",
    description = {
      "Gives all families of a table another store engine below Lighter's; its regions reopen.",
      "What the table set before is noted in the table, for 'engine disable'."
    },
    mixinStandardHelpOptions = true)
final class EngineEnableCommand implements Callable<Integer> {
  private static final String PREVIEW =
      "note: the range engine is a preview: unit tests, crash tests and a differential fuzz ran,"
          + " but not yet check and chaos on a cluster";

  private final Site.Loader siteLoader;
  private final EngineCommand.Clusters clusters;

  @Spec private CommandSpec spec;
  @Mixin private EngineTarget target;

  @Option(
      names = "--engine",
      required = true,
      paramLabel = "NAME",
      description = "default, stripe, date-tiered or range.")
  private String engine;

  @Option(
      names = "--dry-run",
      description = "Only say what would change, and what the change costs.")
  private boolean dryRun;

  EngineEnableCommand(Site.Loader siteLoader, EngineCommand.Clusters clusters) {
    this.siteLoader = siteLoader;
    this.clusters = clusters;
  }

  @Override
  public Integer call() throws IOException, ConfigurationException {
    TableName table = target.table();
    EngineName wanted =
        EngineName.byTag(engine)
            .orElseThrow(
                () ->
                    new ParameterException(
                        spec.commandLine(),
                        "--engine '%s': expected one of %s".formatted(engine, EngineName.tags())));
    Site site = siteLoader.load();
    requireClass(site, wanted);
    PrintWriter out = spec.commandLine().getOut();
    try (EngineCluster cluster = clusters.open(site)) {
      EngineAlteration alteration =
          EngineAlteration.of(site, cluster, table, dryRun, target.json());
      TableDescriptor after = alteration.settings().enable(wanted).orElse(alteration.before());
      if (wanted == EngineName.RANGE && !after.equals(alteration.before())) {
        RangeEngineCheck.require(
            table, alteration.regions(), alteration.observed(), BuildVersions.load().lighter());
      }
      alteration.run(cluster, after, out);
      if (wanted == EngineName.RANGE && !target.json() && !after.equals(alteration.before())) {
        out.println(PREVIEW);
      }
    }
    return ExitCode.OK.code();
  }

  /** A wrong class on this host is refused before the cluster is asked. */
  private static void requireClass(Site site, EngineName wanted) throws IOException {
    Configuration conf = new Configuration(site.conf());
    conf.set(LighterOption.ENGINE_DELEGATE.key(), wanted.className());
    Configuration unused =
        EngineDelegate.configuration(conf, OffloadingStoreEngine.class, "--engine");
  }
}
