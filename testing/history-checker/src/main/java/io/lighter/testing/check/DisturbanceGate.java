// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Decides whether disturbances (flushes, compactions, splits, moves, bulk loads and the like) may
 * begin. Thread-safe.
 */
final class DisturbanceGate {
  // Both fields are guarded by this.
  private boolean isOpen;
  private int inside;

  DisturbanceGate(boolean isOpen) {
    this.isOpen = isOpen;
  }

  /** Lets disturbances begin. */
  synchronized void open() {
    isOpen = true;
  }

  /**
   * Stops new disturbances, and waits for those that have begun.
   *
   * @return false if some disturbances were still under way after {@code limit}
   */
  synchronized boolean close(Duration limit) throws InterruptedException {
    isOpen = false;
    long deadline = System.nanoTime() + limit.toNanos();
    while (inside > 0) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }

  /**
   * Begins a disturbance, if the gate is open. After true, the caller has to call {@link #leave}.
   */
  synchronized boolean enter() {
    if (isOpen) {
      inside++;
    }
    return isOpen;
  }

  /** Ends a disturbance. */
  synchronized void leave() {
    inside--;
    notifyAll();
  }
}
