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
 * What a load inserts and how.
 *
 * @param rows number of inserted rows, at least 1
 * @param parts sizes relative to the data
 * @param insertsPerSecond rate of inserts; 0 for as many as possible
 * @param readsPerSecond rate of scans or gets; 0 for none
 * @param use which rows are read
 * @param window length of a window
 * @param kinds what the windows have, in turn
 * @param settings further settings of tables with an engine of Lighter
 */
public record LoadPlan(
    long rows,
    LoadParts parts,
    int insertsPerSecond,
    int readsPerSecond,
    KeyOrder keys,
    ReadUse use,
    Duration window,
    List<ReadWindow.Kind> kinds,
    Map<String, String> settings) {

  /** A rate for which each thread reads as soon as its last read has ended. */
  public static final int CLOSED_LOOP = Integer.MAX_VALUE;

  /** Rows of a scan. */
  static final int ROWS_PER_SCAN = 10;

  private static final long ROWS = 1_200_000;
  private static final long QUICK_ROWS = 300_000;

  /** Fewer, since several orders of keys are loaded. */
  private static final long QUICK_UNLIMITED_ROWS = 200_000;

  /** 1.18 GB, and 236 MB, of which a fast tier has at least the 64 MB that its option asks for. */
  private static final long TIERED_ROWS = 1_050_000;

  private static final long QUICK_TIERED_ROWS = 210_000;
  private static final Duration TIERED_WINDOW = Duration.ofSeconds(2);
  private static final Duration QUICK_TIERED_WINDOW = Duration.ofMillis(500);

  /** Files of a forest that are about as large as a range, its option's default. */
  private static final int SSTS = 10;

  /** Three windows of four have scans. */
  private static final List<ReadWindow.Kind> MOSTLY_SCANS =
      List.of(
          ReadWindow.Kind.SCAN, ReadWindow.Kind.SCAN, ReadWindow.Kind.SCAN, ReadWindow.Kind.GET);

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
    if (readsPerSecond != CLOSED_LOOP && (readsPerSecond < 0 || readsPerSecond > MAX_READS)) {
      throw new IllegalArgumentException(
          "--reads %d: expected 0 to %d".formatted(readsPerSecond, MAX_READS));
    }
    List<String> problems = LighterConfiguration.problems(settings);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException("--set " + String.join("; ", problems));
    }
    kinds = List.copyOf(kinds);
    settings = Map.copyOf(settings);
  }

  /**
   * The plan of a load with reads beside it: a flush is a twentieth of the data, a range a
   * fortieth.
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
      Map<String, String> settings) {
    return of(
        rows(scale, quick ? QUICK_ROWS : ROWS),
        LoadParts.RANGE,
        insertsPerSecond,
        readsPerSecond,
        keys,
        settings);
  }

  /**
   * The plan of a load as fast as HBase takes it, without reads: a flush is an 80th of the data, a
   * file of a forest a 200th, and a range or a stripe as large as ten of these.
   *
   * @param scale scale of the data, above 0
   * @param quick whether to insert a sixth of the rows
   * @throws IllegalArgumentException naming a setting that is out of range
   */
  public static LoadPlan unlimited(
      double scale, boolean quick, KeyOrder keys, Map<String, String> settings) {
    return of(
        rows(scale, quick ? QUICK_UNLIMITED_ROWS : ROWS), LoadParts.FOREST, 0, 0, keys, settings);
  }

  /**
   * The plan of a load in 140 equal flushes, as fast as HBase takes it, without reads.
   *
   * @param scale scale of the data, above 0
   * @param quick whether to insert a fifth of the rows
   * @throws IllegalArgumentException naming a setting that is out of range
   */
  public static LoadPlan tiers(double scale, boolean quick, Map<String, String> settings) {
    return new LoadPlan(
        rows(scale, quick ? QUICK_TIERED_ROWS : TIERED_ROWS),
        LoadParts.TIERS,
        0,
        0,
        KeyOrder.RANDOM,
        ReadUse.ALL,
        quick ? QUICK_TIERED_WINDOW : TIERED_WINDOW,
        List.of(ReadWindow.Kind.GET),
        settings);
  }

  private static long rows(double scale, long rows) {
    return Math.max(1, Math.round(scale * rows));
  }

  private static LoadPlan of(
      long rows,
      LoadParts parts,
      int insertsPerSecond,
      int readsPerSecond,
      KeyOrder keys,
      Map<String, String> settings) {
    return new LoadPlan(
        rows,
        parts,
        insertsPerSecond,
        readsPerSecond,
        keys,
        ReadUse.ALL,
        windowOf(rows, insertsPerSecond),
        MOSTLY_SCANS,
        settings);
  }

  /**
   * A small load in the same proportions, for code that was not compiled yet.
   *
   * @param engines number of engines that share the time of rehearsals
   */
  LoadPlan rehearsal(int engines) {
    long least = REHEARSED_FLUSHES * LEAST_FLUSH / LoadRows.BYTES_PER_ROW;
    long fewer = Math.min(rows, Math.max(least, rows / (REHEARSED_PART * (long) engines)));
    return of(fewer, parts, insertsPerSecond, readsPerSecond, keys, settings);
  }

  /** The same rows, read at a rate in windows of these kinds. */
  LoadPlan read(int perSecond, Duration ofWindow, List<ReadWindow.Kind> inTurn) {
    return new LoadPlan(rows, parts, 0, perSecond, keys, use, ofWindow, inTurn, settings);
  }

  /** The same plan, of whose rows some are read. */
  LoadPlan reading(ReadUse which) {
    return new LoadPlan(
        rows, parts, insertsPerSecond, readsPerSecond, keys, which, window, kinds, settings);
  }

  /** Whether the load has equal flushes and is of {@code bench tiers}. */
  boolean isTiered() {
    return parts.equals(LoadParts.TIERS);
  }

  /** Rows of a flush that a client asks for. */
  long flushRows() {
    return Math.max(1, flushBytes() / LoadRows.BYTES_PER_ROW);
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

  /** Size of the memstore at which a table is flushed, at least 1 MiB. */
  public long flushBytes() {
    return Math.max(LEAST_FLUSH, bytes() / parts.flushes());
  }

  /**
   * Size above which a range, or a stripe, is divided; at least {@link
   * OptionType#LEAST_RANGE_BYTES}.
   */
  public long rangeBytes() {
    return Math.max(OptionType.LEAST_RANGE_BYTES, bytes() / parts.ranges());
  }

  /** Size at which a forest ends a file, at least the least that its option allows. */
  public long sstBytes() {
    return Math.max(OptionType.LEAST_SST_BYTES, rangeBytes() / SSTS);
  }

  /** What the reads of a window are, the same in all loads. */
  ReadWindow.Kind kindOf(int window) {
    return kinds.get(window % kinds.size());
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
    return Double.parseDouble(settings.getOrDefault(option.key(), option.defaultValue()));
  }

  /** A rate of reads for reports. */
  static Object rateInWords(int perSecond) {
    return perSecond == CLOSED_LOOP ? "each as soon as the last one has ended" : perSecond;
  }

  /** Description of the clients for reports, by name. */
  public Map<String, Object> description() {
    Map<String, Object> description = new LinkedHashMap<>();
    description.put("rows", rows);
    description.put("keys", keys.label());
    description.put("inserts_per_s", insertsPerSecond);
    description.put("reads_per_s", rateInWords(readsPerSecond));
    description.put("rows_per_scan", ROWS_PER_SCAN);
    description.put("window_ms", window.toMillis());
    description.put("flush_bytes", flushBytes());
    description.put("range_bytes", rangeBytes());
    description.put("range_settings", new TreeMap<>(settings).toString());
    return description;
  }
}
