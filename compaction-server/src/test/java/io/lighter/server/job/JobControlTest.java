// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Waiter;
import org.junit.jupiter.api.Test;

class JobControlTest {
  private static final long WAIT_MS = 60_000;

  private final JobControl control = new JobControl();

  @Test
  void workerWaitsFromThePauseToItsEnd() throws Exception {
    assertThat(control.awaitResumed()).isZero();
    control.pause();
    Worker worker = new Worker();
    worker.awaitWaiting();

    control.resume();

    assertThat(worker.result.get(WAIT_MS, TimeUnit.MILLISECONDS)).isNotNegative();
    assertThat(control.awaitResumed()).isZero();
  }

  @Test
  void cancelEndsAPause() throws Exception {
    control.pause();
    Worker worker = new Worker();
    worker.awaitWaiting();

    control.cancel();

    assertThatThrownBy(() -> worker.result.get(WAIT_MS, TimeUnit.MILLISECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(InterruptedException.class);
  }

  @Test
  void cancelledJobDoesNotWait() {
    control.pause();
    control.cancel();

    assertThatThrownBy(control::awaitResumed).isInstanceOf(InterruptedException.class);
  }

  /** A thread that waits for the end of the pause. */
  private final class Worker {
    private final CompletableFuture<Long> result = new CompletableFuture<>();
    private final Thread thread = new Thread(this::await, "worker");

    Worker() {
      thread.setDaemon(true);
      thread.start();
    }

    private void await() {
      try {
        result.complete(control.awaitResumed());
      } catch (InterruptedException e) {
        result.completeExceptionally(e);
      }
    }

    void awaitWaiting() throws Exception {
      assertThat(
              Waiter.waitFor(
                  new Configuration(false),
                  WAIT_MS,
                  5,
                  false,
                  () -> thread.getState() == Thread.State.WAITING))
          .isNotNegative();
    }
  }
}
