// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.throughput;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LimitedThroughputTest {
  private static final long WAIT_MS = 60_000;
  private static final int CELL = 1_000;

  private final SharedThroughput shared = new SharedThroughput(System::nanoTime);
  private final List<Job> jobs = new ArrayList<>();

  @AfterEach
  void endJobs() throws Exception {
    for (Job job : jobs) {
      job.stop();
    }
  }

  @Test
  void withoutLimitNothingWaits() throws Exception {
    Job job = start();

    await(() -> job.bytes.get() > 100_000_000L);
    assertThat(job.pausing).isFalse();
  }

  @Test
  void jobsShareTheLimit() throws Exception {
    long limit = 2_000_000;
    shared.limit(OptionalLong.of(0));
    Job one = start();
    Job two = start();
    Job three = start();
    await(() -> one.pausing.get() && two.pausing.get() && three.pausing.get());

    long startedAt = System.nanoTime();
    shared.limit(OptionalLong.of(limit));
    await(() -> one.bytes.get() + two.bytes.get() + three.bytes.get() > limit);

    double seconds = (System.nanoTime() - startedAt) / (double) TimeUnit.SECONDS.toNanos(1);
    long most = jobs.stream().mapToLong(job -> job.bytes.get()).max().orElseThrow();
    long least = jobs.stream().mapToLong(job -> job.bytes.get()).min().orElseThrow();
    assertThat(seconds).as("time for as much as a second allows").isGreaterThan(0.7);
    assertThat(most - least).as("they take turns").isLessThan(limit / 4);
  }

  @Test
  void pausedJobContinuesWhenTheLimitIsRaised() throws Exception {
    shared.limit(OptionalLong.of(0));
    Job job = start();
    await(job.pausing::get);
    long before = job.bytes.get();
    assertThat(before).isLessThanOrEqualTo(CELL);

    shared.limit(OptionalLong.of(50_000_000));

    await(() -> job.bytes.get() > 1_000_000);
  }

  @Test
  void removedLimitEndsAllWaits() throws Exception {
    shared.limit(OptionalLong.of(1));
    Job one = start();
    Job two = start();
    await(() -> one.pausing.get() && two.pausing.get());

    shared.limit(OptionalLong.empty());

    await(() -> one.bytes.get() > 10_000_000 && two.bytes.get() > 10_000_000);
  }

  @Test
  void interruptEndsAWaitInAnyPosition() throws Exception {
    shared.limit(OptionalLong.of(0));
    Job one = start();
    Job two = start();
    await(() -> one.pausing.get() && two.pausing.get());

    one.thread.interrupt();
    two.thread.interrupt();

    assertThat(one.outcome.get(WAIT_MS, TimeUnit.MILLISECONDS)).isEqualTo("interrupted");
    assertThat(two.outcome.get(WAIT_MS, TimeUnit.MILLISECONDS)).isEqualTo("interrupted");
  }

  @Test
  void lowLimitIsAcquiredInSmallSteps() {
    shared.limit(OptionalLong.of(200));
    assertThat(shared.step()).isEqualTo(10);
    shared.limit(OptionalLong.of(1L << 40));
    assertThat(shared.step()).isEqualTo(64 * 1024);
    shared.limit(OptionalLong.of(0));
    assertThat(shared.step()).isOne();
  }

  private Job start() {
    Job job = new Job();
    jobs.add(job);
    job.thread.start();
    return job;
  }

  private static void await(Waiter.Predicate<Exception> condition) throws Exception {
    assertThat(Waiter.waitFor(new Configuration(false), WAIT_MS, 5, false, condition))
        .as("milliseconds until the condition held")
        .isNotNegative();
  }

  /** Compacts cells without end. */
  private final class Job {
    final AtomicLong bytes = new AtomicLong();
    final AtomicBoolean pausing = new AtomicBoolean();
    final CompletableFuture<String> outcome = new CompletableFuture<>();
    final Thread thread = new Thread(this::run, "job");

    private void run() {
      LimitedThroughput throughput =
          new LimitedThroughput(NoLimitThroughputController.INSTANCE, shared, pausing::set);
      try {
        while (!Thread.interrupted()) {
          throughput.control("job", CELL);
          bytes.addAndGet(CELL);
        }
        outcome.complete("stopped");
      } catch (InterruptedException e) {
        outcome.complete("interrupted");
      }
    }

    void stop() throws InterruptedException {
      thread.interrupt();
      thread.join(WAIT_MS);
      assertThat(thread.isAlive()).isFalse();
    }
  }
}
