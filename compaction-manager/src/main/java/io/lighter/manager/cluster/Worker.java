// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.cluster;

import java.io.Closeable;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one task on one thread: on request, and otherwise at an interval.
 *
 * <p>At most one run is pending, whatever the number of requests; a request for an earlier run
 * moves the pending one forward. A run that starts after a request sees all that happened before
 * the request. Thread-safe.
 */
public final class Worker implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);

  private final String name;
  private final Runnable task;
  private final Duration interval;
  private final ScheduledExecutorService executor;

  private ScheduledFuture<?> pending; // guarded by this
  private boolean closed; // guarded by this

  /**
   * Creates a worker without a run before the first {@link #soon}.
   *
   * @param interval time from the end of a run to the next run without a request
   */
  public Worker(String name, Duration interval, Runnable task) {
    this.name = name;
    this.task = task;
    this.interval = interval;
    this.executor =
        Executors.newSingleThreadScheduledExecutor(
            runnable -> {
              Thread thread = new Thread(runnable, name);
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Ensures that a run starts at most {@code delay} from now; no effect once closed. */
  public synchronized void soon(Duration delay) {
    if (closed) {
      return;
    }
    long delayMs = delay.toMillis();
    if (pending != null) {
      if (pending.getDelay(TimeUnit.MILLISECONDS) <= delayMs) {
        return;
      }
      pending.cancel(false);
    }
    pending = executor.schedule(this::run, delayMs, TimeUnit.MILLISECONDS);
  }

  private void run() {
    synchronized (this) {
      pending = null; // later requests need another run
    }
    try {
      task.run();
    } catch (RuntimeException | Error e) { // such as a refused thread, which may be temporary
      LOG.error("run failed worker={} nextIn={}", name, interval, e);
    } finally {
      soon(interval);
    }
  }

  /** Whether a failed run may have failed because {@link #close} interrupted it. */
  public synchronized boolean isClosed() {
    return closed;
  }

  /** Interrupts a run and waits up to 10 seconds for its end. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    executor.shutdownNow();
    try {
      if (!executor.awaitTermination(CLOSE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("worker not ended in time worker={} timeout={}", name, CLOSE_TIMEOUT);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
