// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

class LocalCompactionLimiterTest {
  /** Number of checks after which a waiter that lost its place would no longer be first. */
  private static final int LOOKS = 3;

  private static final int SAME = 5;

  private final AtomicInteger maxLong = new AtomicInteger();
  private final AtomicInteger maxShort = new AtomicInteger(1);
  private final AtomicInteger lent = new AtomicInteger();
  private final LocalCompactionLimiter runs =
      new LocalCompactionLimiter(
          maxLong::get,
          maxShort::get,
          new InFlightCompactions((extraLong, extraShort) -> lent.set(extraLong + extraShort), 10));

  @Test
  void compactionOfAClosingRegionDoesNotWaitForRoom() throws Exception {
    runs.run(
        brief(() -> true),
        () -> {
          assertThatThrownBy(() -> runs.run(brief(() -> false), () -> "ran"))
              .isInstanceOf(InterruptedIOException.class);
          return null;
        });
  }

  @Test
  void failedCompactionReleasesItsRoom() throws Exception {
    assertThatThrownBy(
            () ->
                runs.run(
                    brief(() -> true),
                    () -> {
                      throw new IOException("disk full");
                    }))
        .hasMessage("disk full");

    assertThat(runs.<String>run(brief(() -> false), () -> "ran")).isEqualTo("ran");
  }

  @Test
  void roomFollowsTheConfiguration() throws Exception {
    runs.run(
        brief(() -> true),
        () -> {
          maxShort.set(2);
          assertThat(runs.<String>run(brief(() -> false), () -> "ran")).isEqualTo("ran");
          return null;
        });
    maxShort.set(0);

    assertThatThrownBy(() -> runs.run(brief(() -> false), () -> "ran"))
        .isInstanceOf(InterruptedIOException.class);
  }

  @Test
  void shortCompactionsUseTheRoomOfLongOnesButNotViceVersa() throws Exception {
    maxLong.set(1);
    runs.run(
        brief(() -> true),
        () -> {
          assertThat(runs.<String>run(brief(() -> false), () -> "ran")).isEqualTo("ran");
          return null;
        });
    runs.run(
        compaction(true, false, SAME, () -> true),
        () -> {
          assertThat(runs.<String>run(brief(() -> false), () -> "ran")).isEqualTo("ran");
          assertThatThrownBy(
                  () -> runs.run(compaction(true, false, SAME, () -> false), () -> "ran"))
              .isInstanceOf(InterruptedIOException.class);
          return null;
        });
  }

  @Test
  void longestWaiterGoesFirst() throws Exception {
    assertThat(orderOf(List.of(SAME, SAME, SAME, SAME))).containsExactly(0, 1, 2, 3);
  }

  @Test
  void mostUrgentCompactionGoesFirst() throws Exception {
    assertThat(orderOf(List.of(SAME, SAME, SAME - 6, SAME - 1))).containsExactly(2, 3, 0, 1);
  }

  @Test
  void compactionThatFellBackCountsAsInFlightWhileItWaits() throws Exception {
    runs.run(
        brief(() -> true),
        () -> {
          assertThatThrownBy(
                  () ->
                      runs.run(
                          compaction(
                              false,
                              true,
                              SAME,
                              () -> {
                                assertThat(lent).hasValue(1);
                                return false;
                              }),
                          () -> "ran"))
              .isInstanceOf(InterruptedIOException.class);
          return null;
        });
    assertThat(lent).hasValue(0);
  }

  /** Order in which compactions run that begin to wait in the order of the list. */
  private List<Integer> orderOf(List<Integer> priorities) throws Exception {
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    ExecutorService threads = Executors.newFixedThreadPool(priorities.size());
    try {
      List<Future<Boolean>> ended = new ArrayList<>();
      runs.run(
          brief(() -> true),
          () -> {
            for (int i = 0; i < priorities.size(); i++) {
              int number = i;
              CountDownLatch looks = new CountDownLatch(LOOKS);
              LocalCompactionLimiter.Caller caller =
                  compaction(
                      false,
                      false,
                      priorities.get(i),
                      () -> {
                        looks.countDown();
                        return true;
                      });
              Callable<Boolean> compaction = () -> runs.run(caller, () -> order.add(number));
              ended.add(threads.submit(compaction));
              await(looks);
            }
            return null;
          });
      for (Future<Boolean> each : ended) {
        each.get(1, TimeUnit.MINUTES);
      }
    } finally {
      threads.shutdownNow();
    }
    return order;
  }

  private static LocalCompactionLimiter.Caller brief(BooleanSupplier wanted) {
    return compaction(false, false, SAME, wanted);
  }

  private static LocalCompactionLimiter.Caller compaction(
      boolean isLong, boolean fellBack, int priority, BooleanSupplier wanted) {
    return new LocalCompactionLimiter.Caller(isLong, isLong, fellBack, () -> priority, wanted);
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    }
  }
}
