// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lighter.common.protocol.LighterProtos.AskBuildJobResponse;
import io.lighter.common.protocol.LighterProtos.AskBuildJobResponse.State;
import io.lighter.common.protocol.LighterProtos.BuildJobReport;
import io.lighter.common.protocol.LighterProtos.Refusal;
import io.lighter.common.protocol.LighterProtos.SubmitBuildJobRequest;
import io.lighter.index.admin.IndexRefusedException;
import io.lighter.index.build.BuildJob;
import io.lighter.index.build.BuildJobId;
import io.lighter.server.job.RefusedException;
import io.lighter.testing.fixtures.ManualClock;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Waiter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BuildJobPoolTest {
  private static final long WAIT_S = 60;
  private static final long POLL_MS = 10;
  private static final Duration BEFORE_THE_END = BuildJobPool.LEASE.minusMillis(1);

  private final ManualClock clock = new ManualClock();
  private final Counts counts = new Counts();
  private final Map<BuildJobId, LinkedBlockingQueue<Object>> ends = new ConcurrentHashMap<>();
  private final LinkedBlockingQueue<BuildJobId> started = new LinkedBlockingQueue<>();
  private final LinkedBlockingQueue<BuildJobId> interrupted = new LinkedBlockingQueue<>();
  private final BuildJobPool pool = new BuildJobPool(2, clock, this::work, counts);

  /** Counts events. */
  private static final class Counts implements BuildJobEvents {
    final AtomicInteger started = new AtomicInteger();
    final AtomicInteger entries = new AtomicInteger();
    final AtomicInteger failed = new AtomicInteger();
    final AtomicInteger cancelled = new AtomicInteger();

    @Override
    public void buildJobStarted() {
      started.incrementAndGet();
    }

    @Override
    public void buildJobCompleted(long written) {
      entries.addAndGet((int) written);
    }

    @Override
    public void buildJobFailed() {
      failed.incrementAndGet();
    }

    @Override
    public void buildJobCancelled() {
      cancelled.incrementAndGet();
    }
  }

  /** Runs a job until the test says how it ends. */
  private BuildJob.Result work(BuildJob job, LongAdder done) throws IOException {
    done.add(7);
    started.add(job.id());
    try {
      Object end = ends(job.id()).take();
      if (end instanceof IOException failure) {
        throw failure;
      }
      return new BuildJob.Result((Integer) end, Optional.of("attempt"));
    } catch (InterruptedException e) {
      interrupted.add(job.id());
      throw new InterruptedIOException("given up");
    }
  }

  private LinkedBlockingQueue<Object> ends(BuildJobId id) {
    return ends.computeIfAbsent(id, key -> new LinkedBlockingQueue<>());
  }

  private static SubmitBuildJobRequest request(int number) {
    return BuildJobRequests.merge().setJobId("bj-%020x".formatted(number)).build();
  }

  private BuildJobId submit(int number) throws Exception {
    return submit(request(number));
  }

  private BuildJobId submit(SubmitBuildJobRequest request) throws Exception {
    BuildJob job =
        new BuildJobValidator(new BuildJobFuzzTest.EveryBuild(), new Path("/hbase"))
            .validate(request);
    pool.submit(job, request);
    return job.id();
  }

  private BuildJobId running(int number) throws Exception {
    BuildJobId id = submit(number);
    assertThat(started.poll(WAIT_S, TimeUnit.SECONDS)).isEqualTo(id);
    return id;
  }

  private AskBuildJobResponse ended(BuildJobId id) {
    await(() -> pool.ask(id).getState() != State.RUNNING);
    return pool.ask(id);
  }

  private void awaitEmpty() {
    await(pool::isEmpty);
  }

  private static void await(BooleanSupplier condition) {
    assertThat(
            Waiter.waitFor(
                new Configuration(false), WAIT_S * 1_000, POLL_MS, false, condition::getAsBoolean))
        .as("milliseconds until the condition held")
        .isNotNegative();
  }

  private void assertRefused(int number, Refusal refusal) {
    assertThatExceptionOfType(RefusedException.class)
        .isThrownBy(() -> submit(number))
        .satisfies(e -> assertThat(e.refusal()).isEqualTo(refusal));
  }

  @AfterEach
  void close() {
    pool.close();
    assertThat(pool.isEmpty()).isTrue();
  }

  @Test
  void jobRunsAndTellsItsEnd() throws Exception {
    BuildJobId id = running(1);
    assertThat(pool.ask(id).getState()).isEqualTo(State.RUNNING);
    assertThat(pool.ask(id).getDone()).isEqualTo(7);
    clock.advance(Duration.ofSeconds(3));
    assertThat(pool.reports())
        .singleElement()
        .satisfies(
            job -> {
              assertThat(job.getJobId()).isEqualTo(id.value());
              assertThat(job.getBuildId()).isEqualTo(BuildJobRequests.BUILD);
              assertThat(job.getKind()).isEqualTo("merge");
              assertThat(job.getSubject()).as("the first row").isEmpty();
              assertThat(job.getState()).isEqualTo(State.RUNNING);
              assertThat(job.getDone()).isEqualTo(7);
              assertThat(job.getRunningMs()).isEqualTo(3_000);
              assertThat(job.hasEndedMsAgo()).isFalse();
            });

    ends(id).add(5);

    assertThat(ended(id).getState()).isEqualTo(State.COMPLETED);
    assertThat(ended(id).getEntries()).isEqualTo(5);
    assertThat(ended(id).getAttempt()).isEqualTo("attempt");
    assertThat(counts.entries).hasValue(5);
    awaitEmpty();
  }

  /** The mutants "without an end" and "the time of an ended job goes on" fail here. */
  @Test
  void endedJobIsReportedForSomeMinutes() throws Exception {
    BuildJobId id = running(1);
    clock.advance(Duration.ofSeconds(3));
    ends(id).add(5);
    assertThat(ended(id).getState()).isEqualTo(State.COMPLETED);
    BuildJobId failing = running(2);
    ends(failing).add(new IOException("disk\nfull"));
    assertThat(ended(failing).getState()).isEqualTo(State.FAILED);
    clock.advance(BuildJobPool.REPORTED.minusMillis(1));
    pool.sweep();

    assertThat(pool.ask(id).getMessage()).as("no longer known").isEqualTo("unknown job " + id);
    assertThat(pool.reports())
        .extracting(BuildJobReport::getState)
        .containsExactly(State.COMPLETED, State.FAILED);
    BuildJobReport completed = pool.reports().get(0);
    assertThat(completed.getJobId()).isEqualTo(id.value());
    assertThat(completed.getEntries()).isEqualTo(5);
    assertThat(completed.getRunningMs()).isEqualTo(3_000);
    assertThat(completed.getEndedMsAgo()).isEqualTo(BuildJobPool.REPORTED.toMillis() - 1);
    assertThat(completed.hasMessage()).isFalse();
    assertThat(pool.reports().get(1).getMessage()).isEqualTo("disk full");
    assertThat(pool.reports().get(1).hasEntries()).isFalse();

    clock.advance(Duration.ofMillis(1));
    pool.sweep();
    assertThat(pool.reports()).isEmpty();
  }

  @Test
  void onlyTheLastEndedJobsAreReportedAndTheirTextsAreCut() throws Exception {
    int jobs = BuildJobPool.MOST_REPORTED + 3;
    for (int i = 1; i <= jobs; i++) {
      BuildJobId id = running(i);
      ends(id).add(new IOException("x".repeat(10_000)));
      assertThat(ended(id).getState()).isEqualTo(State.FAILED);
      awaitEmpty();
    }

    assertThat(pool.reports())
        .hasSize(BuildJobPool.MOST_REPORTED)
        .allSatisfy(job -> assertThat(job.getSerializedSize()).isLessThan(500))
        .last()
        .satisfies(job -> assertThat(job.getJobId()).isEqualTo("bj-%020x".formatted(jobs)));
  }

  @Test
  void jobThatReadsIsReportedWithItsRegion() throws Exception {
    BuildJobId id = submit(BuildJobRequests.read().setJobId("bj-%020x".formatted(1)).build());

    assertThat(pool.reports())
        .singleElement()
        .satisfies(
            job -> {
              assertThat(job.getJobId()).isEqualTo(id.value());
              assertThat(job.getKind()).isEqualTo("read");
              assertThat(job.getSubject()).isEqualTo(BuildJobRequests.REGION.getEncodedName());
            });
  }

  @Test
  void failureAndRefusalTravelWithTheirMessages() throws Exception {
    BuildJobId failing = running(1);
    ends(failing).add(new IOException("disk\nfull"));
    BuildJobId refused = running(2);
    ends(refused).add(new IndexRefusedException(List.of("row 'x' is too long")));

    assertThat(ended(failing).getState()).isEqualTo(State.FAILED);
    assertThat(ended(failing).getMessage()).isEqualTo("disk full");
    assertThat(ended(refused).getState()).isEqualTo(State.REFUSED);
    assertThat(ended(refused).getMessage()).isEqualTo("row 'x' is too long");
    assertThat(counts.failed).hasValue(2);
  }

  /** The mutant "a known id starts again" fails here. */
  @Test
  void requestThatIsRepeatedIsTheSameJob() throws Exception {
    BuildJobId id = running(1);

    assertThat(submit(1)).isEqualTo(id);
    ends(id).add(3);
    assertThat(ended(id).getState()).isEqualTo(State.COMPLETED);
    assertThat(submit(1)).isEqualTo(id);

    assertThat(pool.ask(id).getEntries()).isEqualTo(3);
    assertThat(counts.started).hasValue(1);
    assertThatExceptionOfType(RefusedException.class)
        .isThrownBy(() -> submit(request(1).toBuilder().setIndex("other").build()))
        .withMessageContaining("was used before");
  }

  @Test
  void jobWithoutAThreadIsRefusedAsBusy() throws Exception {
    BuildJobId first = running(1);
    running(2);

    assertRefused(3, Refusal.BUSY);

    ends(first).add(0);
    assertThat(ended(first).getState()).isEqualTo(State.COMPLETED);
    await(() -> pool.running() == 1);
    running(3);
  }

  /** The mutant "leases do not end" fails here. */
  @Test
  void jobThatNobodyAsksForIsInterruptedAndForgotten() throws Exception {
    BuildJobId id = running(1);
    clock.advance(BEFORE_THE_END);
    pool.sweep();
    assertThat(pool.ask(id).getState()).as("asked for in time").isEqualTo(State.RUNNING);
    clock.advance(BEFORE_THE_END);
    pool.sweep();
    assertThat(pool.reports()).as("its lease was renewed").hasSize(1);

    clock.advance(Duration.ofMillis(1));
    pool.sweep();

    assertThat(interrupted.poll(WAIT_S, TimeUnit.SECONDS)).isEqualTo(id);
    assertThat(pool.ask(id).getState()).isEqualTo(State.CANCELLED);
    assertThat(pool.ask(id).getMessage()).isEqualTo("nobody has asked for it in 30 s");
    assertThat(counts.cancelled).hasValue(1);
    assertThat(counts.failed).hasValue(0);
    awaitEmpty();

    clock.advance(BuildJobPool.LEASE);
    pool.sweep();
    assertThat(pool.ask(id).getMessage()).isEqualTo("unknown job " + id);
  }

  @Test
  void cancelledJobIsInterruptedAndFreesItsThread() throws Exception {
    BuildJobId id = running(1);

    assertThat(pool.cancel(id, "test")).isTrue();
    assertThat(pool.cancel(id, "test")).as("again").isFalse();

    assertThat(interrupted.poll(WAIT_S, TimeUnit.SECONDS)).isEqualTo(id);
    awaitEmpty();
    BuildJobId next = running(2);
    ends(next).add(1);
    assertThat(ended(next).getState())
        .as("its thread is not interrupted")
        .isEqualTo(State.COMPLETED);
  }

  @Test
  void drainingPoolTakesNoJobAndIsEmptyOnceTheLastOneHasEnded() throws Exception {
    BuildJobId id = running(1);

    pool.drain(true);

    assertRefused(2, Refusal.DRAINING);
    assertThat(submit(1)).as("repeated").isEqualTo(id);
    assertThat(pool.isEmpty()).isFalse();
    ends(id).add(1);
    awaitEmpty();
    pool.drain(false);
    running(2);
  }

  @Test
  void poolWithoutThreadsRefusesEveryJob() throws Exception {
    try (BuildJobPool none = new BuildJobPool(0, clock, this::work, counts)) {
      SubmitBuildJobRequest request = request(1);
      BuildJob job =
          new BuildJobValidator(new BuildJobFuzzTest.EveryBuild(), new Path("/hbase"))
              .validate(request);
      assertThatExceptionOfType(RefusedException.class)
          .isThrownBy(() -> none.submit(job, request))
          .withMessageContaining("lighter.server.index.build.threads of this server is 0")
          .satisfies(e -> assertThat(e.refusal()).isEqualTo(Refusal.UNSUPPORTED));
    }
  }

  @Test
  void closeInterruptsJobsAndRefusesNewOnes() throws Exception {
    BuildJobId id = running(1);

    pool.close();

    assertThat(interrupted.poll(WAIT_S, TimeUnit.SECONDS)).isEqualTo(id);
    assertRefused(2, Refusal.DRAINING);
  }
}
