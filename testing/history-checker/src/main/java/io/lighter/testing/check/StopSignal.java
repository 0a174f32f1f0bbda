// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Signals the end to all threads of a check, once and permanently. Thread-safe. */
final class StopSignal {
  private final CountDownLatch given = new CountDownLatch(1);

  void give() {
    given.countDown();
  }

  boolean isGiven() {
    return given.getCount() == 0;
  }

  /** Waits for the time or the signal; returns whether the signal was given. */
  boolean await(Duration time) throws InterruptedException {
    return given.await(time.toNanos(), TimeUnit.NANOSECONDS);
  }
}
