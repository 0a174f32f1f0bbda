// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.CompactionJobId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Jobs on threads of their own, by the real clock. */
class PacedThroughputTest {
  private static final long WAIT_MS = 60_000;
  private static final long MIN_RATE = 1 << 20;
  private static final int BLOCK = 64 * 1024;

  private final AtomicLong skippedNanos = new AtomicLong();
  private final AtomicLong pacedBytes = new AtomicLong();
  private final AtomicLong delayedMs = new AtomicLong();
  private final ReadPaces paces =
      new ReadPaces(
          new PaceSettings(true, 2, 1, MIN_RATE),
          () -> System.nanoTime() + skippedNanos.get(),
          (bytes, delayMs) -> {
            pacedBytes.addAndGet(bytes);
            delayedMs.addAndGet(delayMs);
          });
  private final List<Job> jobs = new ArrayList<>();

  @AfterEach
  void endJobs() throws Exception {
    for (Job job : jobs) {
      job.stop();
    }
  }

  @Test
  void fourStreamsKeepToTheRateAndDoNotBurst() throws Exception {
    Job first = new Job();
    skippedNanos.addAndGet(DataNodePace.FIRST_STEP_NANOS);
    first.reports(9); // at a rate of 0: the minimum of each job
    for (int i = 0; i < 3; i++) {
      jobs.add(new Job());
    }
    jobs.add(first);
    long startedAt = System.nanoTime();
    jobs.forEach(job -> job.thread.start());
    await(() -> sum() > 2 * 4 * MIN_RATE);

    double seconds = (System.nanoTime() - startedAt) / (double) TimeUnit.SECONDS.toNanos(1);
    assertThat(seconds).as("time for what two seconds allow").isGreaterThan(1.6);
    assertThat(pacedBytes.get()).isGreaterThan(4 * MIN_RATE);
    assertThat(delayedMs.get()).isPositive();
  }

  @Test
  void interruptEndsTheWait() throws Exception {
    Job job = new Job();
    jobs.add(job);
    skippedNanos.addAndGet(DataNodePace.FIRST_STEP_NANOS);
    job.reports(9);
    job.thread.start();
    await(() -> job.read.get() >= 4 * BLOCK);

    job.thread.interrupt();

    assertThat(job.outcome.get(WAIT_MS, TimeUnit.MILLISECONDS)).isEqualTo("interrupted");
  }

  @Test
  void manyBytesAtOnceDelayTheJobForSecondsAndNoLonger() throws Exception {
    Job job = new Job();
    skippedNanos.addAndGet(DataNodePace.FIRST_STEP_NANOS);
    job.reports(9);

    long startedAt = System.nanoTime();
    job.pace.read(1_000 * MIN_RATE);
    job.pace.read(BLOCK); // pays for it

    assertThat(System.nanoTime() - startedAt)
        .isBetween(TimeUnit.SECONDS.toNanos(1), TimeUnit.SECONDS.toNanos(20));
  }

  @Test
  void fewBytesAreCollectedAndReadsWithoutWrittenCellsCount() throws Exception {
    Job job = new Job();
    job.read.set(10);
    job.throughput.control("job", 1);
    job.read.set(1_000_000_000);
    job.throughput.control("job", 1);
    skippedNanos.addAndGet(DataNodePace.FIRST_STEP_NANOS);

    job.reports(9);

    assertThat(job.pace.pace().orElseThrow().limit().orElseThrow())
        .isBetween(300_000_000L, 500_000_000L);
  }

  private long sum() {
    return jobs.stream().mapToLong(job -> job.read.get()).sum();
  }

  private static void await(Waiter.Predicate<Exception> condition) throws Exception {
    assertThat(Waiter.waitFor(new Configuration(false), WAIT_MS, 5, false, condition))
        .as("milliseconds until the condition held")
        .isNotNegative();
  }

  /** Reads blocks without end. */
  private final class Job {
    final CompactionJobId id = CompactionJobId.random();
    final AtomicLong read = new AtomicLong();
    final CompletableFuture<String> outcome = new CompletableFuture<>();
    final JobPace pace = paces.open(id, Optional.of("dn1"), "rs1,16020,1", false);
    final PacedThroughput throughput =
        new PacedThroughput(NoLimitThroughputController.INSTANCE, pace, read::get);
    final Thread thread = new Thread(this::run, "job");

    private void run() {
      try {
        while (!Thread.interrupted()) {
          read.addAndGet(BLOCK);
          throughput.control("job", 1);
        }
        outcome.complete("stopped");
      } catch (InterruptedException e) {
        outcome.complete("interrupted");
      }
    }

    void reports(double walSync) {
      paces.report(
          id,
          new ReportedPressure(
              OptionalDouble.of(walSync), OptionalDouble.empty(), Optional.empty()));
    }

    void stop() throws InterruptedException {
      thread.interrupt();
      thread.join(WAIT_MS);
      assertThat(thread.isAlive()).isFalse();
    }
  }
}
