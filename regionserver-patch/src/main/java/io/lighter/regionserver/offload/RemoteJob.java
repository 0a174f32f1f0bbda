// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import static io.lighter.common.rpc.RpcCaller.call;

import io.lighter.common.CompactionJobId;
import io.lighter.common.protocol.LighterProtos.CancelRequest;
import io.lighter.common.protocol.LighterProtos.CompactionServerService;
import io.lighter.common.protocol.LighterProtos.FinishRequest;
import io.lighter.common.protocol.LighterProtos.HeartbeatRequest;
import io.lighter.common.protocol.LighterProtos.HeartbeatResponse;
import io.lighter.common.protocol.LighterProtos.JobProgress;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import io.lighter.common.protocol.LighterProtos.SubmitResponse;
import io.lighter.regionserver.local.LocalReason;
import io.lighter.regionserver.local.OffloadFailedException;
import io.lighter.regionserver.local.OffloadFailedException.Next;
import io.lighter.regionserver.pressure.Pressure;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.ServerName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One job on one compaction server, which is submitted, then polled until it is complete or given
 * up.
 *
 * <p>Used by one thread. A poll follows when about half of the remaining time has passed, at least
 * every {@code lighter.offload.poll.interval}. A short compaction thus ends promptly, and a long
 * one needs few polls. Each poll is also the heartbeat that keeps the job alive.
 */
final class RemoteJob {
  private static final Logger LOG = LoggerFactory.getLogger(RemoteJob.class);
  private static final long SHORTEST_POLL_MS = 10;
  private static final long LONGEST_PAUSE_MS = 100;

  /** Longer than the 2 s for which HBase's client avoids a server after a broken connection. */
  private static final Duration BROKEN_PATIENCE = Duration.ofSeconds(3);

  private static final long BROKEN_PAUSE_MS = 500;

  /** Poll interval as a fraction of the job's age, until the job first reports progress. */
  private static final int AGE_TO_FIRST_POLLS = 5;

  /** Least poll interval as a fraction of the job's age: closer polls cost more than they save. */
  private static final int AGE_TO_LAST_POLLS = 40;

  private final CompactionJobId id;
  private final ServerName server;
  private final String regionServer;
  private final CompactionServerService.BlockingInterface submitStub;
  private final CompactionServerService.BlockingInterface stub;
  private final OffloadSettings settings;
  private final BooleanSupplier wanted;
  private final BooleanSupplier urgent;
  private final Supplier<Pressure> pressure;
  private final Timing timing;
  private final Consumer<JobProgress> whenMoved;

  /** Whether the server goes on with the job for a grace, without heartbeats. */
  private boolean outlives;

  /** Whether the server must still learn that this region server is the job's owner. */
  private boolean adopting;

  /** Whether the server has said that the compactor runs. */
  private boolean compacting;

  private boolean left;
  private long startedNanos;
  private long lastAnswerNanos;
  private long lastMoveNanos;
  private JobProgress lastProgress = JobProgress.getDefaultInstance();

  /**
   * Prepares a job, without a call.
   *
   * @param regionServer this region server, which a job that outlives it has as its owner
   * @param stubs gives stubs of {@code server} by the longest time that a call may take
   * @param wanted evaluated at least every 100 ms between calls; false gives the job up
   * @param urgent whether the store delays writes soon; evaluated for each heartbeat
   * @param pressure load on this region server, which each heartbeat carries
   * @param whenMoved receives each progress, on this thread
   */
  RemoteJob(
      CompactionJobId id,
      ServerName server,
      ServerName regionServer,
      Function<Duration, CompactionServerService.BlockingInterface> stubs,
      OffloadSettings settings,
      BooleanSupplier wanted,
      BooleanSupplier urgent,
      Supplier<Pressure> pressure,
      Timing timing,
      Consumer<JobProgress> whenMoved) {
    this.id = id;
    this.server = server;
    this.regionServer = regionServer.getServerName();
    this.submitStub = stubs.apply(settings.serverTimeout());
    this.stub = stubs.apply(settings.callTimeout());
    this.settings = settings;
    this.wanted = wanted;
    this.urgent = urgent;
    this.pressure = pressure;
    this.timing = timing;
    this.whenMoved = whenMoved;
  }

