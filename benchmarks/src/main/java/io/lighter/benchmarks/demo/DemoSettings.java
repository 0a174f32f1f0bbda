package io.lighter.benchmarks.demo;

import java.time.Duration;

/**
 * What the demo does.
 *
 * @param rows of each table, 1 to {@value #MAX_ROWS}
 * @param lighter whether the second table has the plug-in; without, it shows how much two stock
 *     tables differ
 * @param window how long readers are measured before and after a compaction
 */
public record DemoSettings(int rows, boolean lighter, Duration window) {
  /** As many as the row keys have room for, and more than a laptop's disk. */
  public static final int MAX_ROWS = 100_000_000;

  /** Checks the number of rows. */
  public DemoSettings {
    if (rows < 1 || rows > MAX_ROWS) {
      throw new IllegalArgumentException(
          "--rows %d: expected a whole number from 1 to %d".formatted(rows, MAX_ROWS));
    }
  }
}
