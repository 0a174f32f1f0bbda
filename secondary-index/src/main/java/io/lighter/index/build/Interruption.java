// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import java.io.InterruptedIOException;

/** Ends jobs that are cancelled. Stateless. */
final class Interruption {
  private Interruption() {}

  /**
   * Checks whether this thread's job goes on.
   *
   * @throws InterruptedIOException if it is cancelled
   */
  static void check() throws InterruptedIOException {
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException("the build has ended");
    }
  }
}
