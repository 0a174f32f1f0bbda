// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import io.lighter.common.config.OptionType;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a load inserts and how, in the paper's proportions: a flush is a twentieth of the data, a
 * range a fortieth.
 *
 * @param rows number of inserted rows, at least 1
 * @param flushBytes size of the memstore at which a table is flushed, at least 1 MiB
 * @param rangeBytes size above which a range, or a stripe, is divided; at least {@link
 *     OptionType#LEAST_RANGE_BYTES}
 * @param insertsPerSecond rate of inserts; 0 for as many as possible
 * @param readsPerSecond rate of scans or gets; 0 for none
 * @param window length of a window
 * @param rangeSettings further settings of tables with the range engine
 */
public record LoadPlan(
    long rows,
    long flushBytes,
    long rangeBytes,
    int insertsPerSecond,
    int readsPerSecond,
    KeyOrder keys,
    Duration window,
    Map<String, String> rangeSettings) {

  /** Rows of a scan. */
  static final int ROWS_PER_SCAN = 10;

  private static final long ROWS = 1_200_000;
  private static final long QUICK_ROWS = 300_000;
  private static final int FLUSHES = 20;
  private static final int RANGES = 40;

  /** The least sizes of a memstore and of a region that HBase's master allows. */
  private static final long LEAST_FLUSH = 1L << 20;

  private static final long LEAST_REGION = 2L << 20;

  private static final int MAX_RATE = 100_000;
  private static final int MAX_READS = 1_000;

  /** Rate for estimates of a load without a limit. */
  private static final int UNLIMITED_RATE = 5_000;

  private static final int WINDOWS = 30;
  private static final long LEAST_WINDOW_MS = 1_000;
  private static final long MOST_WINDOW_MS = 10_000;

  /** All rehearsals together insert this part of the rows, if that is enough for flushes. */
  private static final int REHEARSED_PART = 10;

  private static final int REHEARSED_FLUSHES = 10;

  /** Checks rates and settings. */
  public LoadPlan {
    if (insertsPerSecond < 0 || insertsPerSecond > MAX_RATE) {
      throw new IllegalArgumentException(
          "--inserts %d: expected 0 to %d".formatted(insertsPerSecond, MAX_RATE));
    }
    if (readsPerSecond < 0 || readsPerSecond > MAX_READS) {
      throw new IllegalArgumentException(
          "--reads %d: expected 0 to %d".formatted(readsPerSecond, MAX_READS));
    }
    List<String> problems = LighterConfiguration.problems(rangeSettings);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException("--set " + String.join("; ", problems));
    }
    rangeSettings = Map.copyOf(rangeSettings);
  }

  /**
   * The plan of an experiment.
   *
   * @param scale scale of the data, above 0
   * @param quick whether to insert a quarter of the rows
   * @throws IllegalArgumentException naming a rate or a setting that is out of range
   */
  public static LoadPlan of(
      double scale,
      boolean quick,
      int insertsPerSecond,
      int readsPerSecond,
      KeyOrder keys,
      Map<String, String> rangeSettings) {
    long rows = Math.max(1, Math.round(scale * (quick ? QUICK_ROWS : ROWS)));
    return inProportion(rows, insertsPerSecond, readsPerSecond, keys, rangeSettings);
  }

  private static LoadPlan inProportion(
      long rows,
      int insertsPerSecond,
      int readsPerSecond,
      KeyOrder keys,
      Map<String, String> rangeSettings) {
    long bytes = rows * LoadRows.BYTES_PER_ROW;
    return new LoadPlan(
        rows,
        Math.max(LEAST_FLUSH, bytes / FLUSHES),
        Math.max(OptionType.LEAST_RANGE_BYTES, bytes / RANGES),
        insertsPerSecond,
        readsPerSecond,
        keys,
        windowOf(rows, insertsPerSecond),
        rangeSettings);
  }

  /**
   * A small load in the same proportions, for code that was not compiled yet.
   *
   * @param engines number of engines that share the time of rehearsals
   */
  LoadPlan rehearsal(int engines) {
    long least = REHEARSED_FLUSHES * LEAST_FLUSH / LoadRows.BYTES_PER_ROW;
    long fewer = Math.min(rows, Math.max(least, rows / (REHEARSED_PART * (long) engines)));
    return inProportion(fewer, insertsPerSecond, readsPerSecond, keys, rangeSettings);
  }

  private static Duration windowOf(long rows, int insertsPerSecond) {
    long millis = expected(rows, insertsPerSecond).toMillis() / WINDOWS;
    return Duration.ofMillis(Math.min(MOST_WINDOW_MS, Math.max(LEAST_WINDOW_MS, millis)));
  }

  private static Duration expected(long rows, int insertsPerSecond) {
    int rate = insertsPerSecond == 0 ? UNLIMITED_RATE : insertsPerSecond;
    return Duration.ofMillis(Duration.ofSeconds(1).toMillis() * rows / rate);
  }

  /** Expected duration of the load. */
  Duration expected() {
    return expected(rows, insertsPerSecond);
  }

  /** Size of all rows in bytes. */
  public long bytes() {
    return rows * LoadRows.BYTES_PER_ROW;
  }

  /**
   * Size of a region in the table's settings, bytes; regions are not split. With HBase's default
   * the range engine would take small ranges for a mistake.
   */
  long regionBytes() {
    return Math.max(LEAST_REGION, 2 * bytes());
  }

  /** Share of a store that the range engine leaves un-merged, above 0. */
  public double unmergedRatio() {
    LighterOption option = LighterOption.RANGE_UNMERGED_RATIO;
    return Double.parseDouble(rangeSettings.getOrDefault(option.key(), option.defaultValue()));
  }

  /** Description of the clients for reports, by name. */
  public Map<String, Object> description() {
    Map<String, Object> description = new LinkedHashMap<>();
    description.put("rows", rows);
    description.put("keys", keys.label());
    description.put("inserts_per_s", insertsPerSecond);
    description.put("reads_per_s", readsPerSecond);
    description.put("rows_per_scan", ROWS_PER_SCAN);
    description.put("window_ms", window.toMillis());
    description.put("flush_bytes", flushBytes);
    description.put("range_bytes", rangeBytes);
    description.put("range_settings", new TreeMap<>(rangeSettings).toString());
    return description;
  }
}
