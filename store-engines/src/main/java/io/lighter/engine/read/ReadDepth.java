// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.read;

/**
 * How many of its first seeks a read of a store may begin at once, so that few are in vain. Learned
 * from how many files the recent reads needed, which is the same whether they sought ahead or not.
 *
 * <p>For each number of seeks at once, the seeks are counted that would have been in vain. The
 * depth is the largest number with at most {@value #VAIN_PERCENT} % of the seeks that the reads
 * needed. All counts are halved when {@value #MOST} reads are counted, so old reads are forgotten
 * as new ones come.
 *
 * <p>Thread-safe. The lock is {@code this}; nothing is called with it held.
 */
final class ReadDepth {
  /** A depth without a limit, of reads that need nearly all of their files. */
  static final int ALL = Integer.MAX_VALUE;

  /** Reads at which the counts are halved. */
  static final int MOST = 256;

  /** Reads from which a depth is known. */
  static final int LEAST = 16;

  /** Most seeks in vain, in percent of those that are needed. */
  static final int VAIN_PERCENT = 15;

  /** Depths from 2 to this number are told apart. */
  private static final int DEEPEST = 32;

  /** Seeks in vain by depth, from 2. Guarded by this. */
  private final long[] vain = new long[DEEPEST + 1];

  /** Guarded by this. */
  private long needed;

  /** Guarded by this. */
  private int reads;

  /** Written with the lock held. */
  private volatile int depth = 1;

  /** Returns the depth, 1 or more; 1 while it is not known. */
  int depth() {
    return depth;
  }

  /**
   * Counts a read that has ended.
   *
   * @param files files that the read could have sought in at once; fewer than two say nothing
   * @param needed files that it had to seek in, 1 or more
   */
  synchronized void ended(int files, int needed) {
    if (files < 2) {
      return;
    }
    this.needed += needed;
    reads++;
    for (int d = needed + 1; d <= DEEPEST; d++) {
      vain[d] += Math.max(0, Math.min(d, files) - needed);
    }
    if (reads == MOST) {
      halve();
    }
    depth = reads < LEAST ? 1 : deepest();
  }

  /** Called with the lock held. */
  private int deepest() {
    int d = 1;
    while (d < DEEPEST && vain[d + 1] * 100 <= needed * VAIN_PERCENT) {
      d++;
    }
    return d == DEEPEST ? ALL : d;
  }

  /** Called with the lock held. */
  private void halve() {
    reads /= 2;
    needed /= 2;
    for (int d = 0; d <= DEEPEST; d++) {
      vain[d] /= 2;
    }
  }
}
