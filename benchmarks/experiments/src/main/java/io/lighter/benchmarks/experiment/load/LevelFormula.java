// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

/**
 * What a store of levels writes and holds for flushes of equal size without common rows: K files of
 * a level become one of the next. Stateless.
 */
public final class LevelFormula {
  private LevelFormula() {}

  /**
   * Bytes written for each byte flushed, the flush included: each level adds the flushes that have
   * reached it.
   *
   * @param flushes number of flushes, at least 1
   * @param k files of a level that are merged, at least 2
   */
  public static double writeAmplification(long flushes, int k) {
    long written = flushes;
    for (long size = k; size <= flushes; size *= k) {
      written += flushes / size * size;
    }
    return (double) written / flushes;
  }

  /** Number of files once all merges have ended: the sum of the digits in base K. */
  public static long files(long flushes, int k) {
    long files = 0;
    for (long left = flushes; left > 0; left /= k) {
      files += left % k;
    }
    return files;
  }
}
