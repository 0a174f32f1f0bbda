package io.lighter.server.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.lighter.common.CompactionJobId;
import io.lighter.common.protocol.LighterProtos.HeartbeatResponse;
import io.lighter.common.protocol.LighterProtos.JobReport;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.Refusal;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import io.lighter.common.protocol.LighterProtos.WaitingFor;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.Waiter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JobSchedulerTest {
  private static final long WAIT_MS = 60_000;

  private final ManualTicker ticker = new ManualTicker();
  private final ScriptedRunner runner = new ScriptedRunner();
  private final Queue<CompactionJobId> deleted = new ConcurrentLinkedQueue<>();
  private final Events events = new Events();
  private final AtomicLong kept = new AtomicLong();
  private final JobScheduler scheduler =
      new JobScheduler(
          new JobScheduler.Limits(2, 2, 100, 0),
          ticker,
          runner,
          spec -> deleted.add(spec.id()),
          events,
          kept::get);

  @AfterEach
  void close() {
    scheduler.close();
  }

  @Test
  void keptOutputsTakeMemoryThatJobsWaitFor() throws Exception {
    kept.set(60);
    JobSpec first = submitted(30, 0);
    JobSpec second = submitted(20, 0);
    awaitState(first, JobState.COMPACTING);
    assertThat(heartbeat(second).getState()).isEqualTo(JobState.QUEUED);
    assertThat(scheduler.load().reservedBytes()).isEqualTo(90);

    kept.set(0);
    scheduler.sweep();

    awaitState(second, JobState.COMPACTING);
  }

  @Test
  void outputThatIsKeptWhileAJobStartsDoesNotStopIt() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    try (JobScheduler busy =
        new JobScheduler(
            new JobScheduler.Limits(2, 2, 100, 0),
            ticker,
            runner,
            spec -> deleted.add(spec.id()),
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
  void oneJobAlwaysRunsHoweverMuchIsKept() throws Exception {
    kept.set(100);
    JobSpec only = submitted(30, 0);
    awaitState(only, JobState.COMPACTING);
  }

  @Test
  void completedJobIsHandedOverAndItsOutputNeverDeleted() throws Exception {
    JobSpec spec = submitted(10, 0);
    runner.succeed(spec);
    awaitState(spec, JobState.COMPLETED);
    assertThat(heartbeat(spec).getOutputList()).containsExactly(ScriptedRunner.OUTPUT);

    assertThat(scheduler.finish(spec.id())).isEqualTo(JobPhase.DONE);
    assertThat(scheduler.cancel(spec.id(), "too late")).isFalse();
    ticker.advance(TestJobs.DEADLINE_MS * 2);
    scheduler.sweep();
    scheduler.close();

    assertThat(deleted).isEmpty();
    assertThat(heartbeat(spec).getState()).isEqualTo(JobState.DONE);
    assertThat(scheduler.finish(spec.id())).as("asked again").isEqualTo(JobPhase.DONE);
    assertThat(scheduler.load().jobs()).isEmpty();
  }

  @Test
  void finishBeforeCompletionOnlyTellsThePhase() throws Exception {
    JobSpec spec = submitted(10, 0);

    assertThat(scheduler.finish(spec.id())).isEqualTo(JobPhase.COMPACTING);
    assertThat(heartbeat(spec).getState()).isEqualTo(JobState.COMPACTING);
  }

  @Test
  void failedJobLeavesNothingAndKeepsItsReason() throws Exception {
    JobSpec spec = submitted(10, 0);
    runner.fail(spec);
    awaitState(spec, JobState.FAILED);

    assertThat(deleted).containsExactly(spec.id());
    assertThat(heartbeat(spec).getMessage()).contains("disk on fire");
    assertThat(events.failed).hasValue(1);
    assertThat(scheduler.load().reservedBytes()).isZero();
  }

  @Test
  void workerThatRunsOutOfMemoryWhileItCleansUpGivesItsThreadBack() throws Exception {
    JobFolders broken =
        spec -> {
          throw new OutOfMemoryError("of a test");
        };
    try (JobScheduler one =
        new JobScheduler(
            new JobScheduler.Limits(1, 2, 100, 0), ticker, runner, broken, events, kept::get)) {
      JobSpec spec = TestJobs.spec(10, 0);
      long unused = one.submit(spec);
      runner.fail(spec);

      await(() -> one.load().running() == 0);
      assertThat(one.load().reservedBytes()).isZero();
      assertThat(one.heartbeat(spec.id()).getState()).isEqualTo(JobState.FAILED);
    }
  }

  @Test
  void cancelStopsARunningJobAndDeletesItsFolder() throws Exception {
    JobSpec spec = submitted(10, 0);

    assertThat(scheduler.cancel(spec.id(), "region closes")).isTrue();
    assertThat(heartbeat(spec).getState()).isEqualTo(JobState.CANCELLED);
    assertThat(heartbeat(spec).getMessage()).isEqualTo("region closes");
    await(() -> deleted.contains(spec.id()));
    await(() -> scheduler.load().running() == 0);
    assertThat(scheduler.load().reservedBytes()).isZero();
    assertThat(scheduler.cancel(spec.id(), "again")).isFalse();
    assertThat(scheduler.finish(spec.id())).isEqualTo(JobPhase.CANCELLED);
  }

  @Test
  void workerThatSwallowsTheFirstInterruptGetsAnotherOne() throws Exception {
    CountDownLatch swallowed = new CountDownLatch(1);
    CompactionRunner hardOfHearing =
        job -> {
          awaitInterrupt();
          swallowed.countDown();
          awaitInterrupt();
          throw new InterruptedIOException("interrupted twice");
        };
    try (JobScheduler one =
        new JobScheduler(
            new JobScheduler.Limits(1, 2, 100, 0),
            ticker,
            hardOfHearing,
            spec -> deleted.add(spec.id()),
            events,
            kept::get)) {
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

  private static void awaitInterrupt() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      return; // and the flag is gone
    }
    throw new AssertionError("nobody opens it");
  }

  @Test
  void operatorsCancelIsToldToTheRegionServerAndSparesACompleteJob() throws Exception {
    JobSpec complete = submitted(10, 0);
    runner.succeed(complete);
    awaitState(complete, JobState.COMPLETED);
    JobSpec running = submitted(60, 0);
    JobSpec waiting = submitted(60, 0);

    assertThat(scheduler.cancelForOperator(complete.id(), "stop")).isFalse();
    assertThat(scheduler.cancelForOperator(waiting.id(), "stop")).isTrue();
    assertThat(scheduler.cancelForOperator(running.id(), "stop")).isTrue();
    assertThat(scheduler.cancelForOperator(CompactionJobId.random(), "stop")).isFalse();

    for (JobSpec cancelled : List.of(running, waiting)) {
      assertThat(heartbeat(cancelled).getState()).isEqualTo(JobState.CANCELLED);
      assertThat(heartbeat(cancelled).getCancelledByOperator()).isTrue();
      assertThat(heartbeat(cancelled).getMessage()).isEqualTo("stop");
    }
    assertThat(scheduler.finish(complete.id())).isEqualTo(JobPhase.DONE);
    JobSpec other = submitted(10, 0);
    scheduler.cancel(other.id(), "region closes");
    assertThat(heartbeat(other).getCancelledByOperator()).isFalse();
  }

  @Test
  void clearingATableCancelsWhatWaitsAndStartsNothingOfIt() throws Exception {
    JobSpec running = submitted(60, 0);
    JobSpec first = submitted(60, 0);
    JobSpec second = submitted(20, 5); // it fits
    awaitState(second, JobState.COMPACTING);
    JobSpec third = submitted(30, 0);

    assertThat(scheduler.cancelQueuedForOperator(TableName.valueOf("other"), "clear")).isEmpty();
    assertThat(scheduler.cancelQueuedForOperator(TestJobs.TABLE.getTableName(), "clear"))
        .containsExactlyInAnyOrder(first.id(), third.id());

    assertThat(heartbeat(first).getCancelledByOperator()).isTrue();
    assertThat(heartbeat(running).getState()).isEqualTo(JobState.COMPACTING);
    assertThat(heartbeat(second).getState()).isEqualTo(JobState.COMPACTING);
    assertThat(scheduler.load().queued()).isZero();
  }

  @Test
  void reportSaysWhatAJobWaitsFor() throws Exception {
    JobSpec running = submitted(60, 0);
    JobSpec tooBig = submitted(60, 0);
    awaitState(running, JobState.COMPACTING);
    assertThat(waitingFor(running)).isEqualTo(WaitingFor.NOTHING);
    assertThat(waitingFor(tooBig)).isEqualTo(WaitingFor.MEMORY);

    JobSpec second = submitted(20, 0);
    awaitState(second, JobState.COMPACTING);
    assertThat(waitingFor(tooBig)).isEqualTo(WaitingFor.THREAD);
    assertThat(scheduler.load().expectedWaitMs()).isPositive();
  }

  @Test
  void jobWaitsForItsDataNodeUntilOtherServersLeaveIt() throws Exception {
    try (JobScheduler capped =
        new JobScheduler(
            new JobScheduler.Limits(2, 2, 100, 1),
            ticker,
            runner,
            spec -> deleted.add(spec.id()),
            events,
            kept::get)) {
      capped.dataNodesElsewhere(Map.of("dn1", 1));
      JobSpec spec = TestJobs.spec(10, 0, List.of("dn1"));
      capped.submit(spec);
      assertThat(capped.load().jobs().get(0).getWaitingFor()).isEqualTo(WaitingFor.DATANODE);
      assertThat(capped.load().jobs().get(0).getDatanodeList()).containsExactly("dn1");

      capped.dataNodesElsewhere(Map.of());

      await(() -> capped.heartbeat(spec.id()).getState() == JobState.COMPACTING);
      assertThat(capped.load().jobs().get(0).getDatanodeList()).containsExactly("dn1");
    }
  }

  @Test
  void cancelTakesAWaitingJobOutOfTheQueue() throws Exception {
    submitted(60, 0);
    JobSpec waiting = submitted(60, 0);
    assertThat(heartbeat(waiting).getState()).isEqualTo(JobState.QUEUED);

    scheduler.cancel(waiting.id(), "not needed");

    assertThat(scheduler.load().queued()).isZero();
    assertThat(deleted).as("it never wrote anything").isEmpty();
  }

  @Test
  void cancelOfACompletedJobDeletesItsOutput() throws Exception {
    JobSpec spec = submitted(10, 0);
    runner.succeed(spec);
    awaitState(spec, JobState.COMPLETED);

    scheduler.cancel(spec.id(), "output refused");

    await(() -> deleted.contains(spec.id()));
    assertThat(scheduler.finish(spec.id())).isEqualTo(JobPhase.CANCELLED);
  }

  @Test
  void silenceOfTheRegionServerCancelsInEveryPhase() throws Exception {
    JobSpec completed = submitted(10, 0);
    runner.succeed(completed);
    awaitState(completed, JobState.COMPLETED);
    JobSpec running = submitted(60, 0);
    JobSpec waiting = submitted(60, 0);

    ticker.advance(TestJobs.HEARTBEAT_TIMEOUT_MS);
    scheduler.sweep();
    assertThat(scheduler.load().jobs()).as("not a moment too early").hasSize(3);
    heartbeat(running);
    ticker.advance(1);
    scheduler.sweep();

    assertThat(scheduler.load().jobs()).hasSize(1);
    assertThat(heartbeat(waiting).getMessage()).contains("no heartbeat");
    await(() -> deleted.contains(completed.id()));
    ticker.advance(TestJobs.HEARTBEAT_TIMEOUT_MS + 1);
    scheduler.sweep();
    await(() -> deleted.contains(running.id()));
    assertThat(deleted).doesNotContain(waiting.id());
    assertThat(events.cancelled).hasValue(3);
  }

  /** A table's owner says how long it is, and the queue is everybody's. */
  @Test
  void leaseIsNoLongerThanFiveMinutesWhateverTheRequestSays() throws Exception {
    long fiveMinutes = TimeUnit.MINUTES.toMillis(5);
    SubmitRequest.Builder request =
        TestJobs.request()
            .setHeartbeatTimeoutMs(TimeUnit.DAYS.toMillis(24))
            .setDeadlineMs(TimeUnit.DAYS.toMillis(24));
    JobSpec spec = TestJobs.spec(request.build(), 10, List.of());
    scheduler.submit(spec);
    runner.succeed(spec);
    awaitState(spec, JobState.COMPLETED);

    ticker.advance(fiveMinutes);
    scheduler.sweep();
    assertThat(heartbeat(spec).getState()).isEqualTo(JobState.COMPLETED);
    ticker.advance(fiveMinutes + 1);
    scheduler.sweep();

    assertThat(heartbeat(spec).getState()).isEqualTo(JobState.CANCELLED);
    await(() -> deleted.contains(spec.id()));
  }

  @Test
  void deadlineCancelsDespiteHeartbeats() throws Exception {
    JobSpec spec = submitted(10, 0);
    for (long t = 0; t <= TestJobs.DEADLINE_MS; t += TestJobs.HEARTBEAT_TIMEOUT_MS / 2) {
      assertThat(heartbeat(spec).getState()).isEqualTo(JobState.COMPACTING);
      scheduler.sweep();
      ticker.advance(TestJobs.HEARTBEAT_TIMEOUT_MS / 2);
    }
    scheduler.sweep();

    assertThat(heartbeat(spec).getState()).isEqualTo(JobState.CANCELLED);
    await(() -> deleted.contains(spec.id()));
  }

  @Test
  void fullQueueIsBusyAndTellsHowLong() throws Exception {
    submitted(60, 0);
    submitted(60, 0);
    submitted(60, 0);

    assertThatThrownBy(() -> submitted(60, -100))
        .asInstanceOf(type(RefusedException.class))
        .satisfies(
            refused -> {
              assertThat(refused.refusal()).isEqualTo(Refusal.BUSY);
              assertThat(refused.expectedWaitMs()).isPositive();
            });
  }

  @Test
  void nextJobStartsWhenMemoryIsFree() throws Exception {
    JobSpec first = submitted(60, 0);
    JobSpec second = submitted(60, 0);
    assertThat(heartbeat(second).hasExpectedWaitMs()).isTrue();

    runner.succeed(first);

    awaitState(second, JobState.COMPACTING);
    assertThat(scheduler.load().reservedBytes()).isEqualTo(60);
  }

  @Test
  void submitThatIsRepeatedIsOneJobAndAnIdIsNeverReused() throws Exception {
    JobSpec spec = submitted(10, 0);
    scheduler.submit(spec);
    assertThat(scheduler.load().jobs()).hasSize(1);

    scheduler.cancel(spec.id(), "enough");

    assertThatThrownBy(() -> scheduler.submit(spec))
        .asInstanceOf(type(RefusedException.class))
        .extracting(RefusedException::refusal)
        .isEqualTo(Refusal.INVALID);
  }

  @Test
  void unknownJobIsCancelled() {
    HeartbeatResponse answer = scheduler.heartbeat(CompactionJobId.random());

    assertThat(answer.getState()).isEqualTo(JobState.CANCELLED);
    assertThat(answer.getMessage()).contains("unknown job");
    assertThat(scheduler.finish(CompactionJobId.random())).isEqualTo(JobPhase.CANCELLED);
  }

  @Test
  void closeCancelsAllAndTakesNothingNew() throws Exception {
    JobSpec running = submitted(60, 0);
    JobSpec waiting = submitted(60, 0);

    scheduler.close();

    assertThat(deleted).containsExactly(running.id());
    assertThat(heartbeat(waiting).getState()).isEqualTo(JobState.CANCELLED);
    assertThatThrownBy(() -> submitted(1, 0))
        .asInstanceOf(type(RefusedException.class))
        .extracting(RefusedException::refusal)
        .isEqualTo(Refusal.DRAINING);
  }

  @Test
  void drainingRefusesNewJobsAndFinishesThoseInTheQueue() throws Exception {
    JobSpec running = submitted(60, 0);
    JobSpec waiting = submitted(60, 0);

    scheduler.drain(true);

    assertThatThrownBy(() -> submitted(1, 0))
        .asInstanceOf(type(RefusedException.class))
        .extracting(RefusedException::refusal)
        .isEqualTo(Refusal.DRAINING);
    assertThat(scheduler.submit(waiting)).as("sent twice, accepted before").isNotNegative();
    assertThat(scheduler.load().draining()).isTrue();
    for (JobSpec each : List.of(running, waiting)) {
      runner.succeed(each);
      awaitState(each, JobState.COMPLETED);
      assertThat(scheduler.isEmpty()).isFalse();
      assertThat(scheduler.finish(each.id())).isEqualTo(JobPhase.DONE);
    }
    await(scheduler::isEmpty);
  }

  @Test
  void undrainedSchedulerTakesJobsAgain() throws Exception {
    scheduler.drain(true);
    scheduler.drain(false);

    awaitState(submitted(10, 0), JobState.COMPACTING);
    assertThat(scheduler.load().draining()).isFalse();
  }

  @Test
  void schedulerIsEmptyOnlyWhenNothingIsKeptEither() {
    assertThat(scheduler.isEmpty()).isTrue();
    kept.set(1);
    assertThat(scheduler.isEmpty()).isFalse();
  }

  private JobSpec submitted(long bytes, int priority) throws RefusedException {
    JobSpec spec = TestJobs.spec(bytes, priority);
    scheduler.submit(spec);
    return spec;
  }

  private WaitingFor waitingFor(JobSpec spec) {
    return scheduler.load().jobs().stream()
        .filter(job -> job.getJobId().equals(spec.id().value()))
        .map(JobReport::getWaitingFor)
        .findAny()
        .orElseThrow();
  }

  private HeartbeatResponse heartbeat(JobSpec spec) {
    return scheduler.heartbeat(spec.id());
  }

  private void awaitState(JobSpec spec, JobState state) throws Exception {
    await(() -> heartbeat(spec).getState() == state);
  }

  private static void await(Waiter.Predicate<Exception> condition) throws Exception {
    assertThat(Waiter.waitFor(new Configuration(false), WAIT_MS, 5, false, condition))
        .as("milliseconds until the condition held")
        .isNotNegative();
  }

  private static final class Events implements JobEvents {
    final AtomicInteger failed = new AtomicInteger();
    final AtomicInteger cancelled = new AtomicInteger();

    @Override
    public void accepted() {}

    @Override
    public void started(long waitMs) {}

    @Override
    public void completed(long runMs, long bytesRead, long bytesWritten) {}

    @Override
    public void failed() {
      failed.incrementAndGet();
    }

    @Override
    public void cancelled() {
      cancelled.incrementAndGet();
    }
  }
}
