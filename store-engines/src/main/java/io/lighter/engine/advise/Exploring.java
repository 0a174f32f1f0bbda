// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.advise;

import io.lighter.engine.policy.SizeRule;

/**
 * The rule of HBase's {@code ExploringCompactionPolicy}: of all runs of consecutive files in which
 * no file is larger than the others together, times the ratio, the one with most files, then the
 * smallest one. With so many files that flushes wait, HBase prefers many files for few bytes, and
 * takes the smallest run if none is in ratio.
 *
 * <p>HBase's class works on open store files only, so its rule is modelled here. Off-peak hours,
 * bulk loads and a largest size are not.
 *
 * @param minFiles fewest files, at least 2
 * @param maxFiles most files, at least {@code minFiles}
 * @param ratio the ratio, above 0
 * @param minBytes bytes of a run below which the ratio does not count
 * @param blockingFiles files of a store at which flushes wait
 */
record Exploring(int minFiles, int maxFiles, double ratio, long minBytes, int blockingFiles)
    implements SizeRule {
  /** HBase replaces a run, in a store where flushes wait, by one that is this much better. */
  private static final double BETTER_BY = 1.05;

  @Override
  public Selection select(long[] bytes) {
    boolean stuck = bytes.length >= blockingFiles;
    Selection best = Selection.NONE;
    long bestBytes = 0;
    Selection smallest = Selection.NONE;
    long smallestBytes = Long.MAX_VALUE;
    for (int from = 0; from + minFiles <= bytes.length; from++) {
      long sum = 0;
      long largest = 0;
      int end = Math.min(bytes.length, from + maxFiles);
      for (int to = from + 1; to <= end; to++) {
        sum += bytes[to - 1];
        largest = Math.max(largest, bytes[to - 1]);
        if (to - from >= minFiles) {
          Selection run = new Selection(from, to);
          if (sum < smallestBytes) {
            smallest = run;
            smallestBytes = sum;
          }
          boolean inRatio = sum < minBytes || largest <= (sum - largest) * ratio;
          if (inRatio && isBetter(run, sum, best, bestBytes, stuck)) {
            best = run;
            bestBytes = sum;
          }
        }
      }
    }
    return best.isEmpty() && stuck ? smallest : best;
  }

  private static boolean isBetter(
      Selection run, long sum, Selection best, long bestBytes, boolean stuck) {
    int files = run.to() - run.from();
    int bestFiles = best.to() - best.from();
    if (stuck && bestBytes > 0 && sum > 0) {
      return (double) bestFiles / bestBytes * BETTER_BY < (double) files / sum;
    }
    return files > bestFiles || (files == bestFiles && sum < bestBytes);
  }
}
