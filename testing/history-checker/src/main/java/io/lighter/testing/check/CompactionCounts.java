// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.io.IOException;

/**
 * Counts of compactions of the checked table.
 *
 * @param offloaded compactions on a compaction server
 * @param local compactions on the region server
 * @param warmups completed warm-ups
 * @param warmupsEnded warm-ups stopped early, such as by a move of their region
 */
public record CompactionCounts(long offloaded, long local, long warmups, long warmupsEnded) {
  /** A source of counts. */
  @FunctionalInterface
  interface Source {
    CompactionCounts read() throws IOException;
  }

  /** The sum of both counts. */
  public CompactionCounts plus(CompactionCounts other) {
    return new CompactionCounts(
        offloaded + other.offloaded,
        local + other.local,
        warmups + other.warmups,
        warmupsEnded + other.warmupsEnded);
  }

  /** The difference to earlier counts. */
  public CompactionCounts minus(CompactionCounts earlier) {
    return new CompactionCounts(
        offloaded - earlier.offloaded,
        local - earlier.local,
        warmups - earlier.warmups,
        warmupsEnded - earlier.warmupsEnded);
  }
}
