// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import io.lighter.warmup.WarmupControl;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Whether one warm-up has to stop, and why: at its deadline, when the region closes, or for the
 * reason of the first {@link #now}. Thread-safe, without a lock.
 */
final class WarmupStop {
  private final BooleanSupplier regionCloses;
  private final long deadlineNanos;
  private final WarmupControl control;

  /** Written before the control stops, by any thread; empty before that. */
  private volatile String reason = "";

  /**
   * Starts the time of a warm-up.
   *
   * @param regionCloses evaluated by the thread that warms, and by each tick
   * @param deadline time from now after which the warm-up stops
   */
  WarmupStop(BooleanSupplier regionCloses, Duration deadline) {
    this.regionCloses = regionCloses;
    this.deadlineNanos = System.nanoTime() + deadline.toNanos();
    this.control = new WarmupControl(this::isUnwanted);
  }

  /** The control of the thread that warms. */
  WarmupControl control() {
    return control;
  }

  /** Whether the warm-up has to stop. */
  boolean isStopped() {
    return control.isStopped();
  }

  /** Why the warm-up has to stop; empty if it goes on. */
  String reason() {
    return reason;
  }

  /** Stops the warm-up, for this reason if it was not stopped before. Does not wait. */
  void now(String why) {
    if (!control.isStopped()) {
      reason = why;
    }
    control.stop();
  }

  /** Whether to stop. The control evaluates this method until it is true, or until the stop. */
  private boolean isUnwanted() {
    if (regionCloses.getAsBoolean()) {
      reason = "the region closes";
      return true;
    }
    if (System.nanoTime() - deadlineNanos > 0) {
      reason = "deadline";
      return true;
    }
    return false;
  }
}
