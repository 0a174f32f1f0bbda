// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

/**
 * Into how many parts the data is divided.
 *
 * @param flushes flushes of all rows
 * @param ranges ranges or stripes of a whole table
 */
record LoadParts(int flushes, int ranges) {
  /** As in the paper of the range engine. */
  static final LoadParts RANGE = new LoadParts(20, 40);

  /** About four stages of a forest, and room for a compaction in a twentieth of the space. */
  static final LoadParts FOREST = new LoadParts(80, 20);

  /**
   * With K = 4 two files of 64 flushes and three of four, so that the next merge but one is of four
   * files of four. Stripes do not occur.
   */
  static final LoadParts TIERS = new LoadParts(140, 20);
}
