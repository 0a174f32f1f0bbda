// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.tpcc;

import io.lighter.benchmarks.experiment.ExperimentSettings;
import io.lighter.benchmarks.experiment.TrialSettings;
import io.lighter.tpcc.schema.Scale;
import java.time.Duration;
import java.util.Optional;

/**
 * Size and durations of the experiment. The number of warehouses is the paper's, because districts
 * and threads determine contention; a warehouse has fewer rows.
 *
 * @param settings common settings, with one size of the cache
 * @param threads threads of the client, each of which runs one transaction at a time
 * @param trial durations of a trial's parts
 */
public record TpccPlan(ExperimentSettings settings, int threads, TrialSettings trial) {
  /** The paper's number of warehouses. */
  public static final int WAREHOUSES = 50;

  /** The paper's ratio: 6 GB of cache on each of two servers, for 14 GB. */
  public static final double CACHE_FACTOR = 6.0 / 7;

  static final int REGION_SERVERS = 2;
  static final int AGEING_ROUNDS = 3;

  /** Fraction of the specification's rows in a warehouse. */
  private static final double FULL = 0.04;

  private static final double QUICK = 0.02;

  /** Measured size of a warehouse of the specification's scale, in the blocks of all tables. */
  private static final long BYTES_PER_WAREHOUSE = 120_000_000;

  private static final int LEAST_ITEMS = 100;
  private static final int LEAST_CUSTOMERS = 10;

  /** The specification's fraction: 900 of 3,000. */
  private static final double UNDELIVERED = 0.3;

  /** Checks the plan. */
  public TpccPlan {
    int terminals = WAREHOUSES * Scale.SPEC.districts();
    if (threads < 1 || threads > terminals) {
      throw new IllegalArgumentException(
          "threads %d: expected 1 to %d, one for each district".formatted(threads, terminals));
    }
    if (trial.window().isZero() || trial.window().isNegative()) {
      throw new IllegalArgumentException(
          "window %s: New-Orders are counted over it".formatted(trial.window()));
    }
    if (partOfSpec(settings) > 1) {
      throw new IllegalArgumentException(
          "scale %s: expected at most %s, which is the specification's"
              .formatted(settings.scale(), 1 / (settings.quick() ? QUICK : FULL)));
    }
  }

  /** Creates a plan with the trial durations of the settings. */
  public TpccPlan(ExperimentSettings settings, int threads) {
    this(settings, threads, trial(settings.quick()));
  }

  /** The cardinalities of a warehouse. */
  Scale scale() {
    double part = partOfSpec(settings);
    int customers = atLeast(LEAST_CUSTOMERS, part * Scale.SPEC.customers());
    return new Scale(
        atLeast(LEAST_ITEMS, part * Scale.SPEC.items()),
        Scale.SPEC.districts(),
        customers,
        atLeast(1, customers * UNDELIVERED));
  }

  /** Approximate size of the blocks of all tables. */
  long bytes() {
    return Math.round(partOfSpec(settings) * WAREHOUSES * BYTES_PER_WAREHOUSE);
  }

  /** Duration of transactions before each flush, so that tables have several files. */
  Duration ageing() {
    return Duration.ofSeconds(settings.quick() ? 5 : 20);
  }

  /** Time limit for all trials, so that a quick run ends in 20 minutes. */
  Optional<Duration> budget() {
    return settings.quick() ? Optional.of(Duration.ofMinutes(19)) : Optional.empty();
  }

  /** Number of all trials. */
  int trials() {
    return settings.repeat() * settings.strategies().size() * CompactedTable.values().length;
  }

  private static TrialSettings trial(boolean quick) {
    return quick
        ? new TrialSettings(
            Duration.ofSeconds(6),
            Duration.ofSeconds(10),
            Duration.ofSeconds(20),
            Duration.ofSeconds(2),
            Duration.ofSeconds(20),
            TrialSettings.COMPACTION_LIMIT,
            Duration.ofSeconds(2))
        : new TrialSettings(
            Duration.ofSeconds(180),
            Duration.ofSeconds(60),
            Duration.ofSeconds(120),
            Duration.ofSeconds(10),
            Duration.ofSeconds(120),
            TrialSettings.COMPACTION_LIMIT,
            Duration.ofSeconds(30));
  }

  private static double partOfSpec(ExperimentSettings settings) {
    return settings.scale() * (settings.quick() ? QUICK : FULL);
  }

  private static int atLeast(int least, double value) {
    return Math.max(least, (int) Math.round(value));
  }
}
