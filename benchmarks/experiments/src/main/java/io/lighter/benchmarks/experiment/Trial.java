// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import io.lighter.benchmarks.demo.Progress;
import io.lighter.testing.cluster.Await;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.ProcessName;
import io.lighter.testing.cluster.Role;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionInfo;

/**
 * A single measurement of one strategy: clients work on a cached table, the table is compacted, and
 * latencies are recorded until the blocks are warm again. Used once, by one thread.
 *
 * <p>The trial detects its phases by the region servers' logs and counters.
 */
public final class Trial {
  /** Least fraction of the target rate, because a slower baseline measures the clients' queue. */
  private static final double LEAST_OF_TARGET = 0.95;

  /** Largest ratio between the halves of a steady baseline. */
  private static final double STEADY = 1.25;

  private static final double BUSY = 0.5;
  private static final double MICROS_PER_MS = 1_000;
  private static final Duration CLIENT_START = Duration.ofMinutes(2);

  private final LocalCluster cluster;
  private final DataSet data;
  private final Workload workload;
  private final TrialSettings settings;
  private final Progress progress;
  private final Clock clock;
  private final List<String> notes = new ArrayList<>();
  private final List<LogWatch> logs = new ArrayList<>();
  private List<String> regions = List.of();

  /** Creates a trial without running it. */
  public Trial(
      LocalCluster cluster,
      DataSet data,
      Workload workload,
      TrialSettings settings,
      Progress progress,
      Clock clock) {
    this.cluster = cluster;
    this.data = data;
    this.workload = workload;
    this.settings = settings;
    this.progress = progress;
    this.clock = clock;
  }

  /**
   * Runs the trial.
   *
   * @param cacheFactor for the result
   * @param repeat for the result
   * @param folder an empty folder for the clients
   * @throws IOException if the trial cannot be completed; the table is dropped then, too
   */
  public TrialResult run(Strategy strategy, double cacheFactor, int repeat, Path folder)
      throws IOException {
    double busy = new MachineLoad().awaitQuiet(settings.quietLimit());
    if (busy > BUSY) {
      notes.add("the machine was busy before: %.0f %%".formatted(100 * busy));
    }
    try (ServerSampler sampler = ServerSampler.start(cluster, clock)) {
      PhaseTimes times;
      LatencyLog latencies;
      try {
        progress.detail("table and cache");
        TableName table = data.prepare(strategy);
        try (Workload.Clients clients = workload.start(cluster, table, folder)) {
          times = follow(strategy, table, clients, sampler);
          latencies = clients.stop();
        }
      } finally {
        data.discard();
      }
      // Some counters change at a warm-up's end, which is at the latest when the table is dropped.
      sampler.awaitNext();
      noteThroughput(times, latencies);
      noteDrift(times, latencies);
      return new TrialResult(
          strategy,
          cacheFactor,
          repeat,
          times,
          latencies,
          sampler.series(),
          workload.targetRate(),
          failures(strategy, times, latencies),
          notes);
    }
  }

  private PhaseTimes follow(
      Strategy strategy, TableName table, Workload.Clients clients, ServerSampler sampler)
      throws IOException {
    progress.detail("clients start");
    Await.until(
        "the first operations of all clients",
        CLIENT_START,
        () -> {
          clients.requireRunning();
          return clients.areWorking();
        });
    pass("clients settle", settings.settleBeforeFlush(), clients);
    data.flush();
    pass("clients settle", settings.settle().minus(settings.settleBeforeFlush()), clients);
    Instant baseline = clock.instant();
    pass("baseline", settings.baseline(), clients);
    Instant commit = compact(table, clients);
    CompactionEvents events = events();
    Instant start = events.start().orElseThrow();
    double hitRatio =
        sampler
            .series()
            .between(baseline, start)
            .map(sample -> sample.hitRatio().orElse(0))
            .orElseThrow(() -> new IOException("no counters of the region server"));
    WarmupEnd.Found warm = awaitWarm(strategy, commit, hitRatio, clients, sampler);
    events().endedEarly().ifPresent(reason -> notes.add("the warm-up ended early: " + reason));
    Instant end = settings.end(start, commit, clock.instant());
    pass("afterwards", Duration.between(clock.instant(), end), clients);
    Optional<Instant> preSwitch =
        events.warmupStart().filter(time -> time.isBefore(commit) && strategy == Strategy.PSW);
    return new PhaseTimes(
        baseline,
        start,
        commit,
        preSwitch,
        warm.time(),
        warm.endedBy(),
        clock.instant(),
        settings.shortestWarmup());
  }

