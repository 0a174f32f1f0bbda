// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.simulate;

import io.lighter.common.protocol.LighterProtos.JobReport;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.ServerName;

/**
 * A compaction server that only counts: a first-come-first-served queue, and threads that compact
 * at a fixed speed. Not thread-safe.
 */
final class SimulatedServer {
  static final int THREADS = 4;

  /** Bytes per second of a thread. */
  static final double THREAD_SPEED = 64L << 20;

  private static final long CACHE_BYTES = 8L << 30;

  /** A compaction of a region. */
  static final class Job {
    final String id;
    final int region;
    final String regionName;
    final long bytes;
    final double acceptedAt;
    double startedAt = -1;
    double left;

    /**
     * @param acceptedAt seconds of the simulated clock
     */
    Job(long number, int region, String regionName, long bytes, double acceptedAt) {
      this.id = "cj-" + Long.toString(number, Character.MAX_RADIX);
      this.region = region;
      this.regionName = regionName;
      this.bytes = bytes;
      this.acceptedAt = acceptedAt;
      this.left = bytes;
    }
  }

  private final ServerName name;
  private final Deque<Job> queue = new ArrayDeque<>();
  private final Job[] threads = new Job[THREADS];
  private long compacted;
  private double busySeconds;

  SimulatedServer(ServerName name) {
    this.name = name;
  }

  ServerName name() {
    return name;
  }

  /** Queues the job; a free thread starts it at once. */
  void accept(Job job, double now) {
    queue.add(job);
    for (int thread = 0; thread < THREADS; thread++) {
      occupy(thread, now);
    }
  }

  /** The unfinished jobs, queued ones last. */
  List<Job> die() {
    List<Job> lost = running();
    lost.addAll(queue);
    return lost;
  }

  /**
   * Simulates {@code seconds} from {@code now} on, and returns the jobs that ended. A thread that
   * has finished a job starts the next at once.
   */
  List<Job> work(double now, double seconds) {
    List<Job> done = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      double left = seconds;
      while (left > 0 && occupy(thread, now + seconds - left)) {
        Job job = threads[thread];
        double taken = Math.min(left, job.left / THREAD_SPEED);
        job.left -= taken * THREAD_SPEED;
        left -= taken;
        busySeconds += taken;
        if (job.left < 1) {
          done.add(job);
          compacted += job.bytes;
          threads[thread] = null;
        }
      }
    }
    return done;
  }

  /** Whether the thread has a job; takes one from the queue if idle. */
  private boolean occupy(int thread, double now) {
    if (threads[thread] == null && !queue.isEmpty()) {
      threads[thread] = queue.remove();
      threads[thread].startedAt = now;
    }
    return threads[thread] != null;
  }

  private List<Job> running() {
    return Arrays.stream(threads)
        .filter(Objects::nonNull)
        .collect(Collectors.toCollection(ArrayList::new));
  }

  /** Number of waiting jobs. */
  int queued() {
    return queue.size();
  }

  /** Sum of all threads' compacting time in seconds. */
  double busySeconds() {
    return busySeconds;
  }

  ServerReport report(Duration uptime) {
    List<Job> running = running();
    ServerReport.Builder report =
        ServerReport.newBuilder()
            .setServer(name.getServerName())
            .setVersion("simulated")
            .setGroup(Simulation.GROUP)
            .setCacheBytes(CACHE_BYTES)
            .setReservedBytes(running.stream().mapToLong(job -> job.bytes).sum())
            .setThreads(THREADS)
            .setQueueCapacity(Integer.MAX_VALUE)
            .setCompletedJobs(0)
            .setFailedJobs(0)
            .setCancelledJobs(0)
            .setRefusedRequests(0)
            .setCompactedBytes(compacted)
            .setUptimeMs(uptime.toMillis())
            .setCpuLoad((double) running.size() / THREADS)
            .setDraining(false)
            .setExpectedWaitMs(expectedWaitMs());
    running.forEach(job -> report.addJob(report(job, JobState.COMPACTING)));
    queue.forEach(job -> report.addJob(report(job, JobState.QUEUED)));
    return report.build();
  }

  private long expectedWaitMs() {
    double bytes = queue.stream().mapToLong(job -> job.bytes).sum();
    return Math.round(1000 * bytes / THREAD_SPEED / THREADS);
  }

  private static JobReport report(Job job, JobState state) {
    return JobReport.newBuilder()
        .setJobId(job.id)
        .setState(state)
        .setTable("t")
        .setRegion(job.regionName)
        .setFamily("f")
        .setRegionServer("rs,16020,1")
        .setMajor(false)
        .setInputBytes(job.bytes)
        .setInputFiles(3)
        .setPriority(1)
        .setAgeMs(0)
        .setRunningMs(0)
        .build();
  }
}
