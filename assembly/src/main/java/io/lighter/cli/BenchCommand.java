package io.lighter.cli;

import io.lighter.benchmarks.offload.OffloadBenchCommand;
import picocli.CommandLine.Command;

/** {@code lighter bench}: measures, on a local cluster. */
@Command(
    name = "bench",
    description = "Measures on a local cluster of several processes.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = OffloadBenchCommand.class,
    mixinStandardHelpOptions = true)
final class BenchCommand extends CommandGroup {}
