// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import java.util.concurrent.Semaphore;

/**
 * Limits the handlers of a region server that wait in hooks, so that calls of other tables find
 * free ones. Thread-safe.
 */
final class Bulkhead {
  private final int most;
  private final Semaphore free;

  /**
   * Creates a bulkhead with nobody waiting.
   *
   * @param most most handlers that wait at a time, 1 or more
   */
  Bulkhead(int most) {
    this.most = most;
    this.free = new Semaphore(most);
  }

  /** Counts the caller as waiting, until {@link #leave}; false if too many wait already. */
  boolean tryEnter() {
    return free.tryAcquire();
  }

  void leave() {
    free.release();
  }

  /** The number of handlers that wait. */
  int waiting() {
    return most - free.availablePermits();
  }
}
