// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.CompactionJobId;
import io.lighter.common.protocol.LighterProtos.HeartbeatResponse;
import io.lighter.common.protocol.LighterProtos.JobReport;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.rpc.Protocol;
import io.lighter.testing.fixtures.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Waiter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A job whose region server goes away, and whose region another region server opens. */
class JobAdoptionTest {
  private static final String FIRST = "rs.example.org,16020,1";
  private static final String SECOND = "rs2.example.org,16020,2";
  private static final long GRACE_MS = 30_000;
  private static final long WAIT_MS = 60_000;

  private final ManualClock clock = new ManualClock();
  private final ScriptedRunner runner = new ScriptedRunner();
  private final Queue<CompactionJobId> deleted = new ConcurrentLinkedQueue<>();
  private final Counts events = new Counts();
  private final JobScheduler scheduler =
      new JobScheduler(
          new JobScheduler.Limits(1, 9, 100, 0, Duration.ZERO),
          clock,
          runner,
          (spec, outputs) -> deleted.add(spec.id()),
          events,
          () -> 0);

  @AfterEach
  void close() {
    scheduler.close();
  }

  @Test
  void runningJobGoesOnForItsGraceAfterTheLease() throws Exception {
    JobSpec spec = submit(GRACE_MS);

    advance(TestJobs.HEARTBEAT_TIMEOUT_MS + GRACE_MS);
    assertThat(cancelled()).isZero();
    assertThat(events.unowned).hasValue(1);

    advance(1);
    assertThat(cancelled()).isEqualTo(1);
    await(() -> deleted.contains(spec.id()));
  }

  @Test
  void completedJobWaitsForItsGraceToo() throws Exception {
    JobSpec spec = submit(GRACE_MS);
    complete(spec);

    advance(TestJobs.HEARTBEAT_TIMEOUT_MS + GRACE_MS);
    assertThat(adopt(spec).getState()).isEqualTo(JobState.COMPLETED);
    assertThat(scheduler.finish(spec.id(), SECOND)).isEqualTo(JobPhase.DONE);
    assertThat(deleted).isEmpty();
  }

  @Test
  void jobWithoutAGraceEndsWithItsLease() throws Exception {
    JobSpec spec = submit(0);

    assertThat(adopt(spec).getState()).isEqualTo(JobState.CANCELLED);
    advance(TestJobs.HEARTBEAT_TIMEOUT_MS + 1);

    assertThat(cancelled()).isEqualTo(1);
    assertThat(events.adopted).hasValue(0);
    assertThat(events.unowned).hasValue(0);
  }

  /** No work is lost with the job. */
  @Test
  void waitingJobEndsWithItsLease() throws Exception {
    JobSpec running = submit(GRACE_MS);
    JobSpec waiting = submit(GRACE_MS);
    assertThat(heartbeat(waiting, FIRST).getState()).isEqualTo(JobState.QUEUED);

    advance(TestJobs.HEARTBEAT_TIMEOUT_MS + 1);

    assertThat(cancelled()).isEqualTo(1);
    assertThat(heartbeat(running, FIRST).getState()).isEqualTo(JobState.COMPACTING);
    assertThat(heartbeat(waiting, FIRST).getState()).isEqualTo(JobState.CANCELLED);
  }

  /** The next owner may have looked for the job's record before there was one. */
  @Test
  void jobThatStartsAfterItsOwnerWentEndsWithItsLease() throws Exception {
    JobSpec before = submit(0);
    JobSpec job = submit(GRACE_MS);
    runner.succeed(before);
    await(() -> stateOf(job) == JobState.COMPACTING);

    advance(TestJobs.HEARTBEAT_TIMEOUT_MS + 1);

    assertThat(stateOf(job)).as("ended").isNull();
    await(() -> deleted.contains(job.id()));
  }

  /** Otherwise a table's settings would decide for how long a thread is taken. */
  @Test
  void graceIsBounded() throws Exception {
    JobSpec unused = submit(Long.MAX_VALUE);

    advance(TestJobs.HEARTBEAT_TIMEOUT_MS + Protocol.LONGEST_GRACE.toMillis());
    assertThat(cancelled()).isZero();
    advance(1);
    assertThat(cancelled()).isEqualTo(1);
  }

