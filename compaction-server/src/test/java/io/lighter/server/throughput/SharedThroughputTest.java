// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.throughput;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.testing.fixtures.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Waiter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Jobs on threads of their own, by a clock that stands still between their turns. */
class SharedThroughputTest {
  private static final long WAIT_MS = 60_000;

  /** A byte in a nanosecond. */
  private static final long RATE = 1_000_000_000;

  private static final long BYTES = 1_000_000;
  private static final int ROUNDS = 3;

  /** Pays for {@link #BYTES}, and a little more, since rates are floating-point numbers. */
  private static final Duration ONE_TURN = Duration.ofNanos(BYTES + 10);

  private final ManualClock clock = new ManualClock();
  private final SharedThroughput throughput = new SharedThroughput(clock);
  private final ConcurrentLinkedQueue<Integer> turns = new ConcurrentLinkedQueue<>();
  private final List<Thread> jobs = new ArrayList<>();

  @AfterEach
  void endJobs() throws Exception {
    for (Thread job : jobs) {
      job.interrupt();
      job.join(WAIT_MS);
      assertThat(job.isAlive()).isFalse();
    }
  }

  @Test
  void jobsGetTheirTurnsInTheOrderInWhichTheyCame() throws Exception {
    throughput.limit(OptionalLong.of(RATE));
    throughput.acquire(BYTES); // the others wait until time pays for it
    for (int i = 0; i < 4; i++) {
      int number = i;
      jobs.add(new Thread(() -> takeTurns(number), "job " + i));
      jobs.get(i).start();
      awaitThatWaitsOrEnded(jobs.get(i));
    }

    for (int turn = 1; turn <= 4 * ROUNDS; turn++) {
      int taken = turn;
      clock.advance(ONE_TURN);
      await(() -> turns.size() == taken);
      int last = List.copyOf(turns).get(taken - 1);
      awaitThatWaitsOrEnded(jobs.get(last));
    }

    assertThat(turns).containsExactly(0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3);
  }

  private void takeTurns(int number) {
    try {
      for (int i = 0; i < ROUNDS; i++) {
        throughput.acquire(BYTES);
        turns.add(number);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the test has failed, and ends its jobs
    }
  }

  private static void awaitThatWaitsOrEnded(Thread job) throws Exception {
    await(
        () ->
            switch (job.getState()) {
              case WAITING, TIMED_WAITING, TERMINATED -> true;
              default -> false;
            });
  }

  private static void await(Waiter.Predicate<Exception> condition) throws Exception {
    assertThat(Waiter.waitFor(new Configuration(false), WAIT_MS, 5, false, condition))
        .as("milliseconds until the condition held")
        .isNotNegative();
  }
}
