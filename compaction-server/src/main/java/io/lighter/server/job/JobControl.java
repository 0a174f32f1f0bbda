// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

import java.io.InterruptedIOException;
import java.util.concurrent.TimeUnit;

/**
 * Stops or pauses a running job: flags that the compactor checks at every cell, and an interrupt
 * for blocking calls. Thread-safe.
 */
public final class JobControl {
  private volatile boolean cancelled;

  /** Written under the monitor. */
  private volatile boolean paused;

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
    notifyAll();
    if (worker != null) {
      worker.interrupt();
    }
  }

  /** Pauses the job at its next cell, until {@link #resume} or {@link #cancel}. */
  synchronized void pause() {
    paused = true;
  }

  /** Ends a pause; harmless without one. */
  synchronized void resume() {
    paused = false;
    notifyAll();
  }

  /**
   * Waits while the job is paused; costs one read of a field otherwise. Called by the worker
   * between cells.
   *
   * @return milliseconds of the wait
   * @throws InterruptedException if the job was given up
   */
  public long awaitResumed() throws InterruptedException {
    long waitedMs = paused ? awaitEndOfPause() : 0;
    if (cancelled) {
      throw new InterruptedException("cancelled");
    }
    return waitedMs;
  }

  private synchronized long awaitEndOfPause() throws InterruptedException {
    long start = System.nanoTime();
    while (paused && !cancelled) {
      wait();
    }
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
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
