// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.ProcessName;
import io.lighter.testing.cluster.Role;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Durability;

/** The steps of the demo on a running cluster. Used once, by one thread. */
final class Demo {
  private static final double NANOS_PER_S = 1e9;
  private static final int WARMUP_ROWS = 10_000;

  /** Compactions of each warm-up table below which their durations never count as steady. */
  private static final int MIN_WARMUP_ROUNDS = 3;

  private final LocalCluster cluster;
  private final DemoSettings settings;
  private final Progress progress;

  Demo(LocalCluster cluster, DemoSettings settings, Progress progress) {
    this.cluster = cluster;
    this.settings = settings;
    this.progress = progress;
  }

  /** Runs all steps; takes a few minutes, or more with more rows. */
  DemoReport run() throws IOException {
    ReadProblems problems = new ReadProblems();
    Connection connection = cluster.connection();
    try (Admin admin = connection.getAdmin();
        Connection readers = ConnectionFactory.createConnection(readerConfiguration());
        BlockCacheCounters counters = BlockCacheCounters.attach(regionServerPids())) {
      progress.step("Creating tables");
      DemoTables.create(admin, settings.lighter(), settings.strategy());
      warmUpJvms(connection, admin);
      load(connection, readers, problems);
      ReadWindows windows = new ReadWindows(readers, settings.rows(), problems, progress);
      Set<Operation> unsettled = settle(admin, windows).unsettled();
      List<Turn> turns = new ArrayList<>();
      for (Side side : Side.TURNS) {
        turns.add(trial(counters, windows, side).run(turns.size() + 1, readers, problems));
      }

      progress.step("Comparing every cell");
      TableVerifier.Verdict verdict =
          new TableVerifier(connection, DemoTables.STOCK, DemoTables.LIGHTER, progress)
              .verify(RowHistory.splitKeys(DemoTables.REGIONS));
      progress.finish();
      return new DemoReport(
          settings.rows(),
          settings.strategy(),
          verdict,
          turns,
          unsettled,
          new RegionServerLogs(regionServerLogs()).count(DemoTables.LIGHTER),
          problems.count(),
          problems.examples(),
          IsolationNote.of(
              cluster.isolation().report(),
              Runtime.getRuntime().availableProcessors(),
              settings.objectStore()));
    }
  }

  /** Loads while readers run, so that reads during flushes are checked, too. */
  private void load(Connection connection, Connection readers, ReadProblems problems)
      throws IOException {
    progress.step("Loading, reading all the while");
    LatencyRecorder notMeasured = new LatencyRecorder();
    try (Readers stock =
            Readers.start(readers, DemoTables.STOCK, settings.rows(), notMeasured, problems);
        Readers lighter =
            Readers.start(readers, DemoTables.LIGHTER, settings.rows(), notMeasured, problems)) {
      loader(connection, DemoTables.measured(), settings.rows()).load();
      stock.expectComplete();
      lighter.expectComplete();
    }
  }

  /**
   * Reads both tables in turns until their figures have settled, from a cache that holds both.
   * Leaves the cache without blocks of either table.
   */
  private Settling.Outcome settle(Admin admin, ReadWindows windows) throws IOException {
    progress.step("Waiting for steady and equal figures");
    for (TableName table : DemoTables.measured()) {
      new CacheFiller(cluster.connection(), table, progress).fill();
    }
    Pace pace = settings.pace();
    windows.compile(pace.compiling());
    Settling.Outcome outcome =
        Settling.await(
            side -> windows.read(side, pace.settleWindow()), pace.settleLimit(), System::nanoTime);
    for (TableName table : DemoTables.measured()) {
      admin.clearBlockCache(table);
    }
    return outcome;
  }

  private TableTrial trial(BlockCacheCounters counters, ReadWindows windows, Side side)
      throws IOException {
    WarmupLog warmups = new WarmupLog(regionServerLogs(), side.table(), ZoneId.systemDefault());
    return new TableTrial(
        cluster.connection(), settings, progress, counters, windows, side, warmups);
  }

  /**
   * Compacts the same rows both ways until it takes equally long twice, to warm up the JVMs.
   * Otherwise the first of two stock tables takes several times as long to compact as the second.
   */
  private void warmUpJvms(Connection connection, Admin admin) throws IOException {
    progress.step("Warming up the JVMs");
    int rows = Math.min(settings.rows(), WARMUP_ROWS);
    loader(connection, DemoTables.warmup(), rows).load();
    List<Double> previous = List.of();
    boolean steady = false;
    long start = System.nanoTime();
    long limit = settings.pace().warmupLimit().toNanos();
    for (int round = 1;
        round <= settings.pace().warmupRounds() && !steady && System.nanoTime() - start < limit;
        round++) {
      List<Double> seconds = new ArrayList<>();
      for (TableName table : DemoTables.warmup()) {
        Duration time = new TableCompaction(admin, table, progress).run().time();
        seconds.add(time.toNanos() / NANOS_PER_S);
      }
      steady = round >= MIN_WARMUP_ROUNDS && Settling.areSteady(previous, seconds);
      previous = seconds;
    }
  }

  /** A loader without a write-ahead log: the demo ends if one of its region servers does. */
  private TableLoader loader(Connection connection, List<TableName> tables, int rows) {
    return new TableLoader(connection, tables, rows, Durability.SKIP_WAL, progress);
  }

  private List<Path> regionServerLogs() {
    return regionServers().map(cluster::logFile).toList();
  }

  private Map<ProcessName, Long> regionServerPids() {
    return regionServers().collect(Collectors.toMap(name -> name, cluster::pid));
  }

  private Stream<ProcessName> regionServers() {
    return cluster.processNames().stream().filter(name -> name.role() == Role.REGION_SERVER);
  }

  /** A configuration with which readers fail instead of waiting. */
  private Configuration readerConfiguration() {
    Configuration conf = cluster.configuration();
    conf.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, 30_000);
    conf.setInt(HConstants.HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD, 30_000);
    return conf;
  }
}
