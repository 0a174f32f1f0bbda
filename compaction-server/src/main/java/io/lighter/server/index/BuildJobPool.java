// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.index;

import io.lighter.common.MonotonicClock;
import io.lighter.common.PrestartedThreads;
import io.lighter.common.protocol.LighterProtos.AskBuildJobResponse;
import io.lighter.common.protocol.LighterProtos.AskBuildJobResponse.State;
import io.lighter.common.protocol.LighterProtos.BuildJobReport;
import io.lighter.common.protocol.LighterProtos.Refusal;
import io.lighter.common.protocol.LighterProtos.SubmitBuildJobRequest;
import io.lighter.index.admin.IndexRefusedException;
import io.lighter.index.build.BuildJob;
import io.lighter.index.build.BuildJobId;
import io.lighter.server.job.RefusedException;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs jobs of index builds, a bounded number at a time; no job waits for a thread. A job for which
 * nobody asks within {@link #LEASE} is cancelled. An ended job is remembered for as long, so that
 * the command learns its end.
 *
 * <p>Thread-safe; {@code this} is the one lock, and no I/O happens under it. A cancelled job keeps
 * its thread until it has stopped.
 */
public final class BuildJobPool implements Closeable {
  /** The time after the last call for a job after which it is cancelled, or forgotten. */
  public static final Duration LEASE = Duration.ofSeconds(30);

  private static final Logger LOG = LoggerFactory.getLogger(BuildJobPool.class);
  private static final long CLOSE_SECONDS = 10;
  private static final int LONGEST_MESSAGE = 1_000;

  /** Names a row, of which each byte may take four characters. */
  private static final int LONGEST_REFUSAL = 200_000;

  /** Ended jobs that are remembered; beyond that, the oldest one is forgotten. */
  static final int MOST_ENDED = 1_000;

  /** The time for which an ended job is reported. */
  static final Duration REPORTED = Duration.ofMinutes(5);

  /** Ended jobs that are reported; beyond that, the last ones. */
  static final int MOST_REPORTED = 20;

  /** Characters of a row or a message in a report. */
  private static final int LONGEST_REPORTED = 200;

  private final int threads;
  private final MonotonicClock clock;
  private final Work work;
  private final BuildJobEvents events;
  private final ExecutorService workers;

  // All below: guarded by this.
  private final Map<BuildJobId, Entry> jobs = new LinkedHashMap<>();
  private final Deque<Ended> recent = new ArrayDeque<>();
  private int busyThreads;
  private boolean draining;
  private boolean closed;

  /** Runs a job in this thread, until it is interrupted. */
  @FunctionalInterface
  public interface Work {
    /**
     * Runs a job.
     *
     * @param done counts rows read, or entries merged
     * @throws IndexRefusedException if a row cannot have an entry
     */
    BuildJob.Result run(BuildJob job, LongAdder done) throws IOException;
  }

  /** A job; all fields but {@link #done} are guarded by the pool. */
  private static final class Entry {
    final BuildJob job;
    final SubmitBuildJobRequest request;
    final LongAdder done = new LongAdder();
    final long startedAt;
    long askedAt;
    State state = State.RUNNING;
    AskBuildJobResponse end = AskBuildJobResponse.getDefaultInstance();

    /** The thread that runs the job; null before it has begun and behind its end. */
    Thread thread;

    Entry(BuildJob job, SubmitBuildJobRequest request, long now) {
      this.job = job;
      this.request = request;
      this.startedAt = now;
      this.askedAt = now;
    }
  }

  /** The report of an ended job, and when it ended. */
  private record Ended(BuildJobReport report, long at) {}

  /**
   * Starts the threads; the caller calls {@link #sweep} several times a second.
   *
   * @param threads most jobs at a time; 0: every job is refused
   */
  public BuildJobPool(int threads, MonotonicClock clock, Work work, BuildJobEvents events) {
    this.threads = threads;
    this.clock = clock;
    this.work = work;
    this.events = events;
    this.workers =
        PrestartedThreads.start(
            Math.max(1, threads),
            new ThreadFactoryBuilder()
                .setNameFormat("lighter-index-build-%d")
                .setDaemon(true)
                .build());
  }

  /**
   * Starts a job. Repeating a request after a lost answer is harmless.
   *
   * @param request from which the job was made
   * @throws RefusedException DRAINING, BUSY, UNSUPPORTED without threads, or INVALID for an id that
   *     was used before
   */
  public synchronized void submit(BuildJob job, SubmitBuildJobRequest request)
      throws RefusedException {
    Entry known = jobs.get(job.id());
    if (known != null) {
      if (known.request.equals(request)) {
        known.askedAt = clock.millis();
        return;
      }
      throw new RefusedException(Refusal.INVALID, "job id " + job.id() + " was used before");
    }
    if (threads == 0) {
      throw new RefusedException(
          Refusal.UNSUPPORTED, "lighter.server.index.build.threads of this server is 0");
    }
    if (draining || closed) {
      throw new RefusedException(Refusal.DRAINING, "this server takes no new jobs");
    }
    if (busyThreads == threads) {
      throw new RefusedException(Refusal.BUSY, threads + " jobs of index builds run");
    }
    Entry entry = new Entry(job, request, clock.millis());
    jobs.put(job.id(), entry);
    busyThreads++;
    workers.execute(() -> run(entry));
    events.buildJobStarted();
    LOG.info("{} accepted: {}", job.id(), job.describe());
  }

  /** Renews a job's lease and returns its state; an unknown job is CANCELLED. */
  public synchronized AskBuildJobResponse ask(BuildJobId id) {
    Entry entry = jobs.get(id);
    if (entry == null) {
      return AskBuildJobResponse.newBuilder()
          .setState(State.CANCELLED)
          .setMessage("unknown job " + id)
          .build();
    }
    entry.askedAt = clock.millis();
    return entry.end.toBuilder().setState(entry.state).setDone(entry.done.sum()).build();
  }

  /** Gives a job up; false if no such job runs. */
  public synchronized boolean cancel(BuildJobId id, String reason) {
    Entry entry = jobs.get(id);
    return entry != null && cancel(entry, reason);
  }

  /** Ends jobs whose lease has ended, and forgets those that had ended before. */
  public synchronized void sweep() {
    long now = clock.millis();
    for (Entry entry : List.copyOf(jobs.values())) {
      if (now - entry.askedAt >= LEASE.toMillis()
          && !cancel(entry, "nobody has asked for it in %d s".formatted(LEASE.toSeconds()))) {
        jobs.remove(entry.job.id());
      }
    }
    while (!recent.isEmpty() && now - recent.getFirst().at() >= REPORTED.toMillis()) {
      recent.removeFirst();
    }
  }

  /** Refuses new jobs from now on, or accepts them again; running ones go on either way. */
  public synchronized void drain(boolean on) {
    draining = on;
  }

  /** Whether no job runs or still stops. */
  public synchronized boolean isEmpty() {
    return busyThreads == 0;
  }

  /** Number of jobs that run or still stop. */
  public synchronized int running() {
    return busyThreads;
  }

  /** The jobs that run, and the last ones that ended in the last {@link #REPORTED}. */
  public synchronized List<BuildJobReport> reports() {
    long now = clock.millis();
    List<BuildJobReport> reports = new ArrayList<>();
    for (Entry entry : jobs.values()) {
      if (entry.state == State.RUNNING) {
        reports.add(report(entry, now).build());
      }
    }
    for (Ended ended : recent) {
      reports.add(ended.report().toBuilder().setEndedMsAgo(now - ended.at()).build());
    }
    return reports;
  }

  private static BuildJobReport.Builder report(Entry entry, long now) {
    BuildJob job = entry.job;
    return BuildJobReport.newBuilder()
        .setJobId(job.id().value())
        .setBuildId(job.target().id().value())
        .setTable(job.target().table().getNameAsString())
        .setIndex(job.target().spec().name())
        .setKind(job.work().kind())
        .setSubject(line(job.work().name(), LONGEST_REPORTED))
        .setState(entry.state)
        .setDone(entry.done.sum())
        .setRunningMs(now - entry.startedAt);
  }

  /** Cancels all jobs, and waits some seconds until they have stopped; idempotent. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      for (Entry entry : jobs.values()) {
        boolean unused = cancel(entry, "the compaction server stops");
      }
    }
    workers.shutdown();
    try {
      if (!workers.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("jobs of index builds still run after close, waitedS={}", CLOSE_SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean cancel(Entry entry, String reason) { // holds the lock
    if (entry.state != State.RUNNING) {
      return false;
    }
    end(entry, State.CANCELLED, AskBuildJobResponse.newBuilder().setMessage(reason));
    events.buildJobCancelled();
    LOG.info("{} cancelled: {}, {}", entry.job.id(), reason, entry.job.describe());
    if (entry.thread != null) {
      entry.thread.interrupt();
    }
    return true;
  }

  private void run(Entry entry) {
    try {
      if (begin(entry)) {
        completed(entry, work.run(entry.job, entry.done));
      }
    } catch (IndexRefusedException e) {
      failed(entry, State.REFUSED, e);
    } catch (IOException | RuntimeException e) {
      failed(entry, State.FAILED, e);
    } catch (Error e) { // such as a lack of memory; keeps the thread for the next job
      failed(entry, State.FAILED, e);
    } finally {
      release(entry);
    }
  }

  private synchronized boolean begin(Entry entry) {
    entry.thread = Thread.currentThread();
    return entry.state == State.RUNNING;
  }

  private synchronized void completed(Entry entry, BuildJob.Result result) {
    if (entry.state != State.RUNNING) {
      return; // its file is left to the build's folder, which is deleted as a whole
    }
    AskBuildJobResponse.Builder end = AskBuildJobResponse.newBuilder().setEntries(result.entries());
    result.attempt().ifPresent(end::setAttempt);
    end(entry, State.COMPLETED, end);
    events.buildJobCompleted(result.entries());
    LOG.info(
        "{} completed: {}, {} entries", entry.job.id(), entry.job.describe(), result.entries());
  }

  private synchronized void failed(Entry entry, State state, Throwable failure) {
    if (entry.state != State.RUNNING) {
      LOG.debug("{} stopped", entry.job.id(), failure);
      return;
    }
    String message = failure.getMessage() == null ? failure.toString() : failure.getMessage();
    int longest = state == State.REFUSED ? LONGEST_REFUSAL : LONGEST_MESSAGE;
    end(entry, state, AskBuildJobResponse.newBuilder().setMessage(line(message, longest)));
    events.buildJobFailed();
    LOG.warn("{} failed: {}", entry.job.id(), entry.job.describe(), failure);
  }

  private static String line(String text, int longest) {
    return text.substring(0, Math.min(longest, text.length())).replaceAll("\\p{Cc}+", " ");
  }

  private void end(Entry entry, State state, AskBuildJobResponse.Builder end) { // holds the lock
    entry.state = state;
    entry.end = end.build();
    remember(entry);
    long ended = jobs.values().stream().filter(each -> each.state != State.RUNNING).count();
    if (ended > MOST_ENDED) {
      jobs.values().stream()
          .filter(each -> each.state != State.RUNNING)
          .findFirst()
          .ifPresent(oldest -> jobs.remove(oldest.job.id()));
    }
  }

  private void remember(Entry entry) { // holds the lock
    long now = clock.millis();
    BuildJobReport.Builder report = report(entry, now);
    if (entry.state == State.COMPLETED) {
      report.setEntries(entry.end.getEntries());
    } else {
      report.setMessage(line(entry.end.getMessage(), LONGEST_REPORTED));
    }
    recent.addLast(new Ended(report.build(), now));
    if (recent.size() > MOST_REPORTED) {
      recent.removeFirst();
    }
  }

  private synchronized void release(Entry entry) {
    entry.thread = null;
    boolean unused = Thread.interrupted(); // of this job, and not of the thread's next one
    busyThreads--;
  }
}