  /**
   * Runs the job until its output is durable in the job's folder. Before any exception the job is
   * cancelled on the server, if the server answers, or left to the region's next owner ({@link
   * #isLeft}).
   *
   * @return the answer with the outputs
   * @throws OffloadFailedException if this server will not complete the job
   * @throws OperatorCancelException if the compaction must not run at all
   * @throws InterruptedIOException if the output is no longer wanted
   */
  HeartbeatResponse run(SubmitRequest request)
      throws OffloadFailedException, InterruptedIOException {
    return run(Optional.of(request));
  }

  /**
   * Adopts the job, which an earlier owner of the region has submitted, and waits as {@link
   * #run(SubmitRequest)} does.
   */
  HeartbeatResponse adopt() throws OffloadFailedException, InterruptedIOException {
    outlives = true;
    adopting = true;
    return run(Optional.empty());
  }

  private HeartbeatResponse run(Optional<SubmitRequest> request)
      throws OffloadFailedException, InterruptedIOException {
    startedNanos = timing.nanoTime();
    lastAnswerNanos = startedNanos;
    lastMoveNanos = startedNanos;
    boolean completed = false;
    String reason = "the region server gave it up";
    try {
      if (request.isPresent()) {
        submit(request.get());
      }
      HeartbeatResponse answer = awaitCompletion();
      completed = true;
      return answer;
    } catch (OffloadFailedException e) {
      reason = e.getMessage();
      throw e;
    } catch (OperatorCancelException e) {
      throw e;
    } catch (InterruptedIOException e) {
      left = outlives && (compacting || adopting) && !wanted.getAsBoolean();
      throw e;
    } finally {
      if (!completed && !left) {
        cancel(reason);
      }
    }
  }

  /** Whether the server goes on with the job for a grace, if no heartbeat comes. */
  boolean outlives() {
    return outlives;
  }

  /**
   * Whether the job was given up without a cancel, so that the region's next owner adopts it: the
   * region closes or this region server stops, and the compactor runs.
   */
  boolean isLeft() {
    return left;
  }

  /**
   * Tells the server that the region server owns the output, twice if the connection breaks. A
   * failure loses no data, since the output was moved out of the server's reach before. The server
   * then treats the job as given up, and retains nothing for the warm-up.
   */
  void finish() {
    try {
      try {
        sendFinish();
      } catch (IOException e) {
        if (!CallFailures.isBroken(e)) {
          throw e;
        }
        LOG.info("connection broke: {} server={} reason={}", id, server, CallFailures.inWords(e));
        sendFinish();
      }
    } catch (InterruptedIOException e) { // kept for the rest of this thread's work
      Thread.currentThread().interrupt();
      LOG.info(
          "interrupted before the server was told of the takeover: {} server={}", id, server, e);
    } catch (IOException e) {
      LOG.info("server not told of the takeover: {} server={}", id, server, e);
    }
  }

  private void sendFinish() throws IOException {
    FinishRequest.Builder request = FinishRequest.newBuilder().setJobId(id.value());
    if (outlives) {
      request.setRegionServer(regionServer);
    }
    call(() -> stub.finish(null, request.build()));
  }

  private void submit(SubmitRequest request) throws OffloadFailedException, InterruptedIOException {
    SubmitResponse response = answerTo(request);
    if (response.hasRefusal()) {
      throw refused(response);
    }
    outlives = response.getOutlives();
    lastAnswerNanos = timing.nanoTime();
  }

