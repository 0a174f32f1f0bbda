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
import java.util.Optional;
import java.util.function.Function;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CompactionState;

/** Loads a fresh table of one engine, reads it, and drops it. Confined to one thread. */
final class EngineLoad {
  static final TableName TABLE = TableName.valueOf("engine_load");
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
  private final LoadSet loads;
  private final long seed;
  private final Progress progress;
  private final Clock clock;

  EngineLoad(LocalCluster cluster, LoadSet loads, long seed, Progress progress, Clock clock) {
    this.cluster = cluster;
    this.loads = loads;
    this.seed = seed;
    this.progress = progress;
    this.clock = clock;
  }

  /**
   * Loads a table, and reads it as planned.
   *
   * @return the load, and then the reads in their order
   * @throws IOException if the cluster fails; operations that fail are in the result
   */
  List<MeasuredRun> run(PlannedLoad planned) throws IOException {
    try (Admin admin = cluster.connection().getAdmin()) {
      LogWatch log = new LogWatch(cluster.logFile(REGION_SERVER));
      LoadRows rows = new LoadRows(planned.row().plan().keys(), seed);
      admin.createTable(planned.row().engine().table(TABLE, planned.row().plan()));
      try {
        List<MeasuredRun> runs = new ArrayList<>();
        runs.add(measure(admin, log, rows, planned));
        if (!planned.reads().isEmpty()) {
          admin.flush(TABLE);
          awaitQuiet(admin);
          try (TableReads reads = new TableReads(cluster, admin, loads, rows, progress, clock)) {
            for (Row row : planned.reads()) {
              runs.add(reads.run(row, planned.repeat()));
            }
          }
        }
        return runs;
      } finally {
        drop(admin);
      }
    }
  }

  private LoadRun measure(Admin admin, LogWatch log, LoadRows rows, PlannedLoad planned)
      throws IOException {
    LoadPlan plan = planned.row().plan();
    String region = admin.getRegions(TABLE).get(0).getEncodedName();
    try (StallSampler machine = StallSampler.start(List.of(), List.of(), clock);
        ServerSampler sampler = ServerSampler.start(cluster, clock);
        SpaceSampler space = SpaceSampler.start(cluster.configuration(), TABLE, clock);
        // without equal flushes there is nothing to close
        PacedFlushes flushes = plan.isTiered() ? flushes(admin, planned.row()) : null;
        LoadClients clients =
            LoadClients.start(
                cluster.connection(), TABLE, plan, rows, Optional.ofNullable(flushes), clock)) {
      follow(clients, plan);
      Instant end = clock.instant();
      clients.stop();
      if (flushes != null) {
        flushes.awaitLast();
      }
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
              planned.row(),
              planned.repeat(),
              load,
              new Reads(LoadWindows.of(clients.windows(end), apart, usage), sampler.series()),
              clients.inserts(),
              stored,
              space.samples(),
              failures);
      return run.withFailures(LoadChecks.failures(run));
    }
  }

  /** Flushes of a plan that has equal ones. */
  private static PacedFlushes flushes(Admin admin, Row row) throws IOException {
    return new PacedFlushes(
        admin, TABLE, row.plan().flushRows(), number -> TierTables.mostFiles(row.engine(), number));
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

  /** Returns when no compaction has run for a while. */
  static void awaitQuiet(Admin admin) throws IOException {
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
  static void drop(Admin admin) throws IOException {
    admin.clearBlockCache(TABLE);
    admin.disableTable(TABLE);
    admin.deleteTable(TABLE);
  }
}
