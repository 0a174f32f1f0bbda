// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.index;

import io.lighter.benchmarks.demo.Progress;
import io.lighter.testing.cluster.ClientLogging;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench slik}: what secondary indexes cost. */
@Command(
    name = "slik",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "What secondary indexes cost writes and reads.",
      "Lookups beside gets, and indexed puts beside plain ones, as ratios with their aims.",
      "docs/results/benchmarks.md has the aims."
    })
public final class SlikCommand implements Callable<Integer> {
  private static final int QUICK_DIVISOR = 10;

  @Spec private CommandSpec spec;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "Folder for results.json, results.txt and report.html.")
  private Path out;

  @Option(names = "--quick", description = "A tenth of the rows and rounds, for a first look.")
  private boolean quick;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "200000",
      description = "Rows of each table (default: ${DEFAULT-VALUE}).")
  private int rows;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      defaultValue = "3",
      description = "Clusters, one after the other (default: ${DEFAULT-VALUE}).")
  private int repeat;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "20",
      description = "Rounds on each cluster (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--operations",
      paramLabel = "N",
      defaultValue = "300",
      description = "Operations of each kind in a round (default: ${DEFAULT-VALUE}).")
  private int operations;

  @Option(
      names = "--call-delay",
      paramLabel = "US",
      defaultValue = "0",
      description = {
        "Microseconds that each call of HBase and each answer arrive later, as over a network",
        "(default: ${DEFAULT-VALUE})."
      })
  private int delayMicros;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Seed of the order of operations and rows (default: ${DEFAULT-VALUE}).")
  private long seed;

  /** Returns 0 also if an aim is missed: the figures are the result. */
  @Override
  public Integer call() throws Exception {
    IndexPlan plan = plan();
    Files.createDirectories(out);
    ClientLogging.toFile(out.resolve("bench.log"));
    PrintWriter console = spec.commandLine().getOut();
    IndexReport report =
        new IndexReport(plan, new IndexBenchmark(plan, Progress.on(console)).run());
    Files.writeString(out.resolve("results.json"), report.toJson());
    Files.writeString(out.resolve("results.txt"), report.toText());
    Files.writeString(out.resolve("report.html"), report.toHtml());
    console.println();
    console.print(report.toText());
    console.flush();
    return 0;
  }

  private IndexPlan plan() {
    try {
      return quick
          ? new IndexPlan(
              Math.max(IndexPlan.LEAST_ROWS, rows / QUICK_DIVISOR),
              repeat,
              Math.max(1, rounds / QUICK_DIVISOR),
              operations,
              delayMicros,
              seed)
          : new IndexPlan(rows, repeat, rounds, operations, delayMicros, seed);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }
}
