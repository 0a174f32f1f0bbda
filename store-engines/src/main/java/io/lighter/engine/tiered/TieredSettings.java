// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.tiered;

import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import io.lighter.engine.config.StoreOptions;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;

/**
 * Reads {@link TieredLimits} from a table's configuration. A bad value is reported, and the default
 * of that option takes its place. Stateless.
 */
public final class TieredSettings {
  private static final List<LighterOption> OPTIONS =
      List.of(
          LighterOption.TIERED_BASE,
          LighterOption.TIERED_BASE_MIN,
          LighterOption.TIERED_MAJOR_PERIOD);

  private TieredSettings() {}

  /**
   * Returns the limits of a store.
   *
   * @param flushBytes size of a flush
   * @param blockingFiles number of files above which HBase holds flushes back
   * @param problems takes a sentence for each problem, with key, value and what is expected
   */
  public static TieredLimits limits(
      Configuration conf, long flushBytes, int blockingFiles, Consumer<String> problems) {
    LighterConfiguration values = StoreOptions.of(conf, OPTIONS, problems);
    return new TieredLimits(
        plan(conf, problems),
        values.bytes(LighterOption.TIERED_BASE),
        values.bytes(LighterOption.TIERED_BASE_MIN),
        Math.max(1, flushBytes),
        blockingFiles,
        values.duration(LighterOption.TIERED_MAJOR_PERIOD).toMillis());
  }

  /** Returns whether a store expects outputs to be smaller than their inputs. */
  public static boolean usesForecast(Configuration conf, Consumer<String> problems) {
    return StoreOptions.of(conf, List.of(LighterOption.TIERED_FORECAST), problems)
        .bool(LighterOption.TIERED_FORECAST);
  }

  private static TierPlan plan(Configuration conf, Consumer<String> problems) {
    String key = LighterOption.TIERED_TIERS.key();
    String value;
    try {
      value = conf.get(key, LighterOption.TIERED_TIERS.defaultValue());
    } catch (IllegalStateException e) { // Hadoop throws this for too many replacements
      value = conf.getRaw(key);
    }
    return TierPlanParser.parse(value, problems);
  }

  /**
   * Returns the number of files that a region of full size has at most, which HBase must not hold
   * flushes back for.
   *
   * @param regionBytes size at which a region splits
   */
  public static int leastBlockingFiles(TieredLimits limits, long regionBytes) {
    long base = limits.base() > 0 ? limits.base() : limits.flushBytes();
    return new Levels(limits.plan(), base).mostFilesOf(regionBytes);
  }

  /**
   * Returns what is wrong if HBase holds flushes back below {@link #leastBlockingFiles}.
   *
   * @param regionBytes size at which a region splits
   */
  public static Optional<String> filesProblem(TieredLimits limits, long regionBytes) {
    int least = leastBlockingFiles(limits, regionBytes);
    return limits.blockingFiles() >= least
        ? Optional.empty()
        : Optional.of(
            "hbase.hstore.blockingStoreFiles = '%d': expected %d or more for the K of %s in a region of %d bytes; a large store merges fewer files at a time"
                .formatted(
                    limits.blockingFiles(), least, LighterOption.TIERED_TIERS.key(), regionBytes));
  }
}
