// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.CompactionJobId;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.testing.fixtures.ManualClock;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.s3a.AWSServiceThrottledException;
import org.apache.hadoop.hbase.Waiter;
import org.junit.jupiter.api.Test;

/** Tests that depend on a worker's behaviour; {@link JobScenarioTest} has all others. */
class JobSchedulerTest {
  private static final long WAIT_MS = 60_000;

  private final ManualClock clock = new ManualClock();
  private final ScriptedRunner runner = new ScriptedRunner();
  private final Queue<CompactionJobId> deleted = new ConcurrentLinkedQueue<>();
  private final Counts events = new Counts();

  @Test
  void outputRetainedDuringAJobsStartDoesNotStopTheJob() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    try (JobScheduler busy =
        new JobScheduler(
            new JobScheduler.Limits(2, 2, 100, 0, Duration.ZERO),
            clock,
            runner,
            (spec, outputs) -> deleted.add(spec.id()),
            events,
            () -> asked.getAndIncrement() == 0 ? 0 : 100)) {
      JobSpec second = TestJobs.spec(20, 0);
      long unused = busy.submit(TestJobs.spec(30, 0));
      long unusedToo = busy.submit(second);

      assertThat(busy.heartbeat(second.id()).getState()).isEqualTo(JobState.COMPACTING);
      assertThat(busy.load().running()).isEqualTo(2);
    }
  }

  @Test
  void outOfMemoryDuringCleanUpReleasesTheThread() throws Exception {
    JobFolders broken =
        (spec, outputs) -> {
          throw new OutOfMemoryError("of a test");
        };
    try (JobScheduler one =
        new JobScheduler(
            new JobScheduler.Limits(1, 2, 100, 0, Duration.ZERO),
            clock,
            runner,
            broken,
            events,
            () -> 0)) {
      JobSpec spec = TestJobs.spec(10, 0);
      long unused = one.submit(spec);
      runner.fail(spec);

      await(() -> one.load().running() == 0);
      assertThat(one.load().reservedBytes()).isZero();
      assertThat(one.heartbeat(spec.id()).getState()).isEqualTo(JobState.FAILED);
    }
  }

  @Test
  void busyStoreIsToldAndCountsByItself() throws Exception {
    try (JobScheduler one = twoThreads()) {
      JobSpec throttled = TestJobs.spec(10, 0);
      JobSpec broken = TestJobs.spec(10, 0);
      long unused = one.submit(throttled);
      long unusedToo = one.submit(broken);
      runner.fail(throttled, new AWSServiceThrottledException());
      runner.fail(broken);
      await(() -> one.load().running() == 0);

      assertThat(one.heartbeat(throttled.id()).getState()).isEqualTo(JobState.FAILED);
      assertThat(one.heartbeat(throttled.id()).getStoreBusy()).isTrue();
      assertThat(one.heartbeat(broken.id()).getStoreBusy()).isFalse();
      assertThat(events.storeBusy).hasValue(1);
      assertThat(events.failed).hasValue(1);
    }
  }

  @Test
  void swallowedInterruptIsRepeated() throws Exception {
    CountDownLatch swallowed = new CountDownLatch(1);
    CompactionRunner swallowing =
        job -> {
          awaitInterrupt();
          swallowed.countDown();
          awaitInterrupt();
          throw new InterruptedIOException("interrupted twice");
        };
    try (JobScheduler one =
        new JobScheduler(
            new JobScheduler.Limits(1, 2, 100, 0, Duration.ZERO),
            clock,
            swallowing,
            (spec, outputs) -> deleted.add(spec.id()),
            events,
            () -> 0)) {
      JobSpec spec = TestJobs.spec(10, 0);
      long unused = one.submit(spec);
      assertThat(one.cancel(spec.id(), "region closes")).isTrue();
      swallowed.await();
      assertThat(one.load().running()).as("it keeps its thread").isEqualTo(1);

      one.sweep();

      await(() -> one.load().running() == 0);
      assertThat(deleted).containsExactly(spec.id());
      assertThat(one.load().reservedBytes()).isZero();
    }
  }

  /** The region server may be in the middle of its commit. */
  @Test
  void outputInTheFamilysFolderStaysOnceItsCompletionWasReported() throws Exception {
    try (JobScheduler one = twoThreads()) {
      JobSpec spec = inFamilyFolder();
      complete(one, spec);
      assertThat(one.heartbeat(spec.id()).getState()).isEqualTo(JobState.COMPLETED);

      clock.advance(Duration.ofMillis(TestJobs.HEARTBEAT_TIMEOUT_MS + 1));
      one.sweep();

      assertThat(one.heartbeat(spec.id()).getState()).isEqualTo(JobState.DONE);
      assertThat(one.isEmpty()).isTrue();
    }
    assertThat(deleted).isEmpty();
  }

  @Test
  void outputInTheFamilysFolderStaysWhenTheServerStops() throws Exception {
    JobSpec spec = inFamilyFolder();
    try (JobScheduler one = twoThreads()) {
      complete(one, spec);
      assertThat(one.heartbeat(spec.id()).getState()).isEqualTo(JobState.COMPLETED);
    }
    assertThat(deleted).isEmpty();
  }

  @Test
  void outputThatTheRegionServerGivesUpIsDeletedAlsoAfterItsCompletionWasReported()
      throws Exception {
    JobSpec spec = inFamilyFolder();
    try (JobScheduler one = twoThreads()) {
      complete(one, spec);
      assertThat(one.heartbeat(spec.id()).getState()).isEqualTo(JobState.COMPLETED);

      assertThat(one.cancel(spec.id(), "the region closes")).isTrue();
    }
    assertThat(deleted).containsExactly(spec.id());
  }

  /** Nobody knows of the completion, and a later heartbeat answers CANCELLED. */
  @Test
  void outputInTheFamilysFolderIsDeletedIfItsCompletionWasNotReported() throws Exception {
    JobSpec spec = inFamilyFolder();
    try (JobScheduler one = twoThreads()) {
      assertThat(one.heartbeat(spec.id()).getState()).isEqualTo(JobState.CANCELLED);
      long unused = one.submit(spec);
      assertThat(one.heartbeat(spec.id()).getState()).isEqualTo(JobState.COMPACTING);
      runner.succeed(spec);
      await(() -> one.load().running() == 0);

      clock.advance(Duration.ofMillis(TestJobs.HEARTBEAT_TIMEOUT_MS + 1));
      one.sweep();

      assertThat(one.heartbeat(spec.id()).getState()).isEqualTo(JobState.CANCELLED);
    }
    assertThat(deleted).containsExactly(spec.id());
  }

  private JobScheduler twoThreads() {
    return new JobScheduler(
        new JobScheduler.Limits(2, 2, 100, 0, Duration.ZERO),
        clock,
        runner,
        (spec, outputs) -> deleted.add(spec.id()),
        events,
        () -> 0);
  }

  private static JobSpec inFamilyFolder() {
    return TestJobs.spec(TestJobs.request().setInFamilyFolder(true).build(), 10, List.of());
  }

  private void complete(JobScheduler scheduler, JobSpec spec) throws Exception {
    long unused = scheduler.submit(spec);
    runner.succeed(spec);
    await(() -> scheduler.load().running() == 0);
  }

  /** A completed job waits for its region server, perhaps for minutes. */
  @Test
  void jobThatCompletesDuringItsPauseIsNotReportedAsPaused() throws Exception {
    try (JobScheduler one =
        new JobScheduler(
            new JobScheduler.Limits(1, 2, 100, 0, Duration.ofMinutes(1)),
            clock,
            runner,
            (spec, outputs) -> deleted.add(spec.id()),
            events,
            () -> 0)) {
      JobSpec slow = TestJobs.spec(10, 9);
      long unused = one.submit(slow);
      long unusedToo = one.submit(TestJobs.spec(10, 1));
      assertThat(one.load().paused()).isEqualTo(1);

      runner.succeed(slow);
      await(() -> one.load().reservedBytes() == 10);

      assertThat(one.load().paused()).isZero();
      assertThat(one.load().running()).isEqualTo(1);
      assertThat(one.load().jobs())
          .filteredOn(job -> job.getJobId().equals(slow.id().value()))
          .singleElement()
          .satisfies(
              job -> {
                assertThat(job.getState()).isEqualTo(JobState.COMPLETED);
                assertThat(job.hasPace()).isFalse();
              });
    }
  }

  @Test
  void jobWhoseStoreHasBecomeUrgentIsNotPaused() throws Exception {
    try (JobScheduler two =
        new JobScheduler(
            new JobScheduler.Limits(2, 9, 100, 0, Duration.ofMinutes(1)),
            clock,
            runner,
            (spec, outputs) -> deleted.add(spec.id()),
            events,
            () -> 0)) {
      JobSpec first = TestJobs.spec(10, 9);
      JobSpec second = TestJobs.spec(10, 8);
      JobSpec third = TestJobs.spec(10, 1);
      JobSpec fourth = TestJobs.spec(10, 1);
      long unused = two.submit(first);
      unused = two.submit(second);
      var unusedToo = two.heartbeat(second.id(), true);
      unusedToo = two.heartbeat(second.id(), false);

      unused = two.submit(third);
      assertThat(two.load().paused()).as("the first one").isEqualTo(1);
      unused = two.submit(fourth);
      assertThat(two.load().paused()).isEqualTo(1);
      assertThat(two.heartbeat(fourth.id()).getState()).isEqualTo(JobState.QUEUED);

      unusedToo = two.heartbeat(first.id(), true);
      two.sweep();
      assertThat(two.load().paused()).as("it goes on").isZero();
      assertThat(two.load().running()).isEqualTo(3);
    }
  }

  private static void awaitInterrupt() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      return; // the flag is cleared
    }
    throw new AssertionError("the latch was opened");
  }

  private static void await(Waiter.Predicate<Exception> condition) throws Exception {
    assertThat(Waiter.waitFor(new Configuration(false), WAIT_MS, 5, false, condition))
        .as("milliseconds until the condition held")
        .isNotNegative();
  }
}
