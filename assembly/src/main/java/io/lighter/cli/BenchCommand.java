package io.lighter.cli;

import io.lighter.benchmarks.micro.JmhCommand;
import io.lighter.benchmarks.offload.OffloadBenchCommand;
import picocli.CommandLine.Command;

/** {@code lighter bench}: measures, on a local cluster or a part by itself. */
@Command(
    name = "bench",
    description = "Measures on a local cluster of several processes, or a part by itself.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {OffloadBenchCommand.class, JmhCommand.class},
    mixinStandardHelpOptions = true)
final class BenchCommand extends CommandGroup {}
