package io.lighter.regionserver;

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
import org.junit.jupiter.api.Test;

class LocalRunsTest {
  private static final int WAITING = 4;

  /** By then, one that has gone to the end of the queue at each look would not be the first. */
  private static final int LOOKS = 3;

  private final AtomicInteger max = new AtomicInteger(1);
  private final LocalRuns runs = new LocalRuns(max::get);

  @Test
  void compactionOfAClosingRegionDoesNotWaitForRoom() throws Exception {
    runs.run(
        () -> true,
        () -> {
          assertThatThrownBy(() -> runs.run(() -> false, () -> "ran"))
              .isInstanceOf(InterruptedIOException.class);
          return null;
        });
  }

  @Test
  void roomIsGivenBackAlsoByAFailedCompaction() throws Exception {
    assertThatThrownBy(
            () ->
                runs.run(
                    () -> true,
                    () -> {
                      throw new IOException("disk full");
                    }))
        .hasMessage("disk full");

    assertThat(runs.<String>run(() -> false, () -> "ran")).isEqualTo("ran");
  }

  @Test
  void roomFollowsTheConfiguration() throws Exception {
    runs.run(
        () -> true,
        () -> {
          max.set(2);
          assertThat(runs.<String>run(() -> false, () -> "ran")).isEqualTo("ran");
          return null;
        });
    max.set(0);

    assertThatThrownBy(() -> runs.run(() -> false, () -> "ran"))
        .isInstanceOf(InterruptedIOException.class);
  }

  @Test
  void whoHasWaitedLongestGoesFirst() throws Exception {
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    List<Integer> expected = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(WAITING);
    try {
      List<Future<Boolean>> ended = new ArrayList<>();
      runs.run(
          () -> true,
          () -> {
            for (int i = 0; i < WAITING; i++) {
              int number = i;
              CountDownLatch looks = new CountDownLatch(LOOKS);
              Callable<Boolean> compaction =
                  () ->
                      runs.run(
                          () -> {
                            looks.countDown();
                            return true;
                          },
                          () -> order.add(number));
              ended.add(threads.submit(compaction));
              expected.add(number);
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

    assertThat(order).isEqualTo(expected);
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
