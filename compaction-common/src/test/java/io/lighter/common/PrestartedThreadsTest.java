// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PrestartedThreadsTest {
  private static final int THREADS = 2;

  @Test
  void taskRunsOnAnOldThreadAfterOthersThrew() throws Exception {
    AtomicInteger created = new AtomicInteger();
    Set<Thread> used = ConcurrentHashMap.newKeySet();
    CountDownLatch over = new CountDownLatch(20);
    ExecutorService threads =
        PrestartedThreads.start(
            THREADS,
            task -> {
              created.incrementAndGet();
              return new Thread(task);
            });
    assertThat(created).hasValue(THREADS);

    for (int i = 0; i < 20; i++) {
      threads.execute(
          () -> {
            used.add(Thread.currentThread());
            over.countDown();
            throw new OutOfMemoryError("of a test");
          });
    }

    assertThat(over.await(1, TimeUnit.MINUTES)).isTrue();
    threads.shutdown();
    assertThat(threads.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    assertThat(created).hasValue(THREADS);
    assertThat(used).hasSizeLessThanOrEqualTo(THREADS);
  }
}