  private Instant compact(TableName table, Workload.Clients clients) throws IOException {
    progress.detail("compaction");
    for (ProcessName name : cluster.processNames()) {
      if (name.role() == Role.REGION_SERVER) {
        logs.add(new LogWatch(cluster.logFile(name)));
      }
    }
    try (Admin admin = cluster.connection().getAdmin()) {
      regions = admin.getRegions(table).stream().map(RegionInfo::getEncodedName).toList();
      admin.majorCompact(table);
    }
    Await.until(
        "the compaction of " + table,
        settings.compactionLimit(),
        () -> {
          clients.requireRunning();
          return events().commit().isPresent();
        });
    // The paper's data exceeded its nodes' page cache; the data just written here do not.
    cluster.evictStoreFiles();
    return events().commit().orElseThrow();
  }

  private WarmupEnd.Found awaitWarm(
      Strategy strategy,
      Instant commit,
      double hitRatio,
      Workload.Clients clients,
      ServerSampler sampler)
      throws IOException {
    progress.detail("warm-up");
    WarmupEnd rule = new WarmupEnd(hitRatio, settings.warmupLimit());
    List<WarmupEnd.Found> found = new ArrayList<>();
    Await.until(
        "the end of the warm-up",
        settings.warmupLimit().multipliedBy(2),
        () -> {
          clients.requireRunning();
          rule.find(
                  commit,
                  strategy.logsItsEnd(),
                  events().warmupEnd(),
                  sampler.series(),
                  clock.instant())
              .ifPresent(found::add);
          return !found.isEmpty();
        });
    return found.get(0);
  }

  private CompactionEvents events() throws IOException {
    List<String> lines = new ArrayList<>();
    for (LogWatch log : logs) {
      lines.addAll(log.lines());
    }
    return CompactionEvents.of(lines, regions, ZoneId.systemDefault());
  }

  private void pass(String what, Duration time, Workload.Clients clients) throws IOException {
    progress.detail(what);
    long start = System.nanoTime();
    Await.until(
        "the end of: " + what,
        time.multipliedBy(2).plusSeconds(1),
        () -> {
          clients.requireRunning();
          double part = (double) (System.nanoTime() - start) / Math.max(1, time.toNanos());
          progress.update(part);
          return part >= 1;
        });
  }

  private List<String> failures(Strategy strategy, PhaseTimes times, LatencyLog latencies)
      throws IOException {
    List<String> failures = new ArrayList<>();
    if (latencies.failedOperations() > 0) {
      failures.add("operations failed: " + latencies.failures());
    }
    for (String operation : workload.operations()) {
      for (Phase phase : List.of(Phase.BASELINE, Phase.WARMUP)) {
        if (latencies.in(times, phase, LatencyLog.Timing.DUE, operation).getTotalCount() == 0) {
          failures.add("no %s was measured in phase %s".formatted(operation, phase.label()));
        }
      }
    }
    if (events().offloaded() != strategy.isOffloaded()) {
      failures.add(
          "the compaction ran " + (strategy.isOffloaded() ? "locally" : "on a compaction server"));
    }
    return failures;
  }

  private void noteThroughput(PhaseTimes times, LatencyLog latencies) {
    long done =
        latencies.operations().stream()
            .mapToLong(name -> latencies.count(name, times.baseline(), times.compaction()))
            .sum();
    double rate = done / times.seconds(Phase.BASELINE);
    if (rate < LEAST_OF_TARGET * workload.targetRate()) {
      notes.add(
          "the baseline reached %.0f of %.0f operations a second"
              .formatted(rate, workload.targetRate()));
    }
    if (latencies.damagedIntervals() > 0) {
      notes.add(
          "%d intervals of the clients' logs cannot be read and are left out"
              .formatted(latencies.damagedIntervals()));
    }
  }

  /**
   * Notes a drifting baseline: compared with a baseline that still gets faster, all results look
   * good.
   */
  private void noteDrift(PhaseTimes times, LatencyLog latencies) {
    Instant from = times.baseline();
    Instant to = times.compaction();
    Instant middle = from.plus(Duration.between(from, to).dividedBy(2));
    for (String operation : workload.operations()) {
      double first = latencies.between(from, middle, LatencyLog.Timing.DUE, operation).getMean();
      double second = latencies.between(middle, to, LatencyLog.Timing.DUE, operation).getMean();
      if (first > STEADY * second || second > STEADY * first) {
        notes.add(
            "the baseline is not steady: %s took %.1f ms in its first half, %.1f ms in the second"
                .formatted(operation, first / MICROS_PER_MS, second / MICROS_PER_MS));
      }
    }
  }
}
