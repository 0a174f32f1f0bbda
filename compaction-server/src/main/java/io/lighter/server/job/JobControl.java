// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

import java.io.InterruptedIOException;

/**
 * Stops a running job: a flag that the compactor checks at every cell, and an interrupt for
 * blocking calls. Thread-safe.
 */
public final class JobControl {
  private volatile boolean cancelled;

  /** The job's worker thread; guarded by this. */
  private Thread worker;

  /**
   * Makes {@link #cancel} interrupt the calling thread until {@link #detach}, or interrupts it at
   * once if {@link #cancel} was called before.
   */
  synchronized void attach() {
    worker = Thread.currentThread();
    if (cancelled) {
      worker.interrupt();
    }
  }

  /** Ends the interrupts of the calling thread by {@link #cancel}. */
  synchronized void detach() {
    worker = null;
    Thread.interrupted();
  }

  /** Cancels the job. May be repeated, for a worker that swallowed the first interrupt. */
  public synchronized void cancel() {
    cancelled = true;
    if (worker != null) {
      worker.interrupt();
    }
  }

  /** Whether the job was given up. */
  public boolean cancelled() {
    return cancelled;
  }

  /** Throws if the job was cancelled; called between the steps of a job. */
  public void throwIfCancelled() throws InterruptedIOException {
    if (cancelled) {
      throw new InterruptedIOException("cancelled");
    }
  }
}