  /** Submits again over another connection if one breaks; the server accepts a job only once. */
  private SubmitResponse answerTo(SubmitRequest request)
      throws OffloadFailedException, InterruptedIOException {
    while (true) {
      try {
        return call(() -> submitStub.submit(null, request));
      } catch (InterruptedIOException e) {
        throw e;
      } catch (IOException e) {
        if (!CallFailures.isBroken(e) || since(startedNanos).compareTo(BROKEN_PATIENCE) >= 0) {
          throw new OffloadFailedException(
              CallFailures.reason(e),
              Next.ANOTHER_SERVER,
              server + " did not take the job: " + CallFailures.inWords(e),
              e);
        }
        LOG.info("connection broke: {} server={} reason={}", id, server, CallFailures.inWords(e));
      }
      pause(BROKEN_PAUSE_MS);
    }
  }

  private OffloadFailedException refused(SubmitResponse response) {
    String message = server + " refused: " + response.getRefusal() + ": " + response.getMessage();
    return switch (response.getRefusal()) { // no default: a new refusal needs a next action
      case BUSY ->
          response.getStoreBusy()
              ? new OffloadFailedException(LocalReason.STORE_BUSY, Next.LATER, message)
              : new OffloadFailedException(LocalReason.BUSY, Next.ANOTHER_SERVER, message);
      case DRAINING ->
          new OffloadFailedException(LocalReason.DRAINING, Next.SERVER_DRAINS, message);
      case UNSUPPORTED, FORBIDDEN, REFUSAL_UNSPECIFIED ->
          new OffloadFailedException(LocalReason.REFUSED, Next.ANOTHER_SERVER, message);
      case NOT_FOUND, INVALID ->
          new OffloadFailedException(LocalReason.REFUSED, Next.LOCAL, message);
    };
  }

  private HeartbeatResponse awaitCompletion()
      throws OffloadFailedException, InterruptedIOException {
    while (true) {
      HeartbeatResponse answer = heartbeat();
      if (answer != null) {
        switch (answer.getState()) { // no default: a new state needs a decision
          case QUEUED -> checkQueued();
          case COMPACTING -> {
            compacting = true;
            checkMoving(answer.getProgress());
          }
          case COMPLETED -> {
            return answer;
          }
          case FAILED, CANCELLED, DONE, JOB_STATE_UNSPECIFIED -> throwEnded(answer);
        }
      }
      checkAge();
      pause(pollMillis());
    }
  }

  private void throwEnded(HeartbeatResponse answer)
      throws OffloadFailedException, OperatorCancelException {
    if (answer.getCancelledByOperator()) {
      throw new OperatorCancelException("by an operator: " + answer.getMessage());
    }
    throw new OffloadFailedException(
        answer.getStoreBusy() ? LocalReason.STORE_BUSY : LocalReason.FAILED,
        answer.getStoreBusy() ? Next.LATER : Next.ANOTHER_SERVER,
        server + ": " + answer.getState() + ": " + answer.getMessage());
  }

  /** Returns the server's answer; null if the call failed and the server is not given up yet. */
  private HeartbeatResponse heartbeat() throws OffloadFailedException, InterruptedIOException {
    try {
      HeartbeatRequest.Builder request =
          HeartbeatRequest.newBuilder().setJobId(id.value()).setUrgent(urgent.getAsBoolean());
      pressure.get().addTo(request);
      if (outlives) {
        request.setRegionServer(regionServer).setAdopt(adopting);
      }
      HeartbeatResponse answer = call(() -> stub.heartbeat(null, request.build()));
      adopting = false;
      lastAnswerNanos = timing.nanoTime();
      return answer;
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      Duration silence = since(lastAnswerNanos);
      if (CallFailures.isGone(e)
          || (CallFailures.isBroken(e) && silence.compareTo(BROKEN_PATIENCE) >= 0)) {
        throw new OffloadFailedException(
            LocalReason.FAILED,
            Next.ANOTHER_SERVER,
            server + " is gone: " + CallFailures.inWords(e),
            e);
      }
      if (silence.compareTo(settings.serverTimeout()) >= 0) {
        throw new OffloadFailedException(
            LocalReason.TIMEOUT,
            Next.ANOTHER_SERVER,
            server + " has not answered for " + settings.serverTimeout().toMillis() + " ms",
            e);
      }
      LOG.info(
          "heartbeat not answered: {} server={} reason={}", id, server, CallFailures.inWords(e));
      return null;
    }
  }

