// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

import io.lighter.common.CompactionJobId;
import io.lighter.common.MonotonicClock;
import io.lighter.common.protocol.LighterProtos.HeartbeatResponse;
import io.lighter.common.protocol.LighterProtos.JobProgress;
import io.lighter.common.protocol.LighterProtos.OutputFile;
import io.lighter.common.protocol.LighterProtos.Refusal;
import java.io.Closeable;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.TableName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Owns the jobs: accepts them, watches their leases and ends them. {@link JobDispatcher} decides
 * which of them run, and {@link JobWorkers} runs them.
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
 * <p>An output in the family's folder has no rename that decides. Once a heartbeat's answer has
 * reported its completion, only the region server's {@link #cancel} deletes it ({@link #leave}).
 *
 * <p>A job that may outlive its region server has one owner at a time ({@link JobOwner}); calls of
 * an earlier one change nothing.
 *
 * <p>A cancelled job keeps its thread and its memory until its worker has stopped.
 */
public final class JobScheduler implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(JobScheduler.class);

  private final MonotonicClock clock;
  private final JobEvents events;
  private final JobWorkers workers;

  // All below: guarded by this.
  private final JobDispatcher dispatcher;
  private final JobHistory history = new JobHistory();
  private final Map<CompactionJobId, Job> live = new LinkedHashMap<>();
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
    this.clock = clock;
    this.events = events;
    this.workers = new JobWorkers(limits, runner, folders, this::complete, this::release);
    this.dispatcher = new JobDispatcher(limits, clock, workers, events, retainedBytes);
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
      return dispatcher.expectedWait(known);
    }
    if (known != null || history.has(spec.id())) {
      throw new RefusedException(Refusal.INVALID, "job id " + spec.id() + " was used before");
    }
    if (draining || closed) {
      throw new RefusedException(Refusal.DRAINING, "this server takes no new jobs");
    }
    if (dispatcher.isFull()) {
      throw new RefusedException(
          Refusal.BUSY, dispatcher.waiting() + " jobs are waiting", dispatcher.millisUntilRoom());
    }
    Job job = new Job(spec, arrivals++, clock.millis());
    live.put(spec.id(), job);
    dispatcher.add(job);
    events.accepted();
    LOG.info(
        "{} accepted: {}, {} bytes in {} files, priority {}, for {}",
        spec.id(),
        spec.subject(),
        spec.inputBytes(),
        spec.request().getInputCount(),
        job.priority(),
        spec.request().getRegionServer());
    dispatcher.dispatch();
    return dispatcher.expectedWait(job);
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
  public HeartbeatResponse heartbeat(CompactionJobId id, boolean urgent) {
    return heartbeat(id, urgent, "", false);
  }

  /**
   * Renews the job's lease and returns its state. An unknown job, or one of another region server,
   * is CANCELLED.
   *
   * @param urgent as above
   * @param sender name of the region server; empty if it did not say
   * @param adopt whether the sender has opened the region, and becomes the owner of a job that may
   *     outlive its region server
   */
  public synchronized HeartbeatResponse heartbeat(
      CompactionJobId id, boolean urgent, String sender, boolean adopt) {
    Job job = live.get(id);
    if (job == null) {
      return JobReports.heartbeat(history.endOf(id));
    }
    if (adopt && job.owner().mayChange()) {
      adopt(job, sender);
    }
    if (!job.owner().is(sender)) {
      return JobReports.ofAnother(job);
    }
    job.heartbeat(clock.millis(), urgent);
    job.reportCompletion();
    return JobReports.heartbeat(job, dispatcher.expectedWait(job));
  }

  private void adopt(Job job, String sender) { // holds the lock
    if (!job.owner().is(sender)) {
      LOG.info("{} adopted by {} from {}", job.id(), sender, job.owner().regionServer());
      job.owner().adopt(sender, clock.millis());
      events.adopted();
    }
  }

  /** Hands a job's output over to a region server that did not say its name. */
  public JobPhase finish(CompactionJobId id) {
    return finish(id, "");
  }

  /**
   * Hands over a COMPLETED job's output; in any other phase only returns the phase.
   *
   * @param sender as above; a job of another region server is CANCELLED to the sender
   */
  public synchronized JobPhase finish(CompactionJobId id, String sender) {
    Job job = live.get(id);
    if (job == null) {
      return history.endOf(id).phase();
    }
    if (!job.owner().is(sender)) {
      return JobPhase.CANCELLED;
    }
    if (job.phase() == JobPhase.COMPLETED) {
      end(job, JobPhase.DONE, "", false);
      LOG.info("{} done: the output belongs to {}", id, job.owner().regionServer());
    }
    return job.phase();
  }

  /** Gives a job up for a region server that did not say its name. */
  public boolean cancel(CompactionJobId id, String reason) {
    return cancel(id, reason, "");
  }

  /**
   * Gives a job up; false if no such job can be given up.
   *
   * @param sender as above; a job of another region server goes on
   */
  public synchronized boolean cancel(CompactionJobId id, String reason, String sender) {
    Job job = live.get(id);
    if (job == null || !job.owner().is(sender)) {
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
    queued.forEach(dispatcher::removeWaiting); // all first: none starts in another's place
    queued.forEach(job -> cancel(job, reason, true));
    return queued.stream().map(Job::id).toList();
  }

  /** Sets the jobs on other servers, by host name of the DataNode that they mostly read from. */
  public synchronized void dataNodesElsewhere(Map<String, Integer> jobs) {
    dispatcher.dataNodesElsewhere(jobs);
  }

  /**
   * The running jobs of all servers that count against each DataNode, by the DataNode's host name.
   * A snapshot, owned by the caller.
   */
  public synchronized Map<String, Integer> jobsByDataNode() {
    return dispatcher.jobsByDataNode();
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
        leave(job, expiry);
      } else if (job.owner().noteGone(now)) {
        events.unowned();
        LOG.info(
            "{} goes on without {}, for {} ms",
            job.id(),
            job.owner().regionServer(),
            job.spec().graceMs());
      }
    }
    dispatcher.sweep(now);
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
    return live.isEmpty() && dispatcher.isIdle();
  }

  /** The current load. */
  public synchronized SchedulerLoad load() {
    return dispatcher.load(live.values(), draining || closed);
  }

  /** Cancels every job, and waits some seconds until their output is deleted; idempotent. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      dispatcher.close();
      for (Job job : List.copyOf(live.values())) {
        leave(job, "the compaction server stops");
      }
    }
    workers.close();
  }

  /** Completes a job; false if the job was given up in the meantime. */
  private synchronized boolean complete(Job job, List<OutputFile> outputs) {
    if (job.phase() != JobPhase.COMPACTING) {
      return false;
    }
    long runMs = dispatcher.completed(job);
    job.complete(outputs);
    JobProgress progress = job.progress();
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
  private synchronized void release(Job job, JobFailure failure) {
    if (job.phase() == JobPhase.COMPACTING) {
      end(job, new JobHistory.End(JobPhase.FAILED, failure));
      if (failure.storeBusy()) {
        events.storeBusy();
      } else {
        events.failed();
      }
    }
    dispatcher.release(job);
  }

  /** Ends a job unasked: gives it up, or leaves its output to the region server. */
  private void leave(Job job, String reason) { // holds the lock
    if (!job.isHandedOver()) {
      cancel(job, reason, false);
      return;
    }
    end(job, JobPhase.DONE, OneLine.of(reason), false);
    LOG.info(
        "{} left to {}, which may have its output: {}",
        job.id(),
        job.owner().regionServer(),
        job.message());
    dispatcher.dispatch(); // others may have waited for the job
  }

  private void cancel(Job job, String reason, boolean byOperator) { // holds the lock
    JobPhase before = job.phase();
    end(job, JobPhase.CANCELLED, OneLine.of(reason), byOperator);
    events.cancelled();
    LOG.info("{} cancelled while {}: {}", job.id(), before, job.message());
    switch (before) { // no default: a new phase must have a case
      case QUEUED -> dispatcher.removeWaiting(job);
      case COMPACTING -> job.control().cancel();
      case COMPLETED -> workers.deleteOutput(job);
      case DONE, FAILED, CANCELLED -> throw new IllegalStateException(job.id() + " had ended");
    }
    dispatcher.dispatch(); // others may have waited for the job
  }

  private void end(Job job, JobPhase phase, String message, boolean byOperator) { // holds the lock
    end(job, new JobHistory.End(phase, message, byOperator));
  }

  private void end(Job job, JobHistory.End end) { // holds the lock
    job.end(end.phase(), end.message());
    live.remove(job.id());
    history.add(job.id(), end);
  }
}
