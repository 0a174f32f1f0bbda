// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

/** Figures of a load that are compared between engines, or have a bar. */
enum LoadMeasure {
  SCAN_MEAN("scan_mean", "scans, mean"),
  SCAN_P99("scan_p99", "scans, p99"),
  GET_MEAN("get_mean", "gets, mean"),
  GET_P99("get_p99", "gets, p99"),
  LOAD_TIME("load_time", "load time"),
  /** Until the last compaction had ended. */
  SETTLED_TIME("settled_time", "load time with all compactions"),
  /** Bytes that it read and wrote. */
  LARGEST_COMPACTION("largest_compaction_mb", "largest compaction, MB"),
  WRITE_AMPLIFICATION("write_amplification", "write amplification"),
  /** Space per byte of live data. */
  PEAK_SPACE("peak_space", "space at the peak"),
  /** Bytes that compactions wrote per byte that flushes wrote. */
  COMPACTED_SHARE("compacted_share", "bytes compacted per byte flushed"),
  /** The worst window's mean divided by the median window's. */
  WORST_WINDOW("worst_window", "scans, worst window by median"),
  /** Blocks that were not in the block cache. */
  BLOCKS_PER_SCAN("blocks_per_scan", "blocks missed per scan"),
  /** Blocks that were not in the block cache. */
  BLOCKS_PER_GET("blocks_per_get", "blocks missed per get"),
  /** Rows a second until the last compaction had ended. */
  INSERT_RATE("insert_rate", "inserts a second, merges included"),
  /** Gets a second of clients that wait for one before the next. */
  GET_RATE("get_rate", "gets a second"),
  /** Write amplification divided by that of the formula for levels. */
  BY_FORMULA("write_amplification_by_formula", "write amplification by the formula's"),
  /** Hit ratio after a merge over tiers, divided by that before it. */
  HITS_KEPT("hits_kept", "hit ratio after the merge by before"),
  /** 99th percentile of gets beside merges, divided by that before them. */
  GETS_BESIDE_MERGES("get_p99_beside_merges", "gets, p99 beside merges by quiet"),
  /** Old commits that a killed region server lost, of 10,000. */
  COMMITS_LOST("commits_lost", "old commits lost of 10,000");

  private final String label;
  private final String title;

  LoadMeasure(String label, String title) {
    this.label = label;
    this.title = title;
  }

  /** Name in files. */
  String label() {
    return label;
  }

  /** Name in reports. */
  String title() {
    return title;
  }

  /** Whether the figure is of reads. */
  boolean isOfReads() {
    return switch (this) {
      case SCAN_MEAN,
          SCAN_P99,
          GET_MEAN,
          GET_P99,
          WORST_WINDOW,
          BLOCKS_PER_SCAN,
          BLOCKS_PER_GET,
          GET_RATE ->
          true;
      case INSERT_RATE,
          BY_FORMULA,
          HITS_KEPT,
          GETS_BESIDE_MERGES,
          COMMITS_LOST,
          LOAD_TIME,
          SETTLED_TIME,
          LARGEST_COMPACTION,
          WRITE_AMPLIFICATION,
          PEAK_SPACE,
          COMPACTED_SHARE ->
          false;
    };
  }

  /** Whether the figure is compared with that of every other engine. */
  boolean isRelative() {
    return switch (this) {
      case SCAN_MEAN,
          SCAN_P99,
          GET_MEAN,
          GET_P99,
          LOAD_TIME,
          SETTLED_TIME,
          LARGEST_COMPACTION,
          WRITE_AMPLIFICATION,
          PEAK_SPACE,
          INSERT_RATE,
          GET_RATE ->
          true;
      case COMPACTED_SHARE,
          WORST_WINDOW,
          BLOCKS_PER_SCAN,
          BLOCKS_PER_GET,
          BY_FORMULA,
          HITS_KEPT,
          GETS_BESIDE_MERGES,
          COMMITS_LOST ->
          false;
    };
  }

  /** Whether the other row is better if the ratio is below 1. */
  boolean isMoreBetter() {
    return this == INSERT_RATE || this == GET_RATE;
  }
}
