// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The jobs that have a worker, some of them paused for urgent jobs. Not thread-safe; the
 * scheduler's lock guards it.
 *
 * <p>A paused job keeps its worker, its memory and its DataNode. So there are at most as many
 * paused jobs as threads, and twice as many workers as threads. A job whose pauses reach the
 * maximum runs on, also beside as many jobs as there are threads.
 */
final class RunningJobs {
  private final int threads;
  private final long maxPauseMs;
  private final Set<Job> all = new HashSet<>();
  private final Set<Job> paused = new LinkedHashSet<>(); // by the start of the pause

  /**
   * Creates an empty set.
   *
   * @param threads jobs that may run, at least 1
   * @param maxPauseMs longest time for which a job is paused in all; 0: never
   */
  RunningJobs(int threads, long maxPauseMs) {
    this.threads = threads;
    this.maxPauseMs = maxPauseMs;
  }

  /** Workers that are needed for {@code threads} jobs and the paused ones. */
  static int workers(int threads, long maxPauseMs) {
    return maxPauseMs == 0 ? threads : 2 * threads;
  }

  /** Whether a job may start or go on. */
  boolean hasRoom() {
    return running() < threads;
  }

  /** Number of jobs that run, cancelled ones that still stop included, without paused ones. */
  int running() {
    return all.size() - paused.size();
  }

  /** Number of paused jobs. */
  int paused() {
    return paused.size();
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  Stream<Job> stream() {
    return all.stream();
  }

  void add(Job job) {
    all.add(job);
  }

  void remove(Job job) {
    all.remove(job);
    paused.remove(job);
  }

  /** The least urgent job that may be paused; empty if none may. */
  Optional<Job> pausable(long now) {
    if (paused.size() >= threads) {
      return Optional.empty();
    }
    return all.stream()
        .filter(job -> job.phase() == JobPhase.COMPACTING && job.mayPause())
        .filter(job -> !paused.contains(job) && job.pausedMs(now) < maxPauseMs)
        .max(Comparator.comparingLong(Job::rank).thenComparingLong(Job::sequence));
  }

  void pause(Job job, Job urgent, long now) {
    paused.add(job);
    job.pause(urgent, now);
  }

  /** The job whose pause began first; empty if no job is paused. */
  Optional<Job> firstPaused() {
    return paused.stream().findFirst();
  }

  /**
   * Paused jobs that have to go on: their pauses have reached the maximum, they have become urgent,
   * or they were given up.
   */
  List<Job> overdue(long now) {
    return paused.stream()
        .filter(
            job -> job.pausedMs(now) >= maxPauseMs || !job.mayPause() || job.control().cancelled())
        .toList();
  }

  /** Ends a pause; harmless without one. */
  void resume(Job job, long now) {
    paused.remove(job);
    job.resume(now);
  }
}
