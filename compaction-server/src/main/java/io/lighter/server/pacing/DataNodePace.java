// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.pacing;

import io.lighter.common.MonotonicClock;
import io.lighter.server.throughput.SharedThroughput;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * The rate at which the jobs of this server read from one DataNode. The jobs share the rate in
 * turns; urgent jobs read outside of it.
 *
 * <p>Thread-safe. {@code this} guards the jobs and the controller, and no thread holds it while it
 * waits: jobs wait in the {@link SharedThroughput}, whose locks are taken last.
 */
final class DataNodePace {
  /** Time between two decisions: as long as the window over which a region server measures. */
  static final long STEP_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** Time until the first decision about a DataNode without job and limit. */
  static final long FIRST_STEP_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Time for which a reported pressure holds without a newer report. */
  static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Longest delay that one read adds, however many bytes it had. */
  private static final double LONGEST_DELAY_SECONDS = 2;

  /** Bytes that all jobs together may read without a pause after a pause of their own. */
  private static final long BURST = 512 * 1024;

  private final PaceSettings settings;
  private final MonotonicClock clock;
  private final PaceEvents events;
  private final SharedThroughput limiter;
  private final LongAdder bytesSinceStep = new LongAdder();

  // All below: guarded by this.
  private final Map<JobPace, Report> jobs = new HashMap<>();
  private final PaceController controller;
  private long steppedAt;
  private long stepDueAt;
  private long emptySince;

  /** The pressure that a job's region server reported, and the time of the report. */
  private record Report(ReportedPressure pressure, long at) {}

  DataNodePace(PaceSettings settings, MonotonicClock clock, PaceEvents events) {
    this.settings = settings;
    this.clock = clock;
    this.events = events;
    this.limiter = new SharedThroughput(clock, BURST);
    this.controller = new PaceController(settings.threshold(), settings.step());
    this.emptySince = clock.nanoTime();
  }

  /** Adds a job, which nothing is known about yet. */
  synchronized void add(JobPace job) {
    long now = clock.nanoTime();
    if (jobs.isEmpty()) {
      startMeasuring(now);
      // A job that only opens its files does not show that it needs no limit.
      stepDueAt = now + (controller.limit().isEmpty() ? FIRST_STEP_NANOS : STEP_NANOS);
    }
    jobs.put(job, new Report(ReportedPressure.UNKNOWN, now));
    controller.atLeast(floor());
    limiter.limit(controller.limit());
  }

  synchronized void remove(JobPace job) {
    jobs.remove(job);
    emptySince = clock.nanoTime();
  }

  /** Whether no job has read here for {@code nanos}. */
  synchronized boolean isUnusedFor(long nanos) {
    return jobs.isEmpty() && clock.nanoTime() - emptySince >= nanos;
  }

  /** Records the pressure on a job's region server, and decides anew if it is time. */
  synchronized void report(JobPace job, ReportedPressure reported) {
    Report before = jobs.get(job);
    if (before == null) {
      return; // the job has just ended
    }
    long now = clock.nanoTime();
    if (reported.highest().isPresent() || !isFresh(before, now)) {
      jobs.put(job, new Report(reported, now));
    }
    if (now - stepDueAt >= 0) {
      step(now);
    }
  }

  /** Halves the rate, and decides anew a step later. */
  synchronized void storeBusy() {
    long now = clock.nanoTime();
    controller.halve(rate(now), floor());
    limit(now);
  }

  private void step(long now) { // holds the lock
    controller.step(highest(now), rate(now), floor());
    limit(now);
  }

  private long rate(long now) { // holds the lock
    double seconds = (now - steppedAt) / (double) TimeUnit.SECONDS.toNanos(1);
    return (long) (bytesSinceStep.sum() / Math.max(seconds, 1e-3));
  }

  private void limit(long now) { // holds the lock
    limiter.limit(controller.limit());
    startMeasuring(now);
    stepDueAt = now + STEP_NANOS;
  }

  private void startMeasuring(long now) { // holds the lock
    bytesSinceStep.reset();
    steppedAt = now;
  }

  private OptionalDouble highest(long now) { // holds the lock
    return worst(now).map(ReportedPressure::highest).orElse(OptionalDouble.empty());
  }

  private Optional<ReportedPressure> worst(long now) { // holds the lock
    return jobs.values().stream()
        .filter(reported -> isFresh(reported, now) && reported.pressure().highest().isPresent())
        .map(Report::pressure)
        .max(Comparator.comparingDouble(reported -> reported.highest().orElse(0)));
  }

  private static boolean isFresh(Report reported, long now) {
    return now - reported.at() < FRESH_NANOS;
  }

  private long floor() { // holds the lock
    return settings.minRate() * Math.max(1, pacedJobs());
  }

  private long pacedJobs() { // holds the lock
    return jobs.keySet().stream().filter(job -> !job.isUrgent()).count();
  }

  /** Number of jobs that the limit holds for. */
  synchronized long limitedJobs() {
    return controller.limit().isPresent() ? pacedJobs() : 0;
  }

  /**
   * Counts bytes that a job has read, and waits until the limit allows them.
   *
   * @return milliseconds of the wait
   * @throws InterruptedException if the job is cancelled meanwhile
   */
  long read(long bytes) throws InterruptedException {
    bytesSinceStep.add(bytes);
    OptionalLong limit = limiter.limit();
    if (limit.isEmpty()) {
      return 0;
    }
    // A compaction that drops most cells reads much between two calls of the controller.
    long longest = (long) (limit.getAsLong() * LONGEST_DELAY_SECONDS);
    long waitedMs = limiter.acquire(Math.min(bytes, longest));
    events.paced(bytes, waitedMs);
    return waitedMs;
  }

  /** The pace of a job. */
  synchronized Pace of(JobPace job) {
    if (job.isUrgent()) {
      return new Pace(OptionalLong.empty(), "full speed: urgent");
    }
    Optional<ReportedPressure> worst = worst(clock.nanoTime());
    String reported = worst.map(ReportedPressure::inWords).orElse("load unknown");
    return controller.limit().isEmpty()
        ? new Pace(OptionalLong.empty(), "full speed: " + reported)
        : new Pace(
            OptionalLong.of(controller.limit().getAsLong() / Math.max(1, pacedJobs())),
            "slowed: " + reported);
  }
}
