package io.lighter.testing.check;

import java.io.IOException;

/**
 * What happened to compactions of the checked table.
 *
 * @param offloaded ran on a compaction server
 * @param local ran on the region server
 * @param warmups were carried through
 * @param warmupsEnded ended early, such as by a move of their region
 */
public record CompactionCounts(long offloaded, long local, long warmups, long warmupsEnded) {
  /** Where they are known. */
  @FunctionalInterface
  interface Source {
    CompactionCounts read() throws IOException;
  }

  /** Both together. */
  public CompactionCounts plus(CompactionCounts other) {
    return new CompactionCounts(
        offloaded + other.offloaded,
        local + other.local,
        warmups + other.warmups,
        warmupsEnded + other.warmupsEnded);
  }

  /** What has been added since. */
  public CompactionCounts minus(CompactionCounts earlier) {
    return new CompactionCounts(
        offloaded - earlier.offloaded,
        local - earlier.local,
        warmups - earlier.warmups,
        warmupsEnded - earlier.warmupsEnded);
  }
}
