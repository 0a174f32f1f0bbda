// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.range;

import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import io.lighter.engine.config.StoreOptions;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;

/**
 * Reads {@link RangeLimits} from a table's configuration. A bad value never changes the layout of a
 * store: it is reported, and the default of that option takes its place.
 */
public final class RangeSettings {
  private static final List<LighterOption> OPTIONS =
      List.of(
          LighterOption.RANGE_SIZE,
          LighterOption.RANGE_UNMERGED_RATIO,
          LighterOption.RANGE_UNMERGED_MIN,
          LighterOption.RANGE_MAX_FILES,
          LighterOption.RANGE_MAX_WIDE,
          LighterOption.RANGE_MAX_CONCURRENT);

  private static final int FEW_RANGES = 4;

  /** Size of ranges that are not too many, also if the site sets no limit for regions. */
  private static final long USUAL_BYTES = 16L << 20;

  /** Ranges above which the files of one region burden HDFS, so that the size is a mistake. */
  private static final int MANY_RANGES = 4096;

  private RangeSettings() {}

  /**
   * Returns the limits of a store.
   *
   * @param flushBytes size of a flush, the default of {@link LighterOption#RANGE_UNMERGED_MIN}
   * @param regionBytes size above which HBase splits the region; 0 or less if unknown
   * @param problems takes a sentence for each problem, with key, value and what is allowed or
   *     expected
   */
  public static RangeLimits limits(
      Configuration conf, long flushBytes, long regionBytes, Consumer<String> problems) {
    LighterConfiguration values = StoreOptions.of(conf, OPTIONS, problems);
    long size = values.bytes(LighterOption.RANGE_SIZE);
    if (regionBytes > 0 && size > regionBytes / FEW_RANGES) {
      problems.accept(
          "%s = '%d': a region of %d bytes has fewer than %d ranges"
              .formatted(LighterOption.RANGE_SIZE.key(), size, regionBytes, FEW_RANGES));
    }
    if (size < USUAL_BYTES && regionBytes / size > MANY_RANGES) {
      problems.accept(
          "%s = '%d': a region of %d bytes has more than %d ranges; the default is used"
              .formatted(LighterOption.RANGE_SIZE.key(), size, regionBytes, MANY_RANGES));
      // As for a bad value: a typing error must not change a store's files.
      size =
          StoreOptions.of(new Configuration(false), OPTIONS, none -> {})
              .bytes(LighterOption.RANGE_SIZE);
    }
    return new RangeLimits(
        size,
        values.share(LighterOption.RANGE_UNMERGED_RATIO),
        values.optionalBytes(LighterOption.RANGE_UNMERGED_MIN).orElse(Math.max(1, flushBytes)),
        values.number(LighterOption.RANGE_MAX_FILES),
        values.number(LighterOption.RANGE_MAX_WIDE),
        values.number(LighterOption.RANGE_MAX_CONCURRENT));
  }
}
