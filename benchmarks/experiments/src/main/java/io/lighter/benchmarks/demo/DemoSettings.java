package io.lighter.benchmarks.demo;

import io.lighter.common.config.WarmupStrategy;
import java.time.Duration;

/**
 * What the demo does.
 *
 * @param rows of each table, 1 to {@value #MAX_ROWS}
 * @param lighter whether the second table has the plug-in; without, it shows how much two stock
 *     tables differ
 * @param strategy how the block cache of the second table gets the output of its compaction
 * @param window how long readers are measured before a compaction
 */
public record DemoSettings(int rows, boolean lighter, WarmupStrategy strategy, Duration window) {
  /** As many as the row keys have room for, and more than a laptop's disk. */
  public static final int MAX_ROWS = 100_000_000;

  /** What a row weighs in the output of a compaction, about. */
  private static final long BYTES_PER_ROW = 1_200;

  private static final long MB = 1 << 20;
  private static final long SLOWEST_RATE = 2 * MB;
  private static final long FASTEST_RATE = 16 * MB;
  private static final Duration WARMUP_TIME = Duration.ofSeconds(10);
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** Checks the number of rows. */
  public DemoSettings {
    if (rows < 1 || rows > MAX_ROWS) {
      throw new IllegalArgumentException(
          "--rows %d: expected a whole number from 1 to %d".formatted(rows, MAX_ROWS));
    }
  }

  /**
   * Bytes per second at which the warm-ups of a region server go on together under a rate limit:
   * they take about 10 s, or longer if there are so many rows that this is a rate which nobody
   * would feel as a limit.
   */
  long warmupRate(int regionServers) {
    long bytes = rows * BYTES_PER_ROW / regionServers;
    return Math.max(SLOWEST_RATE, Math.min(FASTEST_RATE, bytes / WARMUP_TIME.toSeconds()));
  }

  /** How long the warm-ups of the table may take; even if one region server has all of it. */
  Duration warmupTimeout() {
    return PATIENCE.plusSeconds(rows * BYTES_PER_ROW / warmupRate(1));
  }
}
