// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.offload;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench offload}: compares local and offloaded compactions. */
@Command(
    name = "offload",
    description = "Compares the cost of an offloaded and a local compaction of the same files.",
    mixinStandardHelpOptions = true)
public final class OffloadBenchCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--megabytes",
      defaultValue = "512",
      description = "Data to compact; default ${DEFAULT-VALUE}.")
  private int megabytes;

  @Option(
      names = "--repeat",
      defaultValue = "3",
      description = "Measured compactions of each kind; default ${DEFAULT-VALUE}.")
  private int repeat;

  @Option(names = "--out", description = "Folder for results.json and results.txt.")
  private Path out;

  @Override
  public Integer call() throws Exception {
    if (megabytes < 1 || megabytes > 100_000) {
      throw new ParameterException(
          spec.commandLine(), "--megabytes " + megabytes + ": expected 1 to 100000");
    }
    if (repeat < 1 || repeat > 100) {
      throw new ParameterException(
          spec.commandLine(), "--repeat " + repeat + ": expected 1 to 100");
    }
    if (out != null) {
      Files.createDirectories(out);
    }
    PrintWriter console = spec.commandLine().getOut();
    OffloadReport report =
        new OffloadBenchmark(
                megabytes,
                repeat,
                step -> {
                  console.println(step);
                  console.flush();
                })
            .run();
    console.print(report.toTable());
    console.flush();
    if (out != null) {
      Files.writeString(out.resolve("results.json"), report.toJson());
      Files.writeString(out.resolve("results.txt"), report.toTable());
    }
    return 0;
  }
}
