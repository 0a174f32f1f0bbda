// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.range;

import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;

/**
 * Reads {@link RangeLimits} from a table's configuration. A bad value never changes the layout of a
 * store: it is reported, and the default of that option takes its place.
 */
public final class RangeSettings {
  /** A range is split above this size. */
  public static final String SIZE = "lighter.range.size";

  /** Share of a store that may be un-merged. */
  public static final String UNMERGED_RATIO = "lighter.range.unmerged.ratio";

  /** Below this much nothing is merged for the ratio. */
  public static final String UNMERGED_MIN = "lighter.range.unmerged.min";

  /** Files of a range before its deltas are consolidated. */
  public static final String MAX_FILES = "lighter.range.max.files";

  /** Wide files before they are distributed. */
  public static final String MAX_WIDE = "lighter.range.max.wide";

  /** Compactions of one store at a time. */
  public static final String MAX_CONCURRENT = "lighter.range.max.concurrent";

  private static final long MB = 1 << 20;

  private final Configuration conf;
  private final Consumer<String> problems;

  private RangeSettings(Configuration conf, Consumer<String> problems) {
    this.conf = conf;
    this.problems = problems;
  }

  /**
   * Returns the limits. The size is at least twice a flush: a flush that is larger than all bases
   * would become the one base of the store, with all older files as its deltas.
   *
   * @param flushBytes size of a flush, also the default of {@link #UNMERGED_MIN}
   * @param problems takes a sentence for each bad value: key, value, what is allowed
   */
  public static RangeLimits limits(
      Configuration conf, long flushBytes, Consumer<String> problems) {
    RangeSettings settings = new RangeSettings(conf, problems);
    return new RangeLimits(
        Math.max(settings.bytes(SIZE, 256 * MB, 16 * MB, 4096 * MB), 2 * flushBytes),
        settings.ratio(UNMERGED_RATIO, 0.1, 0.01, 1),
        settings.bytes(UNMERGED_MIN, Math.max(MB, flushBytes), MB, Long.MAX_VALUE),
        settings.count(MAX_FILES, 4, 2, 32),
        settings.count(MAX_WIDE, 4, 1, 16),
        settings.count(MAX_CONCURRENT, 2, 1, 16));
  }

  private long bytes(String key, long byDefault, long least, long most) {
    String value = conf.getTrimmed(key);
    if (value == null) {
      return byDefault;
    }
    try {
      String digits = value.endsWith("B") ? value.substring(0, value.length() - 1) : value;
      long bytes = TraditionalBinaryPrefix.string2long(digits);
      if (least <= bytes && bytes <= most) {
        return bytes;
      }
    } catch (IllegalArgumentException e) {
      // Reported below, as is a number out of range.
    }
    String end = most == Long.MAX_VALUE ? "up" : "to " + most / MB + "MB";
    return report(key, value, "a size from %dMB %s".formatted(least / MB, end), byDefault);
  }

  private double ratio(String key, double byDefault, double least, double most) {
    String value = conf.getTrimmed(key);
    if (value == null) {
      return byDefault;
    }
    try {
      double ratio = Double.parseDouble(value);
      if (least <= ratio && ratio <= most) {
        return ratio;
      }
    } catch (NumberFormatException e) {
      // Reported below, as is a number out of range.
    }
    return report(key, value, "a number from %s to %s".formatted(least, most), byDefault);
  }

  private int count(String key, int byDefault, int least, int most) {
    String value = conf.getTrimmed(key);
    if (value == null) {
      return byDefault;
    }
    try {
      int count = Integer.parseInt(value);
      if (least <= count && count <= most) {
        return count;
      }
    } catch (NumberFormatException e) {
      // Reported below, as is a number out of range.
    }
    return report(key, value, "a number from %d to %d".formatted(least, most), byDefault);
  }

  private <T> T report(String key, String value, String allowed, T byDefault) {
    problems.accept(
        "%s is \"%s\", allowed: %s; %s is used".formatted(key, value, allowed, byDefault));
    return byDefault;
  }
}