  @Test
  void callsOfTheEarlierOwnerChangeNothing() throws Exception {
    JobSpec spec = submit(GRACE_MS);
    assertThat(adopt(spec).getState()).isEqualTo(JobState.COMPACTING);
    assertThat(events.adopted).hasValue(1);

    HeartbeatResponse answer = heartbeat(spec, FIRST);

    assertThat(answer.getState()).isEqualTo(JobState.CANCELLED);
    assertThat(answer.getMessage()).contains(SECOND);
    assertThat(scheduler.cancel(spec.id(), "it woke up", FIRST)).isFalse();
    complete(spec);
    assertThat(scheduler.finish(spec.id(), FIRST)).isEqualTo(JobPhase.CANCELLED);
    assertThat(heartbeat(spec, SECOND).getState()).isEqualTo(JobState.COMPLETED);
    assertThat(deleted).isEmpty();
  }

  @Test
  void heartbeatOfTheEarlierOwnerDoesNotRenewTheLease() throws Exception {
    JobSpec spec = submit(GRACE_MS);
    HeartbeatResponse unused = adopt(spec);
    advance(TestJobs.HEARTBEAT_TIMEOUT_MS + GRACE_MS);
    unused = heartbeat(spec, FIRST);

    advance(1);

    assertThat(cancelled()).isEqualTo(1);
  }

  @Test
  void adoptionRenewsTheLeaseAndTheGrace() throws Exception {
    JobSpec spec = submit(GRACE_MS);
    advance(TestJobs.HEARTBEAT_TIMEOUT_MS + 1);
    HeartbeatResponse unused = adopt(spec);

    advance(TestJobs.HEARTBEAT_TIMEOUT_MS + GRACE_MS);
    assertThat(cancelled()).isZero();
    assertThat(events.unowned).as("times").hasValue(2);
    assertThat(scheduler.load().jobs())
        .singleElement()
        .satisfies(job -> assertThat(job.getRegionServer()).isEqualTo(SECOND));
  }

  /** A region that opens again on the same region server. */
  @Test
  void ownerThatAdoptsItsOwnJobGoesOn() throws Exception {
    JobSpec spec = submit(GRACE_MS);

    HeartbeatResponse answer = scheduler.heartbeat(spec.id(), false, FIRST, true);

    assertThat(answer.getState()).isEqualTo(JobState.COMPACTING);
    assertThat(events.adopted).hasValue(0);
  }

  @Test
  void ownerWithoutANameIsARegionServerOfAnOlderRelease() throws Exception {
    JobSpec spec = submit(0);

    assertThat(scheduler.heartbeat(spec.id()).getState()).isEqualTo(JobState.COMPACTING);
    assertThat(scheduler.cancel(spec.id(), "the region closes")).isTrue();
  }

  /** Submits a job, and lets its owner learn of the start, if the job starts at once. */
  private JobSpec submit(long graceMs) throws RefusedException {
    JobSpec spec = submitUnheard(graceMs);
    HeartbeatResponse unused = heartbeat(spec, FIRST);
    return spec;
  }

  private JobSpec submitUnheard(long graceMs) throws RefusedException {
    JobSpec spec =
        TestJobs.spec(
            TestJobs.request()
                .setDeadlineMs(Duration.ofDays(1).toMillis())
                .setGraceMs(graceMs)
                .build(),
            10,
            List.of());
    long unused = scheduler.submit(spec);
    return spec;
  }

  /** Without a heartbeat; null if the job has ended. */
  private JobState stateOf(JobSpec spec) {
    return scheduler.load().jobs().stream()
        .filter(job -> job.getJobId().equals(spec.id().value()))
        .findFirst()
        .map(JobReport::getState)
        .orElse(null);
  }

  private void complete(JobSpec spec) throws Exception {
    runner.succeed(spec);
    await(() -> scheduler.load().running() == 0);
  }

  private HeartbeatResponse adopt(JobSpec spec) {
    return scheduler.heartbeat(spec.id(), false, SECOND, true);
  }

  private HeartbeatResponse heartbeat(JobSpec spec, String sender) {
    return scheduler.heartbeat(spec.id(), false, sender, false);
  }

  private void advance(long millis) {
    clock.advance(Duration.ofMillis(millis));
    scheduler.sweep();
  }

  private int cancelled() {
    return events.cancelled.get();
  }

  private static void await(Waiter.Predicate<Exception> condition) throws Exception {
    assertThat(Waiter.waitFor(new Configuration(false), WAIT_MS, 5, false, condition))
        .as("milliseconds until the condition held")
        .isNotNegative();
  }
}
