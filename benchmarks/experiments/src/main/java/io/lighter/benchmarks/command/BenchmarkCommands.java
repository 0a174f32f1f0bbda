// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.command;

import io.lighter.benchmarks.demo.DemoCommand;
import io.lighter.cli.command.CommandProvider;
import io.lighter.cli.command.Site;
import java.util.List;

/** Provides the commands for demos and measurements. */
public final class BenchmarkCommands implements CommandProvider {
  @Override
  public List<Object> commands(Site.Loader site) {
    return List.of(
        new DemoCommand(),
        new BenchCommand(),
        YcsbCommand.commandLine(site),
        TpccCommand.commandLine(site),
        new SimulateCommand(site));
  }
}
