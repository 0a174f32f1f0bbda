// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.advise;

import io.lighter.common.config.ConfigurationException;
import io.lighter.engine.forest.ForestLimits;
import io.lighter.engine.forest.ForestSettings;
import io.lighter.engine.policy.Geometric;
import io.lighter.engine.policy.PolicySettings;
import io.lighter.engine.policy.SteppedMerge;
import io.lighter.engine.range.RangeLimits;
import io.lighter.engine.range.RangeSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;

/**
 * The options of HBase's and Lighter's engines that a simulation follows.
 *
 * @param minFiles {@code hbase.hstore.compaction.min}
 * @param maxFiles {@code hbase.hstore.compaction.max}
 * @param ratio {@code hbase.hstore.compaction.ratio}
 * @param minBytes {@code hbase.hstore.compaction.min.size}
 * @param blockingFiles {@code hbase.hstore.blockingStoreFiles}
 * @param majorMillis {@code hbase.hregion.majorcompaction}; 0 for none. Its jitter is not used
 * @param stripes options of stripes
 * @param tiers options of tiers of time
 * @param range options of the range engine
 * @param forest options of the forest engine
 * @param stepped the rule of SMA(k)
 * @param geometric the rule of Geometric
 */
public record EngineOptions(
    int minFiles,
    int maxFiles,
    double ratio,
    long minBytes,
    int blockingFiles,
    long majorMillis,
    Stripes stripes,
    Tiers tiers,
    RangeLimits range,
    ForestLimits forest,
    SteppedMerge stepped,
    Geometric geometric) {
  /** Files of a level 0 compaction, of which HBase derives the default size of a stripe. */
  private static final int LEVEL_0_FILES = 4;

  private static final int SPLIT_FACTOR = 2 * 4 * LEVEL_0_FILES;

  /**
   * Options of {@code StripeStoreConfig}.
   *
   * @param minFiles fewest files of a compaction
   * @param maxFiles most files of a compaction
   * @param splitBytes size at which a stripe is split
   */
  public record Stripes(int minFiles, int maxFiles, long splitBytes) {}

  /**
   * Options of date-tiered compaction.
   *
   * @param incomingMinFiles fewest files of a compaction in the newest window
   * @param windowMillis length of the newest windows
   * @param windowsPerTier windows that become one of the next tier
   */
  public record Tiers(int incomingMinFiles, long windowMillis, int windowsPerTier) {}

  /**
   * Reads the options of a store. Bad values of Lighter's options have their defaults, as in a
   * store.
   *
   * @param conf the site's values below those of table and family
   * @param flushBytes flush size of the region, above 0
   * @param regionBytes size above which HBase splits the region; 0 or less if unknown
   * @param problems takes a sentence for each bad value of Lighter's
   * @throws ConfigurationException for bad values of HBase's options, with key and value
   */
  public static EngineOptions of(
      Configuration conf, long flushBytes, long regionBytes, Consumer<String> problems)
      throws ConfigurationException {
    Values values = new Values(conf, new ArrayList<>());
    int minFiles =
        values.whole(
            "hbase.hstore.compaction.min",
            2,
            values.whole("hbase.hstore.compactionThreshold", 2, 3));
    int maxFiles = values.whole("hbase.hstore.compaction.max", 2, 10);
    int blocking = values.whole("hbase.hstore.blockingStoreFiles", 1, 16);
    int stripeMin =
        values.whole(
            "hbase.store.stripe.compaction.minFiles", 2, Math.max(LEVEL_0_FILES, minFiles));
    int stripeMax = values.whole("hbase.store.stripe.compaction.maxFiles", 2, maxFiles);
    PolicySettings policy = PolicySettings.of(conf, flushBytes, blocking, maxFiles);
    EngineOptions options =
        new EngineOptions(
            minFiles,
            Math.max(minFiles, maxFiles),
            values.ratio("hbase.hstore.compaction.ratio", 1.2),
            values.number("hbase.hstore.compaction.min.size", 0, flushBytes),
            blocking,
            values.number("hbase.hregion.majorcompaction", 0, 7L * 24 * 3_600_000),
            new Stripes(
                stripeMin,
                Math.max(stripeMin, stripeMax),
                values.number("hbase.store.stripe.sizeToSplit", 1, flushBytes * SPLIT_FACTOR)),
            new Tiers(
                values.whole("hbase.hstore.compaction.date.tiered.incoming.window.min", 2, 6),
                values.number(
                    "hbase.hstore.compaction.date.tiered.base.window.millis", 1, 6L * 3_600_000),
                values.whole("hbase.hstore.compaction.date.tiered.windows.per.tier", 2, 4)),
            RangeSettings.limits(conf, flushBytes, regionBytes, problems),
            ForestSettings.limits(conf, flushBytes, problems),
            policy.stepped(),
            policy.geometric());
    policy.problems().forEach(problems);
    if (!values.problems().isEmpty()) {
      throw new ConfigurationException(values.problems());
    }
    return options;
  }

  /** Returns HBase's rule for stores of its default engine. */
  Exploring exploring() {
    return new Exploring(minFiles, maxFiles, ratio, minBytes, blockingFiles);
  }

  /** Values of HBase's options; a bad one is a problem, and the default is returned. */
  private record Values(Configuration conf, List<String> problems) {
    private int whole(String key, int least, int otherwise) {
      return Math.toIntExact(value(key, text -> (long) Integer.parseInt(text), least, otherwise));
    }

    private long number(String key, long least, long otherwise) {
      return value(key, Long::parseLong, least, otherwise);
    }

    private double ratio(String key, double otherwise) {
      String text = conf.getTrimmed(key, "");
      try {
        double value = text.isEmpty() ? otherwise : Double.parseDouble(text);
        if (value > 0 && Double.isFinite(value)) {
          return value;
        }
      } catch (NumberFormatException e) { // told below
      }
      problems.add("%s = '%s': expected a number above 0".formatted(key, text));
      return otherwise;
    }

    private long value(String key, Function<String, Long> parse, long least, long otherwise) {
      String text = conf.getTrimmed(key, "");
      if (text.isEmpty()) {
        return otherwise;
      }
      try {
        long value = parse.apply(text);
        if (value >= least) {
          return value;
        }
      } catch (NumberFormatException e) { // told below
      }
      problems.add("%s = '%s': expected a whole number from %d".formatted(key, text, least));
      return otherwise;
    }
  }
}
