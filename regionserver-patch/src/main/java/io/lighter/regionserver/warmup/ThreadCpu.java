// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.function.LongSupplier;

/**
 * The CPU time of the living threads of some pools, in nanoseconds. Falls when a thread ends; stays
 * 0 where the JVM does not measure threads. Thread-safe.
 */
final class ThreadCpu implements LongSupplier {
  private final ThreadMXBean bean = ManagementFactory.getThreadMXBean();
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

  /** Wraps a factory so that its threads are measured. */
  ThreadFactory measuring(ThreadFactory factory) {
    return task -> {
      Thread thread = factory.newThread(task);
      threads.removeIf(each -> each.getState() == Thread.State.TERMINATED);
      threads.add(thread);
      return thread;
    };
  }

  @Override
  public long getAsLong() {
    if (!bean.isThreadCpuTimeSupported() || !bean.isThreadCpuTimeEnabled()) {
      return 0;
    }
    return threads.stream()
        .mapToLong(thread -> Math.max(0, bean.getThreadCpuTime(thread.getId()))) // -1: not alive
        .sum();
  }
}