  private void checkQueued() throws OffloadFailedException {
    lastMoveNanos = timing.nanoTime();
    if (since(startedNanos).compareTo(settings.maxWait()) >= 0) {
      throw new OffloadFailedException(
          LocalReason.BUSY,
          Next.ANOTHER_SERVER,
          "still queued at " + server + " after " + settings.maxWait().toMillis() + " ms");
    }
    // More urgent jobs go first, or the group has too few servers.
    if (since(startedNanos).compareTo(settings.maxWaitUrgent()) >= 0 && urgent.getAsBoolean()) {
      throw new OffloadFailedException(
          LocalReason.BUSY,
          Next.LOCAL,
          "still queued at " + server + ", and the store is about to delay writes");
    }
  }

  private void checkMoving(JobProgress progress) throws OffloadFailedException {
    if (!progress.equals(lastProgress)) {
      lastProgress = progress;
      whenMoved.accept(progress);
      lastMoveNanos = timing.nanoTime();
    } else if (since(lastMoveNanos).compareTo(settings.stallTimeout()) >= 0) {
      throw new OffloadFailedException(
          LocalReason.TIMEOUT,
          Next.ANOTHER_SERVER,
          "stands still at " + server + " for " + settings.stallTimeout().toMillis() + " ms");
    }
  }

  private void checkAge() throws OffloadFailedException {
    if (since(startedNanos).compareTo(settings.jobTimeout()) >= 0) {
      throw new OffloadFailedException(
          LocalReason.TIMEOUT,
          Next.LOCAL,
          "not complete at " + server + " after " + settings.jobTimeout().toMillis() + " ms");
    }
  }

  /**
   * Poll interval: half of the remaining time, estimated from the job's own progress. A job that
   * has read all inputs reports 99 % until it has finished, so the interval is at least a fortieth
   * of the job's age.
   */
  private long pollMillis() {
    long ageMs = since(startedNanos).toMillis();
    int percent = lastProgress.getPercent();
    long wait = percent > 0 ? ageMs * (100 - percent) / percent / 2 : ageMs / AGE_TO_FIRST_POLLS;
    long shortest = Math.max(SHORTEST_POLL_MS, ageMs / AGE_TO_LAST_POLLS);
    return Math.min(settings.longestPoll().toMillis(), Math.max(shortest, wait));
  }

  private void pause(long millis) throws InterruptedIOException {
    long remainingMs = millis;
    do {
      if (!wanted.getAsBoolean()) {
        throw new InterruptedIOException("the region closes; " + id + " is given up");
      }
      long stepMs = Math.min(LONGEST_PAUSE_MS, remainingMs);
      try {
        timing.sleep(stepMs);
      } catch (InterruptedException e) {
        throw new InterruptedIOException("interrupted while waiting for " + id);
      }
      remainingMs -= stepMs;
    } while (remainingMs > 0);
  }

  private void cancel(String reason) {
    try {
      CancelRequest.Builder request =
          CancelRequest.newBuilder().setJobId(id.value()).setReason(reason);
      if (outlives) {
        request.setRegionServer(regionServer);
      }
      call(() -> stub.cancel(null, request.build()));
    } catch (InterruptedIOException e) { // no other server is tried then
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      LOG.info("cannot cancel job, its folder is deleted: {} server={}", id, server, e);
    }
  }

  private Duration since(long nanos) {
    return Duration.ofNanos(timing.nanoTime() - nanos);
  }
}
