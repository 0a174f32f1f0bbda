// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.policy;

/**
 * SMA(k), the stepped merge: a level keeps up to k files. The next one starts a merge of the k
 * oldest files of the level into one file of the level above.
 *
 * <p>The level of a file is the logarithm of its size in units to the base k, rounded. A file that
 * is smaller than a newer one, after many deletes, has the level of the newer one. So the files of
 * a level are consecutive.
 *
 * @param k most files of a level, at least 2
 * @param unitBytes size of a flushed file, above 0
 */
public record SteppedMerge(int k, long unitBytes) implements SizeRule {
  /** Checks the ranges. */
  public SteppedMerge {
    if (k < 2 || unitBytes < 1) {
      throw new IllegalArgumentException("k=" + k + " unit=" + unitBytes);
    }
  }

  @Override
  public Selection select(long[] bytes) {
    int end = bytes.length; // after the oldest file of the level below
    while (end > 0) {
      int level = level(bytes[end - 1]);
      int start = end - 1;
      while (start > 0 && level(bytes[start - 1]) <= level) {
        start--;
      }
      if (end - start > k) {
        return new Selection(start, start + k);
      }
      end = start;
    }
    return Selection.NONE;
  }

  private int level(long bytes) {
    double units = Math.max(1, (double) bytes / unitBytes);
    return (int) Math.round(Math.log(units) / Math.log(k));
  }
}
