// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.report;

import io.lighter.common.MonotonicClock;
import io.lighter.common.protocol.LighterProtos.DataNodeLoad;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.ServerName;

/**
 * The number of jobs that read mostly from each DataNode, by the last reports. Thread-safe; {@code
 * this} guards the count.
 *
 * <p>The jobs of all servers are counted at most once in {@link #COUNT_AGE}. The answer to a server
 * is that count without the server's own part.
 */
public final class DataNodeLoads {
  /** Age of a report after which the server's jobs are assumed to have ended. */
  public static final Duration MAX_AGE = Duration.ofSeconds(15);

  /** Time for which a count is used; servers report once a second. */
  static final Duration COUNT_AGE = Duration.ofMillis(200);

  private final Supplier<Map<ServerName, ServerReport>> reports;
  private final MonotonicClock clock;

  /** The last count; null before the first. Guarded by this. */
  private Count last;

  /** All jobs at one moment, and each server's part of them. */
  private record Count(
      Map<String, Integer> jobs, Map<ServerName, Map<String, Integer>> byServer, long atNanos) {}

  /**
   * @param reports last reports that are not older than {@link #MAX_AGE}
   */
  public DataNodeLoads(Supplier<Map<ServerName, ServerReport>> reports, MonotonicClock clock) {
    this.reports = reports;
    this.clock = clock;
  }

  /** Running jobs of all servers but one; DataNodes without jobs are left out. */
  public List<DataNodeLoad> elsewhere(ServerName server) {
    Count now = count();
    Map<String, Integer> own = now.byServer().getOrDefault(server, Map.of());
    return now.jobs().entrySet().stream()
        .map(
            each ->
                DataNodeLoad.newBuilder()
                    .setDatanode(each.getKey())
                    .setJobs(each.getValue() - own.getOrDefault(each.getKey(), 0))
                    .build())
        .filter(load -> load.getJobs() > 0)
        .toList();
  }

  private synchronized Count count() {
    long now = clock.nanoTime();
    if (last == null || now - last.atNanos() >= COUNT_AGE.toNanos()) {
      Map<String, Integer> jobs = new TreeMap<>();
      Map<ServerName, Map<String, Integer>> byServer = new HashMap<>();
      reports
          .get()
          .forEach(
              (server, report) -> {
                Map<String, Integer> own = jobsOf(report);
                own.forEach((node, count) -> jobs.merge(node, count, Integer::sum));
                byServer.put(server, own);
              });
      last = new Count(jobs, byServer, now);
    }
    return last;
  }

  private static Map<String, Integer> jobsOf(ServerReport report) {
    Map<String, Integer> jobs = new HashMap<>();
    report.getJobList().stream()
        .filter(job -> job.getState() == JobState.COMPACTING)
        .filter(job -> job.getDatanodeCount() > 0)
        .forEach(job -> jobs.merge(job.getDatanode(0), 1, Integer::sum));
    return jobs;
  }
}
