// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup.request;

import io.lighter.warmup.Pace;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Holds a warm-up before each block until a test lets it continue. Thread-safe. */
public final class SteppedPace implements Pace {
  private static final long TIMEOUT_NANOS = TimeUnit.MINUTES.toNanos(2);

  /** Guarded by this, as the other fields. */
  private long allowed;

  private long asked;
  private boolean open;

  @Override
  public synchronized long nanosBefore(long bytes) {
    asked++;
    notifyAll();
    try {
      while (!open && asked > allowed) {
        wait(); // until the test continues
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the warm-up ends at its next pause
    }
    return 0;
  }

  /** Returns when the warm-up is held before a block. */
  public synchronized void awaitHeld() throws InterruptedException {
    await(() -> asked > allowed);
  }

  /** Lets one more block pass; returns when the warm-up is held before the next one. */
  public synchronized void letOneThrough() throws InterruptedException {
    awaitHeld();
    allowed++;
    notifyAll();
    awaitHeld();
  }

  /** Holds no block from now on. */
  public synchronized void open() {
    open = true;
    notifyAll();
  }

  private void await(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + TIMEOUT_NANOS;
    while (!condition.getAsBoolean()) { // holds the lock
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (left <= 0) {
        throw new IllegalStateException("nothing moves: " + asked + " of " + allowed);
      }
      wait(left);
    }
  }
}
