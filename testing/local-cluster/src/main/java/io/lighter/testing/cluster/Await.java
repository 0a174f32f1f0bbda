// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;

/** Polls conditions until they hold. */
public final class Await {
  private static final long POLL_MS = 50;

  private Await() {}

  /** A condition that becomes true; polled. */
  @FunctionalInterface
  public interface Condition {
    /** Whether the condition holds; a failure ends the wait. */
    boolean met() throws IOException;
  }

  /**
   * Returns when {@code condition} holds.
   *
   * @param what names the condition in the error message
   * @throws IOException if it does not hold within {@code timeout}, or fails; an {@link
   *     InterruptedIOException}, with the interrupt restored, if this thread is interrupted
   */
  public static void until(String what, Duration timeout, Condition condition) throws IOException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (!condition.met()) {
      if (System.nanoTime() - deadline > 0) {
        throw new LocalClusterException(
            "waited %d s in vain for %s".formatted(timeout.toSeconds(), what));
      }
      pause(what);
    }
  }

  private static void pause(String what) throws InterruptedIOException {
    try {
      Thread.sleep(POLL_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for " + what);
    }
  }
}
