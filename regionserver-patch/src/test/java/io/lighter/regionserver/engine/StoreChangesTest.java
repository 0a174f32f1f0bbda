// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StoreChangesTest {
  private final StoreChanges changes = new StoreChanges();
  private final ExecutorService others = Executors.newCachedThreadPool();

  @AfterEach
  void endThreads() {
    others.shutdownNow();
  }

  @Test
  void noOtherChangeIsMadeDuringARefresh() throws Exception {
    CountDownLatch changed = new CountDownLatch(1);
    Future<?>[] change = new Future<?>[1];

    changes.refresh(
        () -> {
          change[0] = others.submit(() -> changeAnd(changed));
          assertThat(ends(change[0], 100)).isFalse();
          assertThat(changed.getCount()).isEqualTo(1);
        });

    assertThat(ends(change[0], 60_000)).isTrue();
    assertThat(changed.getCount()).isZero();
  }

  @Test
  void otherChangesDoNotWaitForEachOther() throws Exception {
    CountDownLatch changed = new CountDownLatch(1);

    changes.change(
        () -> assertThat(ends(others.submit(() -> changeAnd(changed)), 60_000)).isTrue());

    assertThat(changed.getCount()).isZero();
  }

  @Test
  void onlyTheRefreshingThreadRunsARefresh() throws Exception {
    assertThat(changes.isRefresh()).isFalse();
    changes.change(() -> assertThat(changes.isRefresh()).isFalse());

    changes.refresh(
        () -> {
          assertThat(changes.isRefresh()).isTrue();
          assertThat(isRefreshElsewhere()).isFalse();
        });

    assertThat(changes.isRefresh()).isFalse();
  }

  private boolean isRefreshElsewhere() throws IOException {
    try {
      return others.submit(changes::isRefresh).get(1, TimeUnit.MINUTES);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new IOException(e);
    }
  }

  private Void changeAnd(CountDownLatch changed) throws IOException {
    changes.change(changed::countDown);
    return null;
  }

  private static boolean ends(Future<?> change, long millis) {
    try {
      change.get(millis, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (InterruptedException | ExecutionException e) {
      throw new AssertionError(e);
    }
  }
}
