// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.range;

/**
 * The sizes and counts that decide about compactions of a store.
 *
 * @param rangeBytes size above which a merge divides a range, at least 1
 * @param unmergedRatio share of the bases' bytes that the deltas may have, above 0, at most 1
 * @param unmergedMinBytes bytes of deltas below which the ratio starts no merge, 0 or more
 * @param maxFiles files of a range before deltas are compacted, at least 2
 * @param maxWide wide files that start a distribution, at least 1
 * @param maxConcurrent compactions of the store at a time, at least 1
 */
public record RangeLimits(
    long rangeBytes,
    double unmergedRatio,
    long unmergedMinBytes,
    int maxFiles,
    int maxWide,
    int maxConcurrent) {

  public RangeLimits {
    require(rangeBytes >= 1, "rangeBytes", rangeBytes, "1 or more");
    require(
        unmergedRatio > 0 && unmergedRatio <= 1,
        "unmergedRatio",
        unmergedRatio,
        "above 0, up to 1");
    require(unmergedMinBytes >= 0, "unmergedMinBytes", unmergedMinBytes, "0 or more");
    require(maxFiles >= 2, "maxFiles", maxFiles, "2 or more");
    require(maxWide >= 1, "maxWide", maxWide, "1 or more");
    require(maxConcurrent >= 1, "maxConcurrent", maxConcurrent, "1 or more");
  }

  /** Returns the most bytes that a compaction of more than two files reads. */
  public long maxInputBytes() {
    return 2 * rangeBytes;
  }

  private static void require(boolean allowed, String name, Number value, String what) {
    if (!allowed) {
      throw new IllegalArgumentException("%s is %s, allowed: %s".formatted(name, value, what));
    }
  }
}
