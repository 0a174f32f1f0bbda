// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.index;

/**
 * How much is measured. Immutable.
 *
 * @param rows rows of a table with one index, at least {@link #LEAST_ROWS}; a table with ten has a
 *     tenth
 * @param trials clusters, one after the other, at least 1
 * @param rounds rounds on each cluster, at least 1
 * @param operations operations of a kind in a round, at least 10
 * @param delayMicros how much later each call and each answer arrives, at least 0
 * @param seed seed of the order of operations and rows
 */
record IndexPlan(int rows, int trials, int rounds, int operations, int delayMicros, long seed) {
  /** The largest result of a lookup has to fit into the half of the rows that stays as it is. */
  static final int LEAST_ROWS = 4_000;

  private static final int MOST_ROWS = 100_000_000;
  private static final int MOST_TRIALS = 100;
  private static final int MOST_ROUNDS = 10_000;
  private static final int LEAST_OPERATIONS = 10;
  private static final int MOST_OPERATIONS = 1_000_000;
  private static final int MOST_DELAY = 1_000_000;

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException naming the option
   */
  IndexPlan {
    require("--rows", rows, LEAST_ROWS, MOST_ROWS);
    require("--repeat", trials, 1, MOST_TRIALS);
    require("--rounds", rounds, 1, MOST_ROUNDS);
    require("--operations", operations, LEAST_OPERATIONS, MOST_OPERATIONS);
    require("--call-delay", delayMicros, 0, MOST_DELAY);
  }

  private static void require(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "%s %d: expected %d to %d".formatted(option, value, least, most));
    }
  }

  /** Whether each call waits for a network. */
  boolean hasNetwork() {
    return delayMicros > 0;
  }

  /** Operations of a kind that are slow, such as scans of a whole table. */
  int slowOperations() {
    return 2;
  }

  /** Rows of a table with ten indexes. */
  int wideRows() {
    return rows / 10;
  }
}
