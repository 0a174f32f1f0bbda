package io.lighter.benchmarks.experiment.tpcc;

import io.lighter.benchmarks.experiment.ExperimentSettings;
import io.lighter.benchmarks.experiment.TrialSettings;
import io.lighter.tpcc.schema.Scale;
import java.time.Duration;
import java.util.Optional;

/**
 * How large the experiment is, and how long its parts take. The number of warehouses is the
 * paper's, since districts and threads make the contention; a warehouse has fewer rows.
 *
 * @param settings what all experiments have; one size of the cache
 * @param threads of the client, each of which runs one transaction at a time
 * @param trial how long the parts of a trial take
 */
public record TpccPlan(ExperimentSettings settings, int threads, TrialSettings trial) {
  /** As in the paper. */
  public static final int WAREHOUSES = 50;

  /** As in the paper: 6 GB of cache on each of two servers, for 14 GB. */
  public static final double CACHE_FACTOR = 6.0 / 7;

  static final int REGION_SERVERS = 2;
  static final int AGEING_ROUNDS = 3;

  /** Of the specification's rows in a warehouse. */
  private static final double FULL = 0.04;

  private static final double QUICK = 0.02;

  /** In the blocks of all tables, of a warehouse of the specification's scale; measured. */
  private static final long BYTES_PER_WAREHOUSE = 120_000_000;

  private static final int LEAST_ITEMS = 100;
  private static final int LEAST_CUSTOMERS = 10;

  /** What the specification has: 900 of 3,000. */
  private static final double UNDELIVERED = 0.3;

  /** Checks. */
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

  /** With trials as long as the settings say. */
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

  /** Bytes in the blocks of all tables, about. */
  long bytes() {
    return Math.round(partOfSpec(settings) * WAREHOUSES * BYTES_PER_WAREHOUSE);
  }

  /** For how long transactions run before each flush, so that tables have several files. */
  Duration ageing() {
    return Duration.ofSeconds(settings.quick() ? 5 : 20);
  }

  /** When all trials are to have ended, so that a quick run is over in 20 minutes. */
  Optional<Duration> budget() {
    return settings.quick() ? Optional.of(Duration.ofMinutes(19)) : Optional.empty();
  }

  /** Trials in all. */
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
