// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup.request;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * Decides when a region server next writes its progress for one request. All region servers of a
 * cluster together write {@value #WRITES_PER_SECOND} times a second at most, and each one at most
 * once a second. The end is written at once. Used by one thread.
 */
final class WarmPace {
  static final int WRITES_PER_SECOND = 20;

  private static final Duration SHORTEST = Duration.ofSeconds(1);

  private final DoubleSupplier random;

  /** Time of the next write; meaningful if {@link #started}. */
  private long dueNanos;

  private boolean started;

  /**
   * @param random fraction, 0 to less than 1, of the first interval before the first write, which
   *     spreads the writes of region servers that answered together
   */
  WarmPace(DoubleSupplier random) {
    this.random = random;
  }

  /** Whether {@link #next} has been called at least once. */
  boolean isStarted() {
    return started;
  }

  boolean isDue(long nowNanos) {
    return started && nowNanos - dueNanos >= 0;
  }

  /**
   * Sets the time of the next write.
   *
   * @param servers region servers that have answered the request
   */
  void next(int servers, long nowNanos) {
    long interval = interval(servers).toNanos();
    dueNanos = nowNanos + (started ? interval : (long) (interval * random.getAsDouble()));
    started = true;
  }

  private static Duration interval(int servers) {
    Duration fair = Duration.ofSeconds(1).multipliedBy(servers).dividedBy(WRITES_PER_SECOND);
    return fair.compareTo(SHORTEST) < 0 ? SHORTEST : fair;
  }
}
