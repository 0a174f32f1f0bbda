// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.balance;

import io.lighter.common.protocol.LighterProtos.JobReport;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.hbase.ServerName;

/**
 * Measures one server's load from successive reports. Stores the jobs of the last report, which are
 * at most its queue's capacity and its threads. Not thread-safe.
 */
final class ServerMeter {
  /** Bound: a queue of an hour must not decay 120 times as long as one of half a minute. */
  private static final double MAX_PRESSURE = 2;

  private static final double UNKNOWN_CPU = -1;

  /** A job in the last report. */
  private record Listed(long bytes, boolean ended) {}

  private final ServerName server;
  private final Duration fullWait;
  private final Decay decay;
  private final DecayingSum compacted;
  private final long firstNanos;

  private Map<String, Listed> jobs = new HashMap<>();
  private ServerReport last; // null before the first report
  private long lastNanos;
  private double pressure;

  ServerMeter(ServerName server, BalanceSettings settings, long nowNanos) {
    this.server = server;
    this.fullWait = settings.fullWait();
    this.decay = Decay.of(settings.window());
    this.compacted = new DecayingSum(decay, nowNanos);
    this.firstNanos = nowNanos;
  }

  /**
   * Adds jobs that were in no report before to {@code demand}.
   *
   * @return bytes compacted since the last report by jobs too short for any report
   */
  long report(ServerReport report, SlotDemand demand, long nowNanos) {
    long ended = list(report, demand, nowNanos);
    long progress =
        last == null ? 0 : Math.max(0, report.getCompactedBytes() - last.getCompactedBytes());
    compacted.add(progress, nowNanos);
    double now = pressureOf(report);
    double left = last == null ? 0 : decay.left(nowNanos - lastNanos);
    pressure = left * pressure + (1 - left) * now;
    last = report;
    lastNanos = nowNanos;
    return Math.max(0, progress - ended);
  }

  /** Input bytes of the jobs that ended since the last report. */
  private long list(ServerReport report, SlotDemand demand, long nowNanos) {
    Map<String, Listed> listed = new HashMap<>();
    long endedBytes = 0;
    for (JobReport job : report.getJobList()) {
      Listed before = jobs.remove(job.getJobId());
      if (before == null) {
        demand.add(job.getRegion(), job.getTable(), inputBytes(job), nowNanos);
      }
      boolean ended = job.getState() != JobState.QUEUED && job.getState() != JobState.COMPACTING;
      if (ended && (before == null || !before.ended())) {
        endedBytes += inputBytes(job);
      }
      listed.put(job.getJobId(), new Listed(inputBytes(job), ended));
    }
    for (Listed gone : jobs.values()) {
      endedBytes += gone.ended() ? 0 : gone.bytes();
    }
    jobs = listed;
    return endedBytes;
  }

  private double pressureOf(ServerReport report) {
    double threads = (double) jobsIn(report, JobState.COMPACTING) / threads(report);
    double wait = (double) report.getExpectedWaitMs() / fullWait.toMillis();
    double highest = Math.max(Math.max(threads, wait), Math.max(memory(report), cpuLoad(report)));
    return Math.min(MAX_PRESSURE, highest);
  }

  private static long inputBytes(JobReport job) {
    return Math.max(0, job.getInputBytes());
  }

  /** The CPU's load; a NaN, measured in some containers, would stay in the smoothed pressure. */
  private static double cpuLoad(ServerReport report) {
    return Double.isNaN(report.getCpuLoad()) ? UNKNOWN_CPU : report.getCpuLoad();
  }

  private static double memory(ServerReport report) {
    long taken = Math.max(0, Math.max(report.getReservedBytes(), report.getKeptBytes()));
    return report.getCacheBytes() <= 0
        ? 0
        : Math.min(1, (double) taken / report.getCacheBytes()); // a single job may exceed it
  }

  private static int threads(ServerReport report) {
    return Math.max(1, report.getThreads());
  }

  private static int jobsIn(ServerReport report, JobState state) {
    return (int) report.getJobList().stream().filter(job -> job.getState() == state).count();
  }

  /** The current load, after at least one report. */
  ServerLoad load(long nowNanos) {
    return new ServerLoad(
        server,
        pressure,
        compacted.perMinute(nowNanos),
        last.getExpectedWaitMs(),
        memory(last),
        cpuLoad(last),
        jobsIn(last, JobState.COMPACTING),
        jobsIn(last, JobState.QUEUED),
        threads(last),
        last.getDraining(),
        Duration.ofNanos(nowNanos - lastNanos),
        Duration.ofNanos(lastNanos - firstNanos));
  }
}
