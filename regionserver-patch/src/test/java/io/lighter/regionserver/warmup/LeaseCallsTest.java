// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LeaseCallsTest {
  private static final ServerName HANGS = ServerName.valueOf("a", 1, 1);
  private static final ServerName ANSWERS = ServerName.valueOf("b", 1, 1);

  private final LeaseCalls calls = new LeaseCalls();
  private final CountDownLatch answer = new CountDownLatch(1);
  private final List<String> done = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    calls.close();
  }

  @Test
  void hungServerDelaysOnlyItsOwnCalls() throws Exception {
    int threads = 20;
    CountDownLatch hangs = new CountDownLatch(1);
    calls
        .to(HANGS)
        .execute(
            () -> {
              hangs.countDown();
              await(answer);
              done.add("first");
            });
    await(hangs);
    for (int i = 0; i < threads; i++) {
      calls.to(HANGS).execute(() -> done.add("later"));
    }

    CountDownLatch answered = new CountDownLatch(1);
    calls.to(ANSWERS).execute(answered::countDown);
    await(answered);
    assertThat(done).isEmpty();

    answer.countDown();
    CountDownLatch last = new CountDownLatch(1);
    calls.to(HANGS).execute(last::countDown);
    await(last);
    assertThat(done).hasSize(threads + 1).startsWith("first");
  }

  @Test
  void callsAreRejectedOnceTheRegionServerStops() {
    calls.close();

    assertThatThrownBy(() -> calls.to(ANSWERS).execute(() -> {}))
        .isInstanceOf(RejectedExecutionException.class);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
