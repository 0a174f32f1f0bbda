// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.throughput;

import java.util.concurrent.TimeUnit;

/**
 * A bucket of bytes that fills at a rate. A taker may overdraw the bucket; the next taker waits
 * until the debt is paid. Not thread-safe. Times are nanoseconds of a monotonic clock.
 */
final class TokenBucket {
  /** Bound on unused bytes, and on the debt after a change of the rate, as a time at that rate. */
  private static final double BURST_SECONDS = 0.1;

  private static final double NANOS = TimeUnit.SECONDS.toNanos(1);

  private final double mostBurst;
  private double bytesPerSecond;
  private double tokens;
  private long filledAt;

  /**
   * Creates an empty bucket with rate 0.
   *
   * @param mostBurst bytes that bound unused bytes and the debt at any rate; above 0
   */
  TokenBucket(long now, long mostBurst) {
    this.filledAt = now;
    this.mostBurst = mostBurst;
  }

  /** Changes the rate from now on; 0: no bytes. */
  void rate(long newBytesPerSecond, long now) {
    fill(now);
    bytesPerSecond = newBytesPerSecond;
    tokens = Math.max(-burst(), Math.min(burst(), tokens));
  }

  /**
   * Nanoseconds to wait before bytes may be taken; 0: none, {@link Long#MAX_VALUE}: until the rate
   * changes.
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
    tokens = Math.min(burst(), tokens + inflow);
    filledAt = now;
  }

  private double burst() {
    return Math.min(mostBurst, bytesPerSecond * BURST_SECONDS);
  }
}
