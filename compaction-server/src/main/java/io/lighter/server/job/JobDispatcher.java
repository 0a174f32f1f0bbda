// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

import io.lighter.common.MonotonicClock;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides which waiting job gets a thread, memory and a slot of its DataNode, and which running job
 * pauses for an urgent one; estimates how long others wait.
 *
 * <p>Not thread-safe; the scheduler's lock guards it and all of its parts.
 */
final class JobDispatcher {
  private static final Logger LOG = LoggerFactory.getLogger(JobDispatcher.class);

  private final int threads;
  private final MonotonicClock clock;
  private final JobWorkers workers;
  private final JobEvents events;
  private final JobQueue queue;
  private final Admission admission;
  private final DataNodeSlots dataNodes;
  private final RunningJobs running;
  private final CompactionRate rate = new CompactionRate();
  private boolean closed;

  /**
   * Creates a dispatcher without jobs.
   *
   * @param retainedBytes memory of retained outputs of ended jobs
   */
  JobDispatcher(
      JobScheduler.Limits limits,
      MonotonicClock clock,
      JobWorkers workers,
      JobEvents events,
      LongSupplier retainedBytes) {
    this.threads = limits.threads();
    this.clock = clock;
    this.workers = workers;
    this.events = events;
    this.queue = new JobQueue(limits.queueCapacity());
    this.admission = new Admission(limits.memory(), retainedBytes);
    this.dataNodes = new DataNodeSlots(limits.jobsPerDataNode());
    this.running = new RunningJobs(threads, limits.maxPause().toMillis());
  }

  /** Whether no further job may wait. */
  boolean isFull() {
    return queue.isFull();
  }

  /** Number of waiting jobs. */
  int waiting() {
    return queue.size();
  }

  /** Adds a waiting job; {@link #dispatch} starts it. */
  void add(Job job) {
    queue.add(job);
  }

  /** Removes a job that waits no more; {@link #dispatch} may start others in its place. */
  void removeWaiting(Job job) {
    queue.remove(job);
  }

  /** Starts, pauses and resumes jobs until no more can start; nothing after {@link #close}. */
  void dispatch() {
    boolean moved = true;
    while (!closed && moved) {
      long now = clock.millis();
      moved = running.hasRoom() ? startOrResume(now) : pauseForUrgent(now);
    }
  }

  /**
   * Repeats interrupts of cancelled jobs, resumes jobs that have been paused for too long, and
   * starts jobs for which released outputs have made room.
   */
  void sweep(long now) {
    // A library on the worker's stack may have swallowed the first interrupt.
    running.stream().map(Job::control).filter(JobControl::cancelled).forEach(JobControl::cancel);
    running.overdue(now).forEach(job -> resume(job, now));
    dispatch();
  }

  /** Starts no further job from now on. */
  void close() {
    closed = true;
  }

  /**
   * Notes that a job's compaction has completed: ends a pause that came after the last cell.
   *
   * @return milliseconds for which the job has run, without its pauses
   */
  long completed(Job job) {
    long now = clock.millis();
    running.resume(job, now);
    long runMs = now - job.startedAt() - job.pausedMs(now);
    rate.record(job.spec().inputBytes(), runMs);
    return runMs;
  }

  /** Gives the thread, the memory and the slot of a job whose worker has stopped to others. */
  void release(Job job) {
    running.remove(job);
    admission.release(job.spec().memoryBytes());
    dataNodes.release(job);
    dispatch();
  }

  /**
   * Sets the jobs on other servers, by host name of the DataNode that they mostly read from, and
   * starts jobs for which a slot is now free.
   */
  void dataNodesElsewhere(Map<String, Integer> jobs) {
    dataNodes.elsewhere(jobs, clock.millis());
    dispatch();
  }

  /** The running jobs of all servers by host name of the DataNode; a copy. */
  Map<String, Integer> jobsByDataNode() {
    return dataNodes.jobs(clock.millis());
  }

  /** Whether no job runs or still stops, and no output is retained. */
  boolean isIdle() {
    return running.isEmpty() && admission.reserved() == 0;
  }

  /** Milliseconds until {@code job} is expected to start; 0 unless the job waits. */
  long expectedWait(Job job) {
    return job.phase() == JobPhase.QUEUED
        ? rate.millisFor(remainingBytes() + queue.bytesAhead(job), threads)
        : 0;
  }

  /** Milliseconds, at least 1, until a full queue is expected to have room. */
  long millisUntilRoom() {
    return Math.max(1, rate.millisFor(remainingBytes(), threads));
  }

  /**
   * The current load.
   *
   * @param live all jobs that have not ended
   * @param draining whether the server refuses new jobs
   */
  SchedulerLoad load(Collection<Job> live, boolean draining) {
    long now = clock.millis();
    return new SchedulerLoad(
        live.stream().map(job -> JobReports.of(job, running.hasRoom(), dataNodes, now)).toList(),
        queue.size(),
        running.running(),
        running.paused(),
        admission.reserved(),
        draining,
        expectedWaitOfNext());
  }

  /** Milliseconds until a further job would start; 0 if at once. */
  private long expectedWaitOfNext() {
    return running.hasRoom() && queue.size() == 0
        ? 0
        : Math.max(1, rate.millisFor(remainingBytes() + queue.bytes(), threads));
  }

  /** Input bytes that running jobs have not read yet. */
  private double remainingBytes() {
    return running.stream()
        .mapToDouble(job -> job.spec().inputBytes() * (100.0 - job.progress().getPercent()) / 100.0)
        .sum();
  }

  /** Starts or resumes one job; a paused job goes on before others that are not urgent. */
  private boolean startOrResume(long now) {
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
  private boolean pauseForUrgent(long now) {
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

  private void start(Job job, long now) {
    job.start(now);
    dataNodes.take(job, now);
    admission.reserve(job.spec().memoryBytes());
    running.add(job);
    events.started(now - job.acceptedAt());
    workers.start(job);
  }

  private void resume(Job job, long now) {
    running.resume(job, now);
    LOG.info("{} resumed, paused for {} ms in all", job.id(), job.pausedMs(now));
  }
}
