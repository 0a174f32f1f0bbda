package io.lighter.cli;

import io.lighter.benchmarks.experiment.CompareCommand;
import io.lighter.benchmarks.experiment.FigureCommand;
import io.lighter.benchmarks.offload.OffloadBenchCommand;
import picocli.CommandLine.Command;

/** {@code lighter bench}: measures, on a local cluster. */
@Command(
    name = "bench",
    description = "Measures on a local cluster of several processes.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      OffloadBenchCommand.class,
      FigureCommand.Fig4.class,
      FigureCommand.Fig5.class,
      FigureCommand.Fig6.class,
      FigureCommand.Fig7.class,
      CompareCommand.class
    },
    mixinStandardHelpOptions = true)
final class BenchCommand extends CommandGroup {}
