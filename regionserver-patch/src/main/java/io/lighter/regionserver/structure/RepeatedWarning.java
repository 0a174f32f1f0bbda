// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.structure;

import io.lighter.common.MonotonicClock;
import java.time.Duration;

/**
 * Limits how often a condition that lasts is logged: at once, and then once each {@link #INTERVAL}.
 * Thread-safe.
 */
final class RepeatedWarning {
  /** Least time between two lines. */
  static final Duration INTERVAL = Duration.ofHours(1);

  private final MonotonicClock clock;

  /** Whether {@link #loggedNanos} is set. Guarded by this. */
  private boolean logged;

  /** Time of the last line. Guarded by this. */
  private long loggedNanos;

  RepeatedWarning(MonotonicClock clock) {
    this.clock = clock;
  }

  /** Returns whether the condition, which holds now, has to be logged; the caller logs it then. */
  synchronized boolean isDue() {
    long now = clock.nanoTime();
    if (logged && now - loggedNanos < INTERVAL.toNanos()) {
      return false;
    }
    logged = true;
    loggedNanos = now;
    return true;
  }
}
