// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerTest {
  private static final Duration NEVER = Duration.ofDays(1);

  private final AtomicInteger runs = new AtomicInteger();
  private final Semaphore ran = new Semaphore(0);

  @Test
  void pendingRequestsShareOneRun() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    CountDownLatch running = new CountDownLatch(1);
    Runnable task =
        () -> {
          running.countDown();
          awaitUninterrupted(go);
          count();
        };
    try (Worker worker = new Worker("worker", NEVER, task)) {
      worker.soon(Duration.ZERO);
      running.await();
      for (int i = 0; i < 100; i++) {
        worker.soon(Duration.ZERO);
      }
      go.countDown();

      assertThat(ran.tryAcquire(2, 60, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(runs).hasValue(2);
  }

  @Test
  void earlierRequestMovesThePendingRunForward() throws Exception {
    try (Worker worker = new Worker("worker", NEVER, this::count)) {
      worker.soon(NEVER);
      worker.soon(Duration.ofMillis(1));

      assertThat(ran.tryAcquire(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void runsAgainAfterTheIntervalEvenIfTheTaskFails(boolean isError) throws Exception {
    Runnable failing =
        () -> {
          count();
          if (isError) {
            throw new OutOfMemoryError("unable to create native thread, as the test wants");
          }
          throw new IllegalStateException("as the test wants");
        };
    try (Worker worker = new Worker("worker", Duration.ofMillis(1), failing)) {
      worker.soon(Duration.ZERO);

      assertThat(ran.tryAcquire(3, 60, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void nothingRunsOnceClosed() {
    Worker worker = new Worker("worker", NEVER, this::count);
    worker.soon(Duration.ofHours(1));
    worker.close();

    worker.soon(Duration.ZERO);

    assertThat(runs).hasValue(0);
  }

  private void count() {
    runs.incrementAndGet();
    ran.release();
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
