package io.lighter.server.throughput;

import java.util.concurrent.TimeUnit;

/**
 * Bytes that may go by now, filled at a rate. Whoever takes may overdraw by what he takes; the next
 * one waits until that is made up for. Not thread-safe. Times are nanoseconds of a monotonic clock.
 */
final class TokenBucket {
  /** Unused bytes are kept for so long, and no debt outlasts it when the rate changes. */
  private static final double BURST_SECONDS = 0.1;

  private static final double NANOS = TimeUnit.SECONDS.toNanos(1);

  private double bytesPerSecond;
  private double tokens;
  private long filledAt;

  /** Empty, and nothing flows in. */
  TokenBucket(long now) {
    filledAt = now;
  }

  /** From now on; 0: nothing. */
  void rate(long newBytesPerSecond, long now) {
    fill(now);
    bytesPerSecond = newBytesPerSecond;
    double burst = bytesPerSecond * BURST_SECONDS;
    tokens = Math.max(-burst, Math.min(burst, tokens));
  }

  /**
   * How long to wait until some may be taken; 0: none, {@link Long#MAX_VALUE}: for another rate.
   */
  long nanosToWait(long now) {
    fill(now);
    if (tokens >= 0 && bytesPerSecond > 0) {
      return 0;
    }
    return bytesPerSecond == 0
        ? Long.MAX_VALUE
        : Math.max(1, (long) Math.ceil(-tokens / bytesPerSecond * NANOS));
  }

  void take(long bytes) {
    tokens -= bytes;
  }

  private void fill(long now) {
    double inflow = (now - filledAt) / NANOS * bytesPerSecond;
    tokens = Math.min(bytesPerSecond * BURST_SECONDS, tokens + inflow);
    filledAt = now;
  }
}
