// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.policy;

import java.util.Arrays;

/**
 * Geometric(r) and Geometric(p): level i, from 1 on, holds one file of at most {@code (r - 1) *
 * r^(i - 1)} units. The newest file is merged with the files of levels 1 to j, for the smallest j
 * whose limit holds the sum.
 *
 * <p>With p, r is the smallest whole number with {@code r^p - 1 >= size of the store}, in units. So
 * the limits of p levels hold the store, and at most p files are left. p = 1 merges all files each
 * time, which is Rmerge.
 *
 * @param r factor between levels, at least 2; not used if {@code p} is above 0
 * @param p most files of a store, or 0 for no limit
 * @param unitBytes size of a flushed file, above 0
 */
public record Geometric(int r, int p, long unitBytes) implements SizeRule {
  /** Checks the ranges. */
  public Geometric {
    if (r < 2 || p < 0 || unitBytes < 1) {
      throw new IllegalArgumentException("r=" + r + " p=" + p + " unit=" + unitBytes);
    }
  }

  @Override
  public Selection select(long[] bytes) {
    if (bytes.length < 2) {
      return Selection.NONE;
    }
    double factor = factor(Arrays.stream(bytes).asDoubleStream().sum());
    double limit = (factor - 1) * unitBytes; // of the level
    int oldest = bytes.length - 1;
    double sum = bytes[oldest];
    while (true) {
      while (oldest > 0 && bytes[oldest - 1] <= limit) { // a file of this level or below
        oldest--;
        sum += bytes[oldest];
      }
      if (sum <= limit) {
        boolean isAlone = oldest == bytes.length - 1;
        return isAlone ? Selection.NONE : new Selection(oldest, bytes.length);
      }
      limit *= factor;
    }
  }

  /** The factor between levels for a store of this size. */
  private double factor(double storeBytes) {
    if (p == 0) {
      return r;
    }
    double units = storeBytes / unitBytes;
    double factor = Math.max(2, Math.floor(Math.pow(units + 1, 1.0 / p)));
    while (Math.pow(factor, p) - 1 < units) { // the root is rounded
      factor++;
    }
    return factor;
  }
}
