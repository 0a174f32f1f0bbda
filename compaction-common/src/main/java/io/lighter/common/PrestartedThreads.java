// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A fixed number of threads that start at once and never end before {@code shutdown}. {@code
 * execute} starts no thread, which the system might refuse after a task was marked as running.
 *
 * <p>A task that throws, also an {@link Error}, is logged, and its thread goes on. Thread-safe.
 */
public final class PrestartedThreads extends ThreadPoolExecutor {
  private static final Logger LOG = LoggerFactory.getLogger(PrestartedThreads.class);

  private PrestartedThreads(int threads, ThreadFactory factory) {
    super(threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
  }

  /** Returns started threads. The queue has no bound of its own: the caller bounds it. */
  public static ExecutorService start(int threads, ThreadFactory factory) {
    PrestartedThreads pool = new PrestartedThreads(threads, factory);
    int unused = pool.prestartAllCoreThreads();
    return pool;
  }

  @Override
  public void execute(Runnable task) {
    super.execute(() -> attempt(task));
  }

  private static void attempt(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) { // keeps the thread for the next task
      LOG.error("task failed thread={}", Thread.currentThread().getName(), e);
    }
  }
}
