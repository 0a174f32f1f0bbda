// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import java.util.Locale;
import java.util.SplittableRandom;

/** Which rows of a loaded table are read, and what for. */
public enum ReadUse {
  /** All rows that are there. */
  ALL,
  /** The newest rows, as many as the fast tier holds for certain. */
  RECENT,
  /** A hundredth of the rows, spread over the whole load. */
  HOT,
  /** The newest rows, before, during and after a merge over tiers. */
  MERGE,
  /** No rows: a region server is killed that has acknowledged commits. */
  COMMITS;

  /**
   * The newest rows of a hundred: 11.2 of 140 flushes. The fast tier has the last twelve, which lie
   * in three files of four flushes.
   */
  private static final int RECENT_PERCENT = 8;

  private static final int PERCENT = 100;

  /** Of so many rows one is hot. */
  private static final int HOT_OF = 100;

  /** Name in files. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Number of rows that are read. */
  public long rows(long present) {
    return switch (this) {
      case ALL, COMMITS -> present;
      case RECENT, MERGE -> Math.max(1, present * RECENT_PERCENT / PERCENT);
      case HOT -> Math.max(1, present / HOT_OF);
    };
  }

  /**
   * The number of a row to read in the order of inserts.
   *
   * @param index from 0 to {@link #rows}, exclusive
   * @param present number of rows that are there
   */
  public long row(long index, long present) {
    return switch (this) {
      case ALL, COMMITS -> index;
      case RECENT, MERGE -> present - 1 - index;
      case HOT -> index * HOT_OF;
    };
  }

  /** A random row to read. */
  long random(SplittableRandom random, long present) {
    return row(random.nextLong(rows(present)), present);
  }
}
