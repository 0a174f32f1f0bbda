// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

import io.lighter.common.CompactionJobId;
import io.lighter.common.protocol.LighterProtos.JobProgress;
import io.lighter.common.protocol.LighterProtos.OutputFile;
import io.lighter.server.pacing.Pace;
import io.lighter.service.QueueRank;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * An accepted job.
 *
 * <p>The scheduler's lock guards every field that is neither final nor volatile. Any thread may
 * call {@link #progress}.
 */
public final class Job {
  /** HBase's priority up to which a store is about to delay writes, as at the region server. */
  private static final int URGENT_PRIORITY = 2;

  private static final JobProgress NOTHING_YET =
      JobProgress.newBuilder()
          .setCellsRead(0)
          .setCellsWritten(0)
          .setBytesRead(0)
          .setBytesWritten(0)
          .setPercent(0)
          .build();

  private final JobSpec spec;
  private final long sequence;
  private final long acceptedAt;
  private final JobControl control = new JobControl();
  private final IoTime ioTime = new IoTime();
  private final JobOwner owner;
  private volatile String dataNode;
  private volatile boolean throttled;
  private volatile Supplier<Optional<Pace>> pace = Optional::empty;
  private volatile Supplier<JobProgress> progress = () -> NOTHING_YET;

  private JobPhase phase = JobPhase.QUEUED;
  private long startedAt;
  private boolean reportedUrgent;
  private boolean handedOver;
  private int overtaken;
  private String pausedFor = "";
  private long pausedAt;
  private long pausedMs;
  private boolean passedOver;
  private long passedOverAt;
  private String message = "";
  private List<OutputFile> outputs = List.of();

  /**
   * Creates a waiting job.
   *
   * @param sequence order of arrival
   * @param now milliseconds of the scheduler's clock
   */
  Job(JobSpec spec, long sequence, long now) {
    this.spec = spec;
    this.sequence = sequence;
    this.acceptedAt = now;
    this.owner = new JobOwner(spec, now);
  }

  public JobSpec spec() {
    return spec;
  }

  public CompactionJobId id() {
    return spec.id();
  }

  /** The control by which the running job is stopped. */
  public JobControl control() {
    return control;
  }

  /** The job's time in the file system. */
  public IoTime ioTime() {
    return ioTime;
  }

  /** The job's progress; cheap, for any thread. */
  public JobProgress progress() {
    return progress.get();
  }

  /** Replaces the source of {@link #progress}, which any thread may read at any time. */
  public void publishProgress(Supplier<JobProgress> source) {
    progress = source;
  }

  long sequence() {
    return sequence;
  }

  int priority() {
    return spec.request().getPriority();
  }

  /** The position in the queue, the lowest first; constant. */
  long rank() {
    return QueueRank.of(acceptedAt, priority());
  }

  long acceptedAt() {
    return acceptedAt;
  }

  /** The time at which the compactor started; 0 before. */
  long startedAt() {
    return startedAt;
  }

  /** The region server that the job works for. */
  JobOwner owner() {
    return owner;
  }

  JobPhase phase() {
    return phase;
  }

  String message() {
    return message;
  }

  List<OutputFile> outputs() {
    return outputs;
  }

  int overtaken() {
    return overtaken;
  }

  void overtake() {
    overtaken++;
  }

  /** Notes that a thread was free, but all DataNodes to read from had the maximum of jobs. */
  void passOver(long now) {
    if (!passedOver) {
      passedOver = true;
      passedOverAt = now;
    }
  }

  /** Milliseconds since {@link #passOver} was first called; 0 before. */
  long passedOverFor(long now) {
    return passedOver ? now - passedOverAt : 0;
  }

  /** The DataNode against which the job counts, by host name; empty before the job starts. */
  public Optional<String> dataNode() {
    return Optional.ofNullable(dataNode);
  }

  void readFrom(String host) {
    dataNode = host;
  }

  /** Whether the store was about to delay writes when the job was submitted. */
  public boolean startsUrgent() {
    return priority() <= URGENT_PRIORITY;
  }

  /**
   * Whether the job may be paused. A job that was urgent once is not, so that reports which change
   * back and forth make no room for more pauses than there are workers.
   */
  boolean mayPause() {
    return !startsUrgent() && !reportedUrgent;
  }

  /** The pace at which the running job reads; empty if nothing paces the job. */
  Optional<Pace> pace() {
    return pace.get();
  }

  /** Replaces the source of the pace, which any thread may read at any time. */
  public void publishPace(Supplier<Optional<Pace>> source) {
    pace = source;
  }

  /** Whether the running job pauses for the throughput limit. */
  boolean throttled() {
    return throttled;
  }

  /** Sets whether the job pauses; called by any thread. */
  public void throttled(boolean pauses) {
    throttled = pauses;
  }

  /** Pauses the running job at its next cell. */
  void pause(Job urgent, long now) {
    pausedFor = urgent.id().toString();
    pausedAt = now;
    control.pause();
  }

  /** Ends the pause. */
  void resume(long now) {
    pausedMs = pausedMs(now);
    pausedFor = "";
    control.resume();
  }

  /** The urgent job that this one is paused for; empty if it is not paused. */
  String pausedFor() {
    return pausedFor;
  }

  /** Milliseconds of all pauses so far. */
  long pausedMs(long now) {
    return pausedMs + (pausedFor.isEmpty() ? 0 : now - pausedAt);
  }

  void start(long now) {
    moveTo(JobPhase.COMPACTING);
    startedAt = now;
  }

  void complete(List<OutputFile> result) {
    moveTo(JobPhase.COMPLETED);
    outputs = List.copyOf(result);
    JobProgress last = progress();
    progress = () -> last; // the source may hold on to all of HBase's compaction
  }

  /** Ends the job as DONE, FAILED or CANCELLED. */
  void end(JobPhase end, String why) {
    moveTo(end);
    message = why;
  }

  /**
   * Notes that the region server is told of the completion. From then on it may commit an output in
   * the family's folder, so this server does not delete the output unasked.
   */
  void reportCompletion() {
    handedOver = phase == JobPhase.COMPLETED && spec.inFamilyFolder();
  }

  /** Whether the region server may have committed the output. */
  boolean isHandedOver() {
    return handedOver;
  }

  /** Renews the lease, and notes whether the store is about to delay writes. */
  void heartbeat(long now, boolean urgent) {
    owner.heartbeat(phase, now);
    reportedUrgent |= urgent;
  }

  /** The reason why the job has expired; empty before. */
  String expiry(long now) {
    return owner.expiry(now);
  }

  private void moveTo(JobPhase next) {
    if (!phase.canMoveTo(next)) {
      throw new IllegalStateException(id() + " cannot go from " + phase + " to " + next);
    }
    phase = next;
  }
}
