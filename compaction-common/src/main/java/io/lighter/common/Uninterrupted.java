// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common;

/**
 * Runs work that must complete although the thread was interrupted: an interrupt ends the
 * compaction, but neither the commit nor the deletion of its output. An interrupt during the work
 * takes effect as usual.
 */
public final class Uninterrupted {
  private Uninterrupted() {}

  /** Work to complete. */
  @FunctionalInterface
  public interface Work<T, E extends Exception> {
    T run() throws E;
  }

  /**
   * Runs the work on the calling thread; restores a pending interrupt afterwards.
   *
   * @return the result of the work
   */
  public static <T, E extends Exception> T call(Work<T, E> work) throws E {
    boolean interrupted = Thread.interrupted();
    try {
      return work.run();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
