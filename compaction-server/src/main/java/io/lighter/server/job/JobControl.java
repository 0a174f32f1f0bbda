package io.lighter.server.job;

import java.io.InterruptedIOException;

/**
 * How a running job is stopped: a flag that the compactor asks for at every cell, and an interrupt
 * for whatever it blocks on. Thread-safe.
 */
public final class JobControl {
  private volatile boolean cancelled;

  /** The thread that works for the job; guarded by this. */
  private Thread worker;

  /**
   * From now until {@link #detach}, {@link #cancel} interrupts the calling thread; at once if it
   * was called before.
   */
  synchronized void attach() {
    worker = Thread.currentThread();
    if (cancelled) {
      worker.interrupt();
    }
  }

  /** No interrupt of {@link #cancel} reaches the calling thread after this. */
  synchronized void detach() {
    worker = null;
    Thread.interrupted();
  }

  /** May be repeated, for a worker that swallowed the first interrupt. */
  public synchronized void cancel() {
    cancelled = true;
    if (worker != null) {
      worker.interrupt();
    }
  }

  /** Whether the job has been given up. */
  public boolean cancelled() {
    return cancelled;
  }

  /** For the steps of a job between which it may be stopped. */
  public void throwIfCancelled() throws InterruptedIOException {
    if (cancelled) {
      throw new InterruptedIOException("cancelled");
    }
  }
}
