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
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.regionserver.OffloadingStoreEngine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code lighter engine enable}: gives a table another engine below Lighter's. */
@Command(
    name = "enable",
    description = {
      "Gives all families of a table another store engine below Lighter's; its regions reopen.",
      "What the table set before is noted in the table, for 'engine disable'."
    },
    mixinStandardHelpOptions = true)
final class EngineEnableCommand extends EngineChangeCommand {
  static final String PREVIEW =
      "note: the %s engine is a preview: unit tests, crash tests and a differential fuzz ran,"
          + " but check and chaos have not run with it for hours yet";

  @Option(
      names = "--engine",
      required = true,
      paramLabel = "NAME",
      description = "default, stripe, date-tiered, range, forest or tiered.")
  private String engine;

  EngineEnableCommand(Site.Loader siteLoader, EngineCommand.Clusters clusters) {
    super(siteLoader, clusters);
  }

  @Override
  public Integer call() throws IOException, ConfigurationException {
    TableName table = table();
    EngineName wanted = wanted();
    Site site = site();
    requireClass(site, wanted);
    boolean differs = change(table, site, alteration -> enabled(alteration, wanted));
    if (wanted.isOwn() && !json() && differs) {
      commandLine().getOut().println(PREVIEW.formatted(wanted.tag()));
    }
    return ExitCode.OK.code();
  }

  private EngineName wanted() {
    return EngineName.byTag(engine)
        .orElseThrow(
            () ->
                new ParameterException(
                    commandLine(),
                    "--engine '%s': expected one of %s".formatted(engine, EngineName.tags())));
  }

  /** A wrong class on this host is refused before the cluster is asked. */
  private static void requireClass(Site site, EngineName wanted) throws IOException {
    Configuration conf = new Configuration(site.conf());
    conf.set(LighterOption.ENGINE_DELEGATE.key(), wanted.className());
    Configuration unused =
        EngineDelegate.configuration(conf, OffloadingStoreEngine.class, "--engine");
  }

  private static TableDescriptor enabled(EngineAlteration alteration, EngineName wanted)
      throws IOException {
    TableDescriptor before = alteration.before();
    TableDescriptor after =
        alteration.settings().enable(wanted, alteration.mostFiles(wanted)).orElse(before);
    if (wanted.isOwn() && !after.equals(before)) {
      OwnEngineCheck.require(
          before.getTableName(),
          wanted,
          alteration.regions(),
          alteration.observed(),
          BuildVersions.load().lighter());
    }
    return after;
  }
}
