// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.generate;

/** Selects exactly a tenth of a known number of rows at random. Not thread-safe. */
final class Tenth {
  private final TpccRandom random;
  private int wanted;
  private int left;

  Tenth(TpccRandom random, int rows) {
    this.random = random;
    this.wanted = rows / 10;
    this.left = rows;
  }

  /** Whether the next row is selected. */
  boolean next() {
    boolean chosen = random.among(wanted, left);
    left--;
    if (chosen) {
      wanted--;
    }
    return chosen;
  }
}
