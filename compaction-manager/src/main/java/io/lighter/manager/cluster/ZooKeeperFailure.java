// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.cluster;

import java.io.IOException;
import java.io.InterruptedIOException;

/** Converts an exception of Curator, which declares {@code Exception}, for callers. */
public final class ZooKeeperFailure {
  private ZooKeeperFailure() {}

  /**
   * Returns the exception to throw, and restores an interrupt.
   *
   * @param what beginning of the message: what failed
   */
  public static IOException of(String what, Exception e) {
    if (e instanceof InterruptedException) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException(what + ": interrupted");
      interrupted.initCause(e);
      return interrupted;
    }
    return new IOException(what + ": " + e, e);
  }
}
