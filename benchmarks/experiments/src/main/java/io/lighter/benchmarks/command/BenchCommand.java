// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.command;

import io.lighter.benchmarks.index.SlikCommand;
import io.lighter.benchmarks.offload.OffloadBenchCommand;
import io.lighter.cli.command.CommandGroup;
import picocli.CommandLine.Command;

/** {@code lighter bench}: measures on a local cluster, or a single part. */
@Command(
    name = "bench",
    description = "Measures on a local cluster of several processes, or a single part.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      Fig3Command.class,
      FigureCommand.Fig4.class,
      FigureCommand.Fig5.class,
      FigureCommand.Fig6.class,
      FigureCommand.Fig7.class,
      Fig8Command.class,
      Fig9Command.class,
      RangeCommand.class,
      ForestCommand.class,
      TiersCommand.class,
      SlikCommand.class,
      CompareCommand.class,
      PoolCommand.class,
      ReportCommand.class,
      OffloadBenchCommand.class
    },
    mixinStandardHelpOptions = true)
final class BenchCommand extends CommandGroup {}
