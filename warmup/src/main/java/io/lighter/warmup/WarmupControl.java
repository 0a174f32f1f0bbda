// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Stops a warm-up before its next block. Thread-safe. */
public final class WarmupControl {
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final BooleanSupplier unwanted;

  /**
   * Creates a control that also stops on a condition.
   *
   * @param unwanted evaluated before each block
   */
  public WarmupControl(BooleanSupplier unwanted) {
    this.unwanted = unwanted;
  }

  /** Stops the warm-up without waiting for its end. Idempotent. */
  public void stop() {
    stopped.countDown();
  }

  public boolean isStopped() {
    if (stopped.getCount() > 0 && unwanted.getAsBoolean()) {
      stopped.countDown();
    }
    return stopped.getCount() == 0;
  }

  /**
   * Waits for a time, or until the stop.
   *
   * @return false if the warm-up was stopped meanwhile
   */
  boolean pause(long nanos) throws InterruptedException {
    return nanos <= 0 || !stopped.await(nanos, TimeUnit.NANOSECONDS);
  }
}
