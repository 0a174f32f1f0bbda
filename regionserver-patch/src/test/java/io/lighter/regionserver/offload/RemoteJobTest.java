// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lighter.common.CompactionJobId;
import io.lighter.common.config.GroupFallback;
import io.lighter.common.protocol.LighterProtos.CancelRequest;
import io.lighter.common.protocol.LighterProtos.CancelResponse;
import io.lighter.common.protocol.LighterProtos.FetchChunkRequest;
import io.lighter.common.protocol.LighterProtos.FetchChunkResponse;
import io.lighter.common.protocol.LighterProtos.FinishRequest;
import io.lighter.common.protocol.LighterProtos.FinishResponse;
import io.lighter.common.protocol.LighterProtos.HeartbeatRequest;
import io.lighter.common.protocol.LighterProtos.HeartbeatResponse;
import io.lighter.common.protocol.LighterProtos.JobProgress;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.ListChunksRequest;
import io.lighter.common.protocol.LighterProtos.ListChunksResponse;
import io.lighter.common.protocol.LighterProtos.OutputFile;
import io.lighter.common.protocol.LighterProtos.Refusal;
import io.lighter.common.protocol.LighterProtos.ReleaseOutputRequest;
import io.lighter.common.protocol.LighterProtos.ReleaseOutputResponse;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import io.lighter.common.protocol.LighterProtos.SubmitResponse;
import io.lighter.regionserver.NoBuildJobs;
import io.lighter.regionserver.local.LocalReason;
import io.lighter.regionserver.local.OffloadFailedException;
import io.lighter.regionserver.local.OffloadFailedException.Next;
import io.lighter.regionserver.pressure.Pressure;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.exceptions.ConnectionClosedException;
import org.apache.hadoop.hbase.ipc.CallTimeoutException;
import org.apache.hadoop.hbase.ipc.FailedServerException;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcController;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RemoteJobTest {
  private static final ServerName SERVER = ServerName.valueOf("cs1", 16040, 1L);
  private static final ServerName REGION_SERVER = ServerName.valueOf("rs.example.org", 16020, 1);

  private static final OffloadSettings SETTINGS =
      new OffloadSettings(
          1,
          "default",
          GroupFallback.DEFAULT,
          Duration.ofSeconds(10),
          Duration.ofMinutes(2),
          Duration.ofHours(6),
          Duration.ofMinutes(10),
          Duration.ofSeconds(20),
          Duration.ofMillis(500),
          Duration.ZERO);

  private final ManualTiming timing = new ManualTiming();
  private final ScriptedServer server = new ScriptedServer();
  private final CompactionJobId id = CompactionJobId.random();
  private final List<JobProgress> moves = new ArrayList<>();
  private boolean urgent;
  private Pressure pressure = Pressure.UNKNOWN;

  @Test
  void completedJobReturnsItsOutputsAndIsNotCancelled() throws Exception {
    server.answers.add(state(JobState.QUEUED));
    server.answers.add(compacting(10));
    server.answers.add(compacting(10));
    server.answers.add(compacting(20));
    server.answers.add(completed("0123456789abcdef0123456789abcdef"));

    HeartbeatResponse answer = job(() -> true).run(request());

    assertThat(moves).extracting(JobProgress::getPercent).containsExactly(10, 20);
    assertThat(answer.getOutput(0).getName()).isEqualTo("0123456789abcdef0123456789abcdef");
    assertThat(server.cancelReasons).isEmpty();
  }

  @Test
  void heartbeatCarriesTheKnownPressureAndTheUrgency() throws Exception {
    server.answers.add(completed("0123456789abcdef0123456789abcdef"));
    pressure = new Pressure(OptionalDouble.of(3.14), OptionalDouble.empty());
    urgent = true;

    job(() -> true).run(request());

    assertThat(server.heartbeats)
        .containsExactly(
            HeartbeatRequest.newBuilder()
                .setJobId(id.value())
                .setWalSyncPercent(314)
                .setUrgent(true)
                .build());
  }

  @Test
  void unknownPressureIsAbsentAndNotZero() throws Exception {
    server.answers.add(completed("0123456789abcdef0123456789abcdef"));

    job(() -> true).run(request());

    assertThat(server.heartbeats.get(0).hasWalSyncPercent()).isFalse();
    assertThat(server.heartbeats.get(0).hasHandlerPercent()).isFalse();
  }

  @Test
  void jobWithoutProgressIsPolledEverMoreRarelyUpToTheInterval() throws Exception {
    for (int i = 0; i < 100; i++) {
      server.answers.add(state(JobState.QUEUED));
    }
    server.answers.add(completed("0123456789abcdef0123456789abcdef"));

    job(() -> true).run(request());

    List<Long> gaps = server.gapsMs();
    assertThat(gaps.get(0)).isEqualTo(10);
    assertThat(gaps.get(gaps.size() - 1)).isEqualTo(500);
    assertThat(gaps).isSorted();
  }

  @Test
  void jobNearItsEndIsPolledSoonButNotTooOftenForItsAge() throws Exception {
    for (int i = 0; i < 23; i++) {
      server.answers.add(state(JobState.QUEUED));
    }
    server.answers.add(compacting(50));
    server.answers.add(compacting(99));
    server.answers.add(completed("0123456789abcdef0123456789abcdef"));

    job(() -> true).run(request());

    List<Long> gaps = server.gapsMs();
    long ageMs = gaps.stream().mapToLong(gap -> gap).sum();
    assertThat(gaps.get(gaps.size() - 2)).isEqualTo(500);
    assertThat(gaps.get(gaps.size() - 1)).isBetween(ageMs / 43, ageMs / 40);
  }

  @ParameterizedTest
  @EnumSource(Refusal.class)
  void invalidRequestFallsBackToLocalAndOtherRefusalsToAnotherServer(Refusal refusal) {
    server.submitResponse = SubmitResponse.newBuilder().setRefusal(refusal).build();

    OffloadFailedException e = failure(job(() -> true));

    Next expected =
        switch (refusal) {
          case NOT_FOUND, INVALID -> Next.LOCAL;
          case DRAINING -> Next.SERVER_DRAINS;
          case BUSY, UNSUPPORTED, FORBIDDEN, REFUSAL_UNSPECIFIED -> Next.ANOTHER_SERVER;
        };
    assertThat(e.next()).isEqualTo(expected);
  }

  @Test
  void silentServerIsGivenUpAfterTheServerTimeoutAndSentACancel() {
    server.afterAnswers = new CallTimeoutException("no answer");
    server.callMillis = 2_000;
    server.answers.add(compacting(1));

    OffloadFailedException e = failure(job(() -> true));

    assertThat(e.reason()).isEqualTo(LocalReason.TIMEOUT);
    assertThat(e.next()).isEqualTo(Next.ANOTHER_SERVER);
    assertThat(timing.nowMillis()).isBetween(10_000L, 15_000L);
    assertThat(server.cancelReasons).hasSize(1);
  }

  @Test
  void serverThatMissesOneHeartbeatKeepsTheJob() throws Exception {
    server.answers.add(compacting(1));
    server.answers.add(new CallTimeoutException("a long pause"));
    server.answers.add(completed("0123456789abcdef0123456789abcdef"));

    assertThat(job(() -> true).run(request()).getState()).isEqualTo(JobState.COMPLETED);
  }

  @Test
  void deadServerIsGivenUpAtOnce() {
    server.answers.add(compacting(1));
    server.answers.add(new ConnectException("connection refused"));

    OffloadFailedException e = failure(job(() -> true));

    assertThat(e.reason()).isEqualTo(LocalReason.FAILED);
    assertThat(timing.nowMillis()).isLessThan(1_000);
  }

  @Test
  void failureOfABusyStoreAsksForALaterAttemptAndAnyOtherForAnotherServer() {
    HeartbeatResponse failed = state(JobState.FAILED);
    server.answers.add(failed.toBuilder().setStoreBusy(true).build());
    OffloadFailedException busy = failure(job(() -> true));
    server.answers.add(failed);
    OffloadFailedException other = failure(job(() -> true));

    assertThat(busy.reason()).isEqualTo(LocalReason.STORE_BUSY);
    assertThat(busy.next()).isEqualTo(Next.LATER);
    assertThat(other.reason()).isEqualTo(LocalReason.FAILED);
    assertThat(other.next()).isEqualTo(Next.ANOTHER_SERVER);
  }

  @Test
  void refusalOfABusyStoreAsksForALaterAttempt() {
    server.submitResponse =
        SubmitResponse.newBuilder().setRefusal(Refusal.BUSY).setStoreBusy(true).build();

    OffloadFailedException e = failure(job(() -> true));

    assertThat(e.reason()).isEqualTo(LocalReason.STORE_BUSY);
    assertThat(e.next()).isEqualTo(Next.LATER);
  }

  @Test
  void jobIsSubmittedAgainWhenAConnectionBreaksWhileItIsOpened() throws Exception {
    server.submitFailures.add(new ClosedChannelException());
    for (int i = 0; i < 3; i++) {
      server.submitFailures.add(new FailedServerException("tried a moment ago"));
    }
    server.answers.add(completed("0123456789abcdef0123456789abcdef"));

    assertThat(job(() -> true).run(request()).getState()).isEqualTo(JobState.COMPLETED);
    assertThat(server.submitsMs).containsExactly(0L, 500L, 1_000L, 1_500L, 2_000L);
    assertThat(server.cancelReasons).isEmpty();
  }

  @Test
  void serverWithBreakingConnectionsIsGivenUpAfterThreeSeconds() {
    for (int i = 0; i < 10; i++) {
      server.submitFailures.add(new ConnectionClosedException("closed"));
    }

    OffloadFailedException e = failure(job(() -> true));

    assertThat(e.next()).isEqualTo(Next.ANOTHER_SERVER);
    assertThat(e.reason()).isEqualTo(LocalReason.FAILED);
    assertThat(timing.nowMillis()).isEqualTo(3_000);
  }

  @Test
  void jobIsNotSubmittedTwiceToADeadOrSilentServer() {
    server.submitFailures.add(new ConnectException("connection refused"));
    assertThat(failure(job(() -> true)).reason()).isEqualTo(LocalReason.FAILED);
    server.submitFailures.add(new CallTimeoutException("no answer"));
    assertThat(failure(job(() -> true)).reason()).isEqualTo(LocalReason.TIMEOUT);

    assertThat(server.submitsMs).hasSize(2);
  }

  @Test
  void jobOutlivesABrokenConnectionForALimitedTime() throws Exception {
    server.answers.add(compacting(1));
    server.answers.add(new ClosedChannelException());
    server.answers.add(new FailedServerException("tried a moment ago"));
    server.answers.add(completed("0123456789abcdef0123456789abcdef"));
    assertThat(job(() -> true).run(request()).getState()).isEqualTo(JobState.COMPLETED);

    server.afterAnswers = new FailedServerException("tried a moment ago");
    long startMs = timing.nowMillis();
    OffloadFailedException e = failure(job(() -> true));

    assertThat(e).hasMessageContaining("is gone");
    assertThat(timing.nowMillis() - startMs).isBetween(3_000L, 4_000L);
  }

  @Test
  void finishIsRepeatedOverAnotherConnectionIfOneBreaks() {
    server.finishFailures.add(new ConnectionClosedException("closed"));
    job(() -> true).finish();
    assertThat(server.finishes).isEqualTo(2);

    server.finishFailures.add(new ConnectionClosedException("closed"));
    server.finishFailures.add(new ConnectionClosedException("closed"));
    job(() -> true).finish();
    assertThat(server.finishes).isEqualTo(4);
  }

  @Test
  void finishIsNotRepeatedToASilentServer() {
    server.finishFailures.add(new CallTimeoutException("no answer"));
    job(() -> true).finish();

    assertThat(server.finishes).isEqualTo(1);
  }

  @Test
  void interruptDuringTheFinishCallIsRestored() {
    server.finishFailures.add(new InterruptedIOException("interrupted"));
    job(() -> true).finish();

    assertThat(server.finishes).isEqualTo(1);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void runningJobWithoutProgressIsGivenUpAfterTheStallTimeout() {
    server.afterAnswers = compacting(7);

    OffloadFailedException e = failure(job(() -> true));

    assertThat(e.reason()).isEqualTo(LocalReason.TIMEOUT);
    assertThat(e).hasMessageContaining("stands still");
    assertThat(timing.nowMillis()).isBetween(120_000L, 125_000L);
  }

  @Test
  void queuedJobOfAnUrgentStoreFallsBackToLocalSooner() {
    urgent = true;
    server.afterAnswers = state(JobState.QUEUED);

    OffloadFailedException e = failure(job(() -> true));

    assertThat(e.reason()).isEqualTo(LocalReason.BUSY);
    assertThat(e.next()).isEqualTo(Next.LOCAL);
    assertThat(timing.nowMillis()).isBetween(20_000L, 21_000L);
  }

  @Test
  void runningJobOfAnUrgentStoreContinues() throws Exception {
    urgent = true;
    for (int percent = 0; percent < 100; percent++) {
      server.answers.add(compacting(percent));
    }
    server.answers.add(completed("0123456789abcdef0123456789abcdef"));

    HeartbeatResponse answer = job(() -> true).run(request());

    assertThat(answer.getState()).isEqualTo(JobState.COMPLETED);
    assertThat(timing.nowMillis()).isGreaterThan(20_000);
  }

  @Test
  void queuedJobIsGivenUpAsBusyAfterTheMaximumWait() {
    server.afterAnswers = state(JobState.QUEUED);

    OffloadFailedException e = failure(job(() -> true));

    assertThat(e.reason()).isEqualTo(LocalReason.BUSY);
    assertThat(timing.nowMillis()).isBetween(600_000L, 605_000L);
    assertThat(server.cancelReasons).hasSize(1);
  }

  @Test
  void interruptDuringTheCancelCallIsRestored() {
    server.afterAnswers = state(JobState.QUEUED);
    server.cancelFailure = new InterruptedIOException();

    OffloadFailedException e = failure(job(() -> true));

    assertThat(Thread.interrupted()).isTrue();
    assertThat(e.reason()).isEqualTo(LocalReason.BUSY);
  }

  /** As a failed attempt, the interrupt would cause another attempt on a thread that has to end. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void interruptDuringACallEndsTheJobWithoutAFailedAttempt(boolean whileSubmitted) {
    if (whileSubmitted) {
      server.submitFailures.add(new InterruptedIOException("interrupted"));
    } else {
      server.answers.add(new InterruptedIOException("interrupted"));
    }
    server.afterAnswers = completed("0123456789abcdef0123456789abcdef");

    InterruptedIOException e =
        catchThrowableOfType(InterruptedIOException.class, () -> job(() -> true).run(request()));

    assertThat(e).hasMessage("interrupted");
    assertThat(server.submitsMs).hasSize(1);
    assertThat(server.heartbeatsMs).hasSize(whileSubmitted ? 0 : 1);
    assertThat(server.cancelReasons).hasSize(1);
  }

  @Test
  void failedJobHasTheServersMessage() {
    server.answers.add(
        HeartbeatResponse.newBuilder()
            .setState(JobState.FAILED)
            .setMessage("disk quota exceeded")
            .build());

    assertThat(failure(job(() -> true))).hasMessageContaining("disk quota exceeded");
  }

  @Test
  void jobCancelledByAnOperatorEndsTheCompactionWithoutAFailedAttempt() {
    server.answers.add(state(JobState.QUEUED));
    server.answers.add(
        HeartbeatResponse.newBuilder()
            .setState(JobState.CANCELLED)
            .setCancelledByOperator(true)
            .setMessage("table is dropped tomorrow")
            .build());

    OperatorCancelException e =
        catchThrowableOfType(OperatorCancelException.class, () -> job(() -> true).run(request()));

    assertThat(e).hasMessageContaining("by an operator: table is dropped tomorrow");
  }

  @Test
  void closingRegionEndsTheWaitWithinATenthOfASecondAndCancels() {
    server.afterAnswers = compacting(1);
    BooleanSupplier wanted = () -> timing.nowMillis() < 300;

    InterruptedIOException e =
        catchThrowableOfType(InterruptedIOException.class, () -> job(wanted).run(request()));

    assertThat(e).hasMessageContaining(id.value());
    assertThat(timing.nowMillis()).isBetween(300L, 400L);
    assertThat(server.cancelReasons).hasSize(1);
  }

  @Test
  void runningJobThatOutlivesItsRegionServerIsLeftWhenTheRegionCloses() {
    server.submitResponse = SubmitResponse.newBuilder().setOutlives(true).build();
    server.afterAnswers = compacting(1);
    RemoteJob job = job(() -> timing.nowMillis() < 300);

    assertThatExceptionOfType(InterruptedIOException.class).isThrownBy(() -> job.run(request()));

    assertThat(job.isLeft()).isTrue();
    assertThat(server.cancelReasons).isEmpty();
  }

  /** Only a job that runs is worth a grace, and only a region that closes gets another owner. */
  @Test
  void otherJobThatOutlivesItsRegionServerIsCancelled() {
    server.submitResponse = SubmitResponse.newBuilder().setOutlives(true).build();
    server.afterAnswers = state(JobState.QUEUED);
    RemoteJob waiting = job(() -> timing.nowMillis() < 300);
    assertThatExceptionOfType(InterruptedIOException.class)
        .isThrownBy(() -> waiting.run(request()));
    assertThat(waiting.isLeft()).isFalse();
    assertThat(server.cancelReasons).hasSize(1);

    server.answers.add(compacting(1));
    server.afterAnswers = new InterruptedIOException("compactions are switched off");
    RemoteJob interrupted = job(() -> true);
    assertThatExceptionOfType(InterruptedIOException.class)
        .isThrownBy(() -> interrupted.run(request()));
    assertThat(interrupted.isLeft()).isFalse();
    assertThat(server.cancelReasons).hasSize(2);
  }

  @Test
  void operatorsCancelLeavesNoJob() {
    server.submitResponse = SubmitResponse.newBuilder().setOutlives(true).build();
    server.answers.add(compacting(1));
    server.afterAnswers =
        HeartbeatResponse.newBuilder()
            .setState(JobState.CANCELLED)
            .setCancelledByOperator(true)
            .build();
    RemoteJob job = job(() -> server.heartbeats.size() < 2);

    assertThatExceptionOfType(OperatorCancelException.class).isThrownBy(() -> job.run(request()));

    assertThat(job.isLeft()).isFalse();
  }

  @Test
  void firstAnsweredHeartbeatAdoptsTheJobAndAllCallsNameTheRegionServer() throws Exception {
    server.answers.add(new CallTimeoutException("a long pause"));
    server.answers.add(compacting(1));
    server.answers.add(completed("0123456789abcdef0123456789abcdef"));
    RemoteJob job = job(() -> true);

    HeartbeatResponse answer = job.adopt();
    job.finish();

    assertThat(answer.getState()).isEqualTo(JobState.COMPLETED);
    assertThat(server.submitsMs).isEmpty();
    assertThat(server.heartbeats)
        .extracting(HeartbeatRequest::getAdopt)
        .containsExactly(true, true, false);
    assertThat(server.heartbeats)
        .extracting(HeartbeatRequest::getRegionServer)
        .containsOnly(REGION_SERVER.getServerName());
    assertThat(server.senders).containsExactly(REGION_SERVER.getServerName());
  }

  @Test
  void adoptedJobThatIsLostIsCancelledInTheNameOfItsOwner() {
    server.answers.add(state(JobState.FAILED));
    RemoteJob job = job(() -> true);

    assertThatExceptionOfType(OffloadFailedException.class).isThrownBy(job::adopt);

    assertThat(job.isLeft()).isFalse();
    assertThat(server.senders).containsExactly(REGION_SERVER.getServerName());
  }

  private OffloadFailedException failure(RemoteJob job) {
    return catchThrowableOfType(OffloadFailedException.class, () -> job.run(request()));
  }

  private RemoteJob job(BooleanSupplier wanted) {
    return new RemoteJob(
        id,
        SERVER,
        REGION_SERVER,
        timeout -> server,
        SETTINGS,
        wanted,
        () -> urgent,
        () -> pressure,
        timing,
        moves::add);
  }

  private SubmitRequest request() {
    return SubmitRequest.newBuilder().setJobId(id.value()).buildPartial();
  }

  private static HeartbeatResponse state(JobState state) {
    return HeartbeatResponse.newBuilder().setState(state).build();
  }

  private static HeartbeatResponse compacting(int percent) {
    return HeartbeatResponse.newBuilder()
        .setState(JobState.COMPACTING)
        .setProgress(
            JobProgress.newBuilder()
                .setCellsRead(percent)
                .setCellsWritten(percent)
                .setBytesRead(percent)
                .setBytesWritten(percent)
                .setPercent(percent))
        .build();
  }

  private static HeartbeatResponse completed(String name) {
    return HeartbeatResponse.newBuilder()
        .setState(JobState.COMPLETED)
        .addOutput(OutputFile.newBuilder().setName(name).setLength(1).setCells(1))
        .build();
  }

  /** A clock that advances only during sleeps and slow calls. */
  private static final class ManualTiming implements Timing {
    private long nanos;

    @Override
    public long nanoTime() {
      return nanos;
    }

    @Override
    public void sleep(long millis) {
      nanos += Duration.ofMillis(millis).toNanos();
    }

    long nowMillis() {
      return Duration.ofNanos(nanos).toMillis();
    }
  }

  /** A server that answers heartbeats from a list, then always with {@link #afterAnswers}. */
  private final class ScriptedServer extends NoBuildJobs {
    /** {@link HeartbeatResponse}s and {@link IOException}s. */
    final List<Object> answers = new ArrayList<>();

    final List<IOException> submitFailures = new ArrayList<>();
    final List<IOException> finishFailures = new ArrayList<>();
    final List<Long> submitsMs = new ArrayList<>();
    final List<String> cancelReasons = new ArrayList<>();
    final List<Long> heartbeatsMs = new ArrayList<>();
    final List<HeartbeatRequest> heartbeats = new ArrayList<>();
    SubmitResponse submitResponse = SubmitResponse.getDefaultInstance();
    Object afterAnswers = new ConnectException("the script is over");
    IOException cancelFailure;
    final List<String> senders = new ArrayList<>();
    int finishes;
    long callMillis;

    List<Long> gapsMs() {
      List<Long> gaps = new ArrayList<>();
      for (int i = 1; i < heartbeatsMs.size(); i++) {
        gaps.add(heartbeatsMs.get(i) - heartbeatsMs.get(i - 1));
      }
      return gaps;
    }

    @Override
    public SubmitResponse submit(RpcController controller, SubmitRequest request)
        throws ServiceException {
      submitsMs.add(timing.nowMillis());
      if (!submitFailures.isEmpty()) {
        throw new ServiceException(submitFailures.remove(0));
      }
      return submitResponse;
    }

    @Override
    public HeartbeatResponse heartbeat(RpcController controller, HeartbeatRequest request)
        throws ServiceException {
      heartbeatsMs.add(timing.nowMillis());
      heartbeats.add(request);
      Object answer = answers.isEmpty() ? afterAnswers : answers.remove(0);
      if (answer instanceof IOException failure) {
        timing.sleep(callMillis);
        throw new ServiceException(failure);
      }
      return (HeartbeatResponse) answer;
    }

    @Override
    public FinishResponse finish(RpcController controller, FinishRequest request)
        throws ServiceException {
      finishes++;
      senders.add(request.getRegionServer());
      if (!finishFailures.isEmpty()) {
        throw new ServiceException(finishFailures.remove(0));
      }
      return FinishResponse.newBuilder().setState(JobState.DONE).build();
    }

    @Override
    public CancelResponse cancel(RpcController controller, CancelRequest request)
        throws ServiceException {
      cancelReasons.add(request.getReason());
      senders.add(request.getRegionServer());
      if (cancelFailure != null) {
        throw new ServiceException(cancelFailure);
      }
      return CancelResponse.newBuilder().setCancelled(true).build();
    }

    @Override
    public ListChunksResponse listChunks(RpcController controller, ListChunksRequest request) {
      return ListChunksResponse.newBuilder().setKept(false).build();
    }

    @Override
    public FetchChunkResponse fetchChunk(RpcController controller, FetchChunkRequest request) {
      return FetchChunkResponse.getDefaultInstance();
    }

    @Override
    public ReleaseOutputResponse releaseOutput(
        RpcController controller, ReleaseOutputRequest request) {
      return ReleaseOutputResponse.getDefaultInstance();
    }
  }
}
