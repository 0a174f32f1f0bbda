// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RowLocksTest {
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Duration SHORT = Duration.ofMillis(20);
  private static final int ROUNDS = 20_000;

  private final RowLocks locks = new RowLocks();
  private final ExecutorService other = Executors.newFixedThreadPool(2);

  /** Written without a lock of its own: the row's lock has to guard it. */
  private int[] counts = new int[3];

  @AfterEach
  void stop() {
    other.shutdownNow();
  }

  @Test
  void rowIsHeldByOneThread() throws Exception {
    RowLocks.Held held = locks.lock(rows("a", "b"), Duration.ZERO);

    assertThat(elsewhere(() -> locks.lock(rows("b"), Duration.ZERO))).isNull();
    assertThat(elsewhere(() -> locks.lock(rows("b"), SHORT))).isNull();
    assertThat(elsewhere(this::lockAndUnlockC)).isTrue();

    locks.unlock(held);

    assertThat(elsewhere(() -> locks.lock(rows("a", "b"), Duration.ZERO))).isNotNull();
  }

  @Test
  void batchThatWaitsInVainHoldsNothing() throws Exception {
    RowLocks.Held held = locks.lock(rows("b"), Duration.ZERO);

    assertThat(elsewhere(() -> locks.lock(rows("a", "b", "c"), SHORT))).isNull();
    assertThat(locks.size()).isEqualTo(1);
    assertThat(locks.lock(rows("a", "c"), Duration.ZERO)).isNotNull();

    locks.unlock(held);
    locks.unlock(held); // a second time
    assertThat(locks.size()).isEqualTo(2);
  }

  @Test
  void threadLocksARowTwice() throws Exception {
    RowLocks.Held outer = locks.lock(rows("a"), Duration.ZERO);
    RowLocks.Held inner = locks.lock(rows("a", "a"), Duration.ZERO);

    assertThat(inner).isNotNull();
    locks.unlock(inner);
    assertThat(elsewhere(() -> locks.lock(rows("a"), Duration.ZERO))).isNull();
    locks.unlock(outer);
    assertThat(locks.size()).isZero();
  }

  @Test
  void batchesWithTheSameRowsNeitherBlockEachOtherNorOverlap() throws Exception {
    List<Callable<Void>> workers =
        List.of(() -> count(rows("a", "b", "c")), () -> count(rows("c", "b", "a")));
    for (Future<Void> done : other.invokeAll(workers, 5, TimeUnit.MINUTES)) {
      assertThat(done.get()).isNull();
    }

    assertThat(counts).containsExactly(2 * ROUNDS, 2 * ROUNDS, 2 * ROUNDS);
    assertThat(locks.size()).isZero();
  }

  private Void count(List<byte[]> rows) throws InterruptedException {
    for (int i = 0; i < ROUNDS; i++) {
      RowLocks.Held held = locks.lock(rows, LONG);
      for (int slot = 0; slot < counts.length; slot++) {
        counts[slot]++;
      }
      locks.unlock(held);
    }
    return null;
  }

  private boolean lockAndUnlockC() throws InterruptedException {
    RowLocks.Held held = locks.lock(rows("c"), Duration.ZERO);
    locks.unlock(held);
    return true;
  }

  private <T> T elsewhere(Callable<T> work) throws Exception {
    return other.submit(work).get();
  }

  private static List<byte[]> rows(String... rows) {
    return Stream.of(rows).map(Bytes::toBytes).toList();
  }
}
