// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.ExitCode;
import io.lighter.cli.command.Site;
import io.lighter.common.config.ConfigurationException;
import java.io.IOException;
import picocli.CommandLine.Command;

/** {@code lighter engine disable}: gives a table back the engine that it had. */
@Command(
    name = "disable",
    description = "Restores the store engine that a table had before 'engine enable'.",
    mixinStandardHelpOptions = true)
final class EngineDisableCommand extends EngineChangeCommand {
  EngineDisableCommand(Site.Loader siteLoader, EngineCommand.Clusters clusters) {
    super(siteLoader, clusters);
  }

  @Override
  public Integer call() throws IOException, ConfigurationException {
    change(table(), site(), alteration -> alteration.settings().disable());
    return ExitCode.OK.code();
  }
}
