// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import java.time.Duration;
import java.util.Optional;

/**
 * The time that a warm-up of a secondary replica has, of which the primary may have archived the
 * input files. HBase deletes a file some time after it was archived, which is after the commit. The
 * replica may see the commit late, even after failed refreshes, so the time counts from the commit.
 */
final class ReplicaDeadline {
  /**
   * Part of an archived file's life that the replica's refresh and the warm-up take together. The
   * rest is for reads that are not through, and for clocks that differ.
   */
  private static final int USED_SIXTHS = 5;

  private static final int SIXTHS = 6;

  private ReplicaDeadline() {}

  /**
   * Returns the time that is left for a warm-up.
   *
   * @param committedMillis time before which the primary did not commit, in ms; 0 if not known
   * @param nowMillis present time in ms
   * @param archiveLife time from the archiving of a file until HBase deletes the file
   * @param deadline longest time of a warm-up
   * @return more than zero; empty if reads have to leave the inputs at once
   */
  static Optional<Duration> left(
      long committedMillis, long nowMillis, Duration archiveLife, Duration deadline) {
    Duration since = Duration.ofMillis(Math.max(0, nowMillis - committedMillis));
    Duration left = archiveLife.multipliedBy(USED_SIXTHS).dividedBy(SIXTHS).minus(since);
    Duration shorter = left.compareTo(deadline) < 0 ? left : deadline;
    return shorter.isNegative() || shorter.isZero() ? Optional.empty() : Optional.of(shorter);
  }
}
