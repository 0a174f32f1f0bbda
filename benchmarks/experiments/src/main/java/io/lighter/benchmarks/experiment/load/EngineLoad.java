// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import io.lighter.benchmarks.demo.Progress;
import io.lighter.benchmarks.experiment.Disturbances;
import io.lighter.benchmarks.experiment.LogWatch;
import io.lighter.benchmarks.experiment.ServerSampler;
import io.lighter.benchmarks.experiment.TimeSpan;
import io.lighter.benchmarks.stall.StallSampler;
import io.lighter.testing.cluster.Await;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.ProcessName;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CompactionState;

/** Loads a fresh table of one engine, and drops it. Confined to one thread. */
final class EngineLoad {
  private static final TableName TABLE = TableName.valueOf("range_load");
  private static final ProcessName REGION_SERVER = ProcessName.regionServer(1);

  /** Time without a compaction after which no other one follows. */
  private static final Duration QUIET = Duration.ofSeconds(3);

  private static final Duration QUIET_LIMIT = Duration.ofMinutes(10);
  private static final int LOAD_LIMIT_FACTOR = 5;

  /**
   * Time between two evictions of store files from a bounded page cache. Each one costs the clients
   * up to a second of CPU.
   */
  private static final Duration EVICTION_PERIOD = Duration.ofMinutes(1);

  private final LocalCluster cluster;
  private final LoadRows rows;
  private final Progress progress;
  private final Clock clock;

  EngineLoad(LocalCluster cluster, LoadRows rows, Progress progress, Clock clock) {
    this.cluster = cluster;
    this.rows = rows;
    this.progress = progress;
    this.clock = clock;
  }

  /**
   * Loads a table.
   *
   * @throws IOException if the cluster fails; operations that fail are in the result
   */
  LoadRun run(PlannedLoad planned) throws IOException {
    try (Admin admin = cluster.connection().getAdmin()) {
      LogWatch log = new LogWatch(cluster.logFile(REGION_SERVER));
      admin.createTable(planned.engine().table(TABLE, planned.plan()));
      try {
        return measure(admin, log, planned);
      } finally {
        drop(admin);
      }
    }
  }

  private LoadRun measure(Admin admin, LogWatch log, PlannedLoad planned) throws IOException {
    LoadPlan plan = planned.plan();
    String region = admin.getRegions(TABLE).get(0).getEncodedName();
    try (StallSampler machine = StallSampler.start(List.of(), List.of(), clock);
        ServerSampler sampler = ServerSampler.start(cluster, clock);
        SpaceSampler space = SpaceSampler.start(cluster.configuration(), TABLE, clock);
        LoadClients clients = LoadClients.start(cluster.connection(), TABLE, plan, rows, clock)) {
      follow(clients, plan);
      Instant end = clock.instant();
      clients.stop();
      progress.detail("last compactions");
      awaitQuiet(admin);
      StoreLog stored = StoreLog.of(log.lines(), region, ZoneId.systemDefault());
      TimeSpan load = new TimeSpan(clients.start(), end);
      boolean apart = cluster.isolation().profile().pinned();
      Function<TimeSpan, Map<String, Double>> usage = span -> machine.usage(span.from(), span.to());
      List<String> failures = new ArrayList<>();
      clients.problem().ifPresent(failures::add);
      if (apart && plan.insertsPerSecond() == 0) { // else the duration is no figure
        failures.addAll(Disturbances.of(load, usage));
      }
      LoadRun run =
          new LoadRun(
              planned.engine(),
              planned.repeat(),
              load,
              LoadWindows.of(clients.windows(end), apart, usage),
              clients.inserts(),
              stored,
              space.samples(),
              sampler.series(),
              failures);
      return run.withFailures(LoadChecks.failures(run, plan));
    }
  }

  /** Returns when all rows are inserted. */
  private void follow(LoadClients clients, LoadPlan plan) throws IOException {
    Duration limit = plan.expected().multipliedBy(LOAD_LIMIT_FACTOR).plus(QUIET_LIMIT);
    long[] evictedNanos = {System.nanoTime()};
    Await.until(
        "the end of the load",
        limit,
        () -> {
          progress.update(clients.progress());
          if (System.nanoTime() - evictedNanos[0] >= EVICTION_PERIOD.toNanos()) {
            cluster.evictStoreFiles();
            evictedNanos[0] = System.nanoTime();
          }
          return clients.ended();
        });
  }

  private static void awaitQuiet(Admin admin) throws IOException {
    long[] busyNanos = {System.nanoTime()};
    Await.until(
        "the end of all compactions",
        QUIET_LIMIT,
        () -> {
          if (admin.getCompactionState(TABLE) != CompactionState.NONE) {
            busyNanos[0] = System.nanoTime();
          }
          return System.nanoTime() - busyNanos[0] >= QUIET.toNanos();
        });
  }

  /** Drops the table and its cached blocks. */
  private static void drop(Admin admin) throws IOException {
    admin.clearBlockCache(TABLE);
    admin.disableTable(TABLE);
    admin.deleteTable(TABLE);
  }
}
