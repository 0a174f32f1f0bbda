// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.scale;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Processor time of a thread group, which threads inherit from the thread that creates them. A
 * thread that ends between two measurements counts with its time at the first one. Used by one
 * thread.
 */
final class ManagerThreads {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int ROOM = 64;

  private final ThreadGroup group = new ThreadGroup("manager");

  /** Nanoseconds by thread id, including threads that have ended. */
  private final Map<Long, Long> nanosById = new HashMap<>();

  /** Runs {@code start} in the group, and returns what it returns. */
  <T> T start(Callable<T> start) throws ExecutionException, InterruptedException {
    FutureTask<T> task = new FutureTask<>(start);
    new Thread(group, task, "manager-start").start();
    return task.get();
  }

  /** Nanoseconds of processor time so far. */
  long cpuNanos() {
    Thread[] threads = new Thread[group.activeCount() + ROOM];
    int count = group.enumerate(threads, true);
    for (int i = 0; i < count; i++) {
      long nanos = THREADS.getThreadCpuTime(threads[i].getId());
      if (nanos >= 0) { // -1: the thread has just ended
        nanosById.put(threads[i].getId(), nanos);
      }
    }
    return nanosById.values().stream().mapToLong(Long::longValue).sum();
  }
}
