package io.lighter.benchmarks.command;

import io.lighter.benchmarks.chaos.ChaosCommand;
import io.lighter.benchmarks.chaos.SoakCommand;
import io.lighter.benchmarks.check.CheckCommand;
import io.lighter.benchmarks.demo.DemoCommand;
import io.lighter.cli.command.CommandProvider;
import io.lighter.cli.command.Site;
import java.util.List;

/** The commands that demonstrate, check and measure. */
public final class BenchmarkCommands implements CommandProvider {
  @Override
  public List<Object> commands(Site.Loader site) {
    return List.of(
        new DemoCommand(),
        new CheckCommand(),
        new ChaosCommand(),
        new SoakCommand(),
        new BenchCommand(),
        YcsbCommand.commandLine(site),
        TpccCommand.commandLine(site),
        new SimulateCommand(site));
  }
}
