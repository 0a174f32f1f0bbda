// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.command;

import io.lighter.benchmarks.experiment.ExperimentSettings;
import io.lighter.benchmarks.experiment.SustainableReads;
import io.lighter.benchmarks.experiment.Workload;
import io.lighter.benchmarks.experiment.YcsbRows;
import io.lighter.benchmarks.experiment.YcsbWorkload;
import io.lighter.testing.isolation.IsolationProfile;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Common command-line options of experiments with YCSB's clients. */
final class ExperimentOptions extends CommonOptions {
  private static final int DEFAULT_READS = 400;
  private static final int READ_THREADS = 10;
  private static final int DEFAULT_UPDATES = 100;
  private static final int UPDATE_THREADS = 4;
  private static final int MAX_RATE = 100_000;

  @Option(
      names = "--reads",
      paramLabel = "RATE",
      description =
          "Gets and scans a second (default: "
              + DEFAULT_READS
              + "; with paper-node-slow a quarter; with a cache smaller than the data and a limited"
              + " disk, what half of the disk's reads sustain).")
  private Integer reads;

  @Option(
      names = "--updates",
      paramLabel = "RATE",
      description =
          "Updates a second (default: " + DEFAULT_UPDATES + "; with paper-node-slow a quarter).")
  private Integer updates;

  /**
   * The clients.
   *
   * @throws ParameterException naming an invalid rate
   */
  Workload workload(CommandSpec spec, ExperimentSettings settings) {
    return workload(spec, settings.profile(), settings.rows(), 1);
  }

  /**
   * The clients of trials with a block cache of this size, which decides the default rate of reads.
   *
   * @param cacheFactor size of the block cache relative to the data
   * @throws ParameterException naming an invalid rate
   */
  Workload workload(CommandSpec spec, ExperimentSettings settings, double cacheFactor) {
    IsolationProfile profile = settings.profile();
    int usual = scaled(DEFAULT_READS, profile.speed());
    int byDefault = Math.min(usual, SustainableReads.perSecond(profile, cacheFactor).orElse(usual));
    return workload(spec, profile, settings.rows(), 1, byDefault);
  }

  /**
   * The clients of a part of the data.
   *
   * @param profile the emulated machines, which decide the default rates
   * @param part fraction of the rates, up to 1
   */
  Workload workload(CommandSpec spec, IsolationProfile profile, YcsbRows rows, double part) {
    return workload(spec, profile, rows, part, scaled(DEFAULT_READS, profile.speed()));
  }

  private Workload workload(
      CommandSpec spec, IsolationProfile profile, YcsbRows rows, double part, int defaultReads) {
    int readRate = reads == null ? defaultReads : reads;
    int updateRate = updates == null ? scaled(DEFAULT_UPDATES, profile.speed()) : updates;
    if (readRate < 1 || readRate > MAX_RATE || updateRate < 1 || updateRate > MAX_RATE) {
      throw new ParameterException(
          spec.commandLine(),
          "--reads %d, --updates %d: expected 1 to %d".formatted(readRate, updateRate, MAX_RATE));
    }
    return new YcsbWorkload(
        new YcsbWorkload.Rates(
            scaled(readRate, part), READ_THREADS, scaled(updateRate, part), UPDATE_THREADS),
        rows);
  }

  private static int scaled(int rate, double part) {
    return (int) Math.max(1, Math.round(rate * part));
  }
}
