// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

import io.lighter.common.CompactionJobId;
import io.lighter.common.MonotonicClock;
import io.lighter.common.PrestartedThreads;
import io.lighter.common.protocol.LighterProtos.HeartbeatResponse;
import io.lighter.common.protocol.LighterProtos.JobProgress;
import io.lighter.common.protocol.LighterProtos.OutputFile;
import io.lighter.common.protocol.LighterProtos.Refusal;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Owns the jobs: queues and admits them, runs them, watches their leases and ends them.
 *
 * <p>Thread-safe; {@code this} is the one lock, and no I/O happens under it. A job moves between
 * phases under the lock, and the thread that makes the move does the I/O for it after releasing the
 * lock. That decides the races over an output:
 *
 * <ol>
 *   <li>the worker finds the job CANCELLED instead of moving it to COMPLETED: the worker deletes
 *       the folder;
 *   <li>the job moves from COMPLETED to CANCELLED: the cleaner deletes the folder, and a later
 *       {@link #finish} answers CANCELLED;
 *   <li>the job moves from COMPLETED to DONE: the folder stays, because only the two threads above
 *       delete.
 * </ol>
 *
 * <p>A cancelled job keeps its thread and its memory until its worker has stopped.
 */
public final class JobScheduler implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(JobScheduler.class);
  private static final int HISTORY = 1000;
  private static final long CLOSE_SECONDS = 10;
  private static final int MAX_MESSAGE = 1000;

  private final int threads;
  private final MonotonicClock clock;
  private final CompactionRunner runner;
  private final JobFolders folders;
  private final JobEvents events;
  private final ExecutorService workers;
  private final ExecutorService cleaner;

  // All below: guarded by this.
  private final JobQueue queue;
  private final Admission admission;
  private final DataNodeSlots dataNodes;
  private final CompactionRate rate = new CompactionRate();
  private final JobHistory history = new JobHistory(HISTORY);
  private final Map<CompactionJobId, Job> live = new LinkedHashMap<>();
  private final RunningJobs running;
  private long arrivals;
  private boolean draining;
  private boolean closed;

  /**
   * The bounds of a scheduler.
   *
   * @param threads concurrent compactions
   * @param queueCapacity maximum of waiting jobs
   * @param memory bytes for outputs of running jobs and retained outputs together
   * @param jobsPerDataNode jobs of all servers that may read mostly from one DataNode; 0: no cap
   * @param maxPause longest time for which a job is paused for urgent ones in all; 0: never
   */
  public record Limits(
      int threads, int queueCapacity, long memory, int jobsPerDataNode, Duration maxPause) {}

  /**
   * Creates a scheduler that accepts jobs; the caller calls {@link #sweep} several times a second.
   *
   * @param retainedBytes memory of retained outputs of ended jobs; read under the lock
   */
  public JobScheduler(
      Limits limits,
      MonotonicClock clock,
      CompactionRunner runner,
      JobFolders folders,
      JobEvents events,
      LongSupplier retainedBytes) {
    this.threads = limits.threads();
    this.clock = clock;
    this.runner = runner;
    this.folders = folders;
    this.events = events;
    this.queue = new JobQueue(limits.queueCapacity());
    this.admission = new Admission(limits.memory(), retainedBytes);
    this.dataNodes = new DataNodeSlots(limits.jobsPerDataNode());
    long maxPauseMs = limits.maxPause().toMillis();
    this.running = new RunningJobs(threads, maxPauseMs);
    this.workers =
        PrestartedThreads.start(
            RunningJobs.workers(threads, maxPauseMs), threadsNamed("lighter-compaction-%d"));
    this.cleaner = PrestartedThreads.start(1, threadsNamed("lighter-cleaner-%d"));
  }

  /**
   * Accepts a job, and starts the job if allowed. Repeating a request after a lost answer is
   * harmless.
   *
   * @return milliseconds until the job is expected to start
   * @throws RefusedException DRAINING, BUSY, or INVALID for an id that was used before
   */
  public synchronized long submit(JobSpec spec) throws RefusedException {
    Job known = live.get(spec.id());
    if (known != null && known.spec().request().equals(spec.request())) {
      return expectedWait(known);
    }
    if (known != null || history.find(spec.id()).isPresent()) {
      throw new RefusedException(Refusal.INVALID, "job id " + spec.id() + " was used before");
    }
    if (draining || closed) {
      throw new RefusedException(Refusal.DRAINING, "this server takes no new jobs");
    }
    if (queue.isFull()) {
      throw new RefusedException(
          Refusal.BUSY,
          queue.size() + " jobs are waiting",
          Math.max(1, rate.millisFor(remainingBytes(), threads)));
    }
    Job job = new Job(spec, arrivals++, clock.millis());
    live.put(spec.id(), job);
    queue.add(job);
    events.accepted();
    LOG.info(
        "{} accepted: {}, {} bytes in {} files, priority {}, for {}",
        spec.id(),
        spec.subject(),
        spec.inputBytes(),
        spec.request().getInputCount(),
        job.priority(),
        spec.request().getRegionServer());
    dispatch();
    return expectedWait(job);
  }

  /** Renews the lease of a job that is as urgent as before, see the other method. */
  public HeartbeatResponse heartbeat(CompactionJobId id) {
    return heartbeat(id, false);
  }

  /**
   * Renews the job's lease and returns its state; an unknown job is CANCELLED.
   *
   * @param urgent whether the job's store is now about to delay writes: the job is paused no more
   */
  public synchronized HeartbeatResponse heartbeat(CompactionJobId id, boolean urgent) {
    Job job = live.get(id);
    if (job == null) {
      JobHistory.End end = endOf(id);
      return HeartbeatResponse.newBuilder()
          .setState(end.phase().toProto())
          .setMessage(end.message())
          .setCancelledByOperator(end.byOperator())
          .build();
    }
    job.heartbeat(clock.millis(), urgent);
    HeartbeatResponse.Builder response =
        HeartbeatResponse.newBuilder()
            .setState(job.phase().toProto())
            .setProgress(job.progress())
            .addAllOutput(job.outputs());
    if (job.phase() == JobPhase.QUEUED) {
      response.setExpectedWaitMs(expectedWait(job));
    }
    return response.build();
  }

  /** Hands over a COMPLETED job's output; in any other phase only returns the phase. */
  public synchronized JobPhase finish(CompactionJobId id) {
    Job job = live.get(id);
    if (job == null) {
      return endOf(id).phase();
    }
    if (job.phase() == JobPhase.COMPLETED) {
      end(job, JobPhase.DONE, "", false);
      LOG.info("{} done: the output belongs to {}", id, job.spec().request().getRegionServer());
    }
    return job.phase();
  }

  /** Gives a job up; false if no such job can be given up. */
  public synchronized boolean cancel(CompactionJobId id, String reason) {
    Job job = live.get(id);
    if (job == null) {
      return false;
    }
    cancel(job, reason, false);
    return true;
  }

  /**
   * Gives up, without a retry, a job that its region server still wants; false if no such job waits
   * or runs. A completed job may be in the middle of its commit, so it cannot be cancelled.
   */
  public synchronized boolean cancelForOperator(CompactionJobId id, String reason) {
    Job job = live.get(id);
    if (job == null || job.phase() == JobPhase.COMPLETED) {
      return false;
    }
    cancel(job, reason, true);
    return true;
  }

  /**
   * Gives up all waiting jobs of a table as {@link #cancelForOperator} does, and returns their ids.
   */
  public synchronized List<CompactionJobId> cancelQueuedForOperator(
      TableName table, String reason) {
    List<Job> queued =
        live.values().stream()
            .filter(job -> job.phase() == JobPhase.QUEUED)
            .filter(job -> job.spec().table().getTableName().equals(table))
            .toList();
    queued.forEach(queue::remove); // all of them first, so that none starts in another's place
    queued.forEach(job -> cancel(job, reason, true));
    return queued.stream().map(Job::id).toList();
  }

  /** Sets the jobs on other servers, by host name of the DataNode that they mostly read from. */
  public synchronized void dataNodesElsewhere(Map<String, Integer> jobs) {
    dataNodes.elsewhere(jobs, clock.millis());
    dispatch();
  }

  /**
   * The running jobs of all servers that count against each DataNode, by the DataNode's host name.
   * A snapshot, owned by the caller.
   */
  public synchronized Map<String, Integer> jobsByDataNode() {
    return dataNodes.jobs(clock.millis());
  }

  /**
   * Gives up jobs with expired leases, and starts jobs for which released outputs have made room.
   * Called several times a second.
   */
  public synchronized void sweep() {
    long now = clock.millis();
    for (Job job : List.copyOf(live.values())) {
      String expiry = job.expiry(now);
      if (!expiry.isEmpty()) {
        cancel(job, expiry, false);
      }
    }
    // A library on the worker's stack may have swallowed the first interrupt.
    running.stream().map(Job::control).filter(JobControl::cancelled).forEach(JobControl::cancel);
    running.overdue(now).forEach(job -> resume(job, now));
    dispatch();
  }

  /** Refuses new jobs from now on, or accepts them again; accepted jobs go on either way. */
  public synchronized void drain(boolean on) {
    if (draining != on) {
      draining = on;
      LOG.info(on ? "draining started, jobs={}" : "draining ended, jobs={}", live.size());
    }
  }

  /** Whether no job is live or still stops, and no output is retained. */
  public synchronized boolean isEmpty() {
    return live.isEmpty() && running.isEmpty() && admission.reserved() == 0;
  }

  /** The current load. */
  public synchronized SchedulerLoad load() {
    long now = clock.millis();
    return new SchedulerLoad(
        live.values().stream()
            .map(job -> JobReports.of(job, running.hasRoom(), dataNodes, now))
            .toList(),
        queue.size(),
        running.running(),
        running.paused(),
        admission.reserved(),
        draining || closed,
        running.hasRoom() && queue.size() == 0
            ? 0
            : Math.max(1, rate.millisFor(remainingBytes() + queue.bytes(), threads)));
  }

  /** Cancels every job, and waits some seconds until their output is deleted; idempotent. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      for (Job job : List.copyOf(live.values())) {
        cancel(job, "the compaction server stops", false);
      }
    }
    workers.shutdown();
    cleaner.shutdown();
    try {
      if (!workers.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)
          || !cleaner.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn(
            "jobs still run after close, HBase removes their output, waitedS={}", CLOSE_SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void dispatch() { // holds the lock
    boolean moved = true;
    while (!closed && moved) {
      long now = clock.millis();
      moved = running.hasRoom() ? startOrResume(now) : pauseForUrgent(now);
    }
  }

  /** Starts or resumes one job; a paused job goes on before others that are not urgent. */
  private boolean startOrResume(long now) { // holds the lock
    Optional<Job> paused = running.firstPaused();
    Optional<Job> next =
        queue.pollAdmissible(
            job -> paused.isEmpty() || job.startsUrgent(), admission, dataNodes, now);
    if (next.isPresent()) {
      start(next.get(), now);
    } else {
      paused.ifPresent(job -> resume(job, now));
    }
    return next.isPresent() || paused.isPresent();
  }

  /** Starts an urgent job in place of one that is not; false if none waits, or none may pause. */
  private boolean pauseForUrgent(long now) { // holds the lock
    Optional<Job> pausable = running.pausable(now);
    if (pausable.isEmpty()) {
      return false;
    }
    Optional<Job> urgent = queue.pollAdmissible(Job::startsUrgent, admission, dataNodes, now);
    urgent.ifPresent(
        job -> {
          LOG.info("{} paused for {}", pausable.get().id(), job.id());
          running.pause(pausable.get(), job, now);
          events.paused();
          start(job, now);
        });
    return urgent.isPresent();
  }

  private void start(Job job, long now) { // holds the lock
    job.start(now);
    dataNodes.take(job, now);
    admission.reserve(job.spec().memoryBytes());
    running.add(job);
    events.started(now - job.acceptedAt());
    workers.execute(() -> work(job));
  }

  private void resume(Job job, long now) { // holds the lock
    running.resume(job, now);
    LOG.info("{} resumed, paused for {} ms in all", job.id(), job.pausedMs(now));
  }

  private void work(Job job) {
    boolean retained = false;
    String failure = "";
    try {
      LOG.info("{} starts: {}", job.id(), job.spec().subject());
      job.control().attach();
      List<OutputFile> outputs = runner.run(job);
      job.control().detach();
      retained = complete(job, outputs);
    } catch (IOException | RuntimeException e) {
      failure = describe(e);
      logEnd(job, e);
    } catch (Error e) { // such as a lack of memory; keeps the thread for the next job
      failure = describe(e);
      LOG.error("{} failed", job.id(), e);
    } finally {
      job.control().detach();
      try {
        if (!retained) {
          folders.delete(job.spec());
        }
      } finally { // otherwise the job's thread and memory would be lost
        release(job, failure);
      }
    }
  }

  /** Completes a job; false if the job was given up in the meantime. */
  private synchronized boolean complete(Job job, List<OutputFile> outputs) {
    if (job.phase() != JobPhase.COMPACTING) {
      return false;
    }
    long now = clock.millis();
    running.resume(job, now); // a pause that came after the last cell
    job.complete(outputs);
    JobProgress progress = job.progress();
    job.publishProgress(() -> progress);
    long runMs = now - job.startedAt() - job.pausedMs(now);
    rate.record(job.spec().inputBytes(), runMs);
    events.completed(runMs, progress.getBytesRead(), progress.getBytesWritten());
    LOG.info(
        "{} completed in {} ms: {} cells, {} bytes read, {} bytes written into {} files",
        job.id(),
        runMs,
        progress.getCellsWritten(),
        progress.getBytesRead(),
        progress.getBytesWritten(),
        outputs.size());
    return true;
  }

  /** Releases thread and memory, after the worker has stopped and deleted any unwanted output. */
  private synchronized void release(Job job, String failure) {
    if (job.phase() == JobPhase.COMPACTING) {
      end(job, JobPhase.FAILED, failure, false);
      events.failed();
    }
    running.remove(job);
    admission.release(job.spec().memoryBytes());
    dataNodes.release(job);
    dispatch();
  }

  private void cancel(Job job, String reason, boolean byOperator) { // holds the lock
    JobPhase before = job.phase();
    end(job, JobPhase.CANCELLED, shortened(reason), byOperator);
    events.cancelled();
    LOG.info("{} cancelled while {}: {}", job.id(), before, job.message());
    switch (before) { // no default: a new phase must have a case
      case QUEUED -> queue.remove(job);
      case COMPACTING -> job.control().cancel();
      case COMPLETED -> cleaner.execute(() -> folders.delete(job.spec()));
      case DONE, FAILED, CANCELLED -> throw new IllegalStateException(job.id() + " had ended");
    }
    dispatch(); // others may have waited for the job
  }

  private void end(Job job, JobPhase phase, String message, boolean byOperator) { // holds the lock
    job.end(phase, message);
    live.remove(job.id());
    history.add(job.id(), new JobHistory.End(phase, message, byOperator));
  }

  private JobHistory.End endOf(CompactionJobId id) { // holds the lock
    return history
        .find(id)
        .orElseGet(() -> new JobHistory.End(JobPhase.CANCELLED, "unknown job " + id, false));
  }

  private long expectedWait(Job job) { // holds the lock
    return job.phase() == JobPhase.QUEUED
        ? rate.millisFor(remainingBytes() + queue.bytesAhead(job), threads)
        : 0;
  }

  /** Input bytes that running jobs have not read yet. */
  private double remainingBytes() { // holds the lock
    return running.stream()
        .mapToDouble(job -> job.spec().inputBytes() * (100.0 - job.progress().getPercent()) / 100.0)
        .sum();
  }

  private static void logEnd(Job job, Exception e) {
    if (job.control().cancelled()) {
      LOG.info("{} stopped: {}", job.id(), describe(e));
    } else {
      LOG.warn("{} failed: {}", job.id(), job.spec().subject(), e);
    }
  }

  private static String describe(Throwable e) {
    return shortened(e.toString());
  }

  /** Shortens a text to one line of a log. */
  private static String shortened(String text) {
    return text.substring(0, Math.min(MAX_MESSAGE, text.length())).replaceAll("\\p{Cc}+", " ");
  }

  private static ThreadFactory threadsNamed(String format) {
    return new ThreadFactoryBuilder().setNameFormat(format).setDaemon(true).build();
  }
}
