// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.ProcessName;
import io.lighter.testing.cluster.Role;
import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** The steps of the demo on a running cluster. Used once, by one thread. */
final class Demo {
  private static final int WARMUP_ROWS = 30_000;

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
      boolean settled = settle(admin, readers, problems).settled();
      List<Turn> turns = new ArrayList<>();
      for (Side side : Side.TURNS) {
        turns.add(trial(counters, side).run(turns.size() + 1, readers, problems));
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
          settled,
          new RegionServerLogs(regionServerLogs()).count(DemoTables.LIGHTER),
          problems.count(),
          problems.examples(),
          IsolationNote.of(
              cluster.isolation().report(), Runtime.getRuntime().availableProcessors()));
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
      new TableLoader(connection, DemoTables.measured(), settings.rows(), progress).load();
      stock.expectComplete();
      lighter.expectComplete();
    }
  }

  /**
   * Reads both tables in turns until their figures have settled, from a cache that holds both.
   * Leaves the cache without blocks of either table.
   */
  private Settling.Outcome settle(Admin admin, Connection readers, ReadProblems problems)
      throws IOException {
    progress.step("Waiting for steady and equal figures");
    for (TableName table : DemoTables.measured()) {
      new CacheFiller(cluster.connection(), table, progress).fill();
    }
    Settling.Outcome outcome =
        Settling.await(
            side -> meanOfGets(side, readers, problems),
            settings.pace().settleLimit(),
            System::nanoTime);
    for (TableName table : DemoTables.measured()) {
      admin.clearBlockCache(table);
    }
    return outcome;
  }

  private double meanOfGets(Side side, Connection connection, ReadProblems problems)
      throws IOException {
    LatencyRecorder latencies = new LatencyRecorder();
    try (Readers readers =
        Readers.start(connection, side.table(), settings.rows(), latencies, problems)) {
      readers.expectComplete();
      latencies.enter(Phase.BEFORE);
      TableTrial.pass(settings.pace().settleWindow(), progress, () -> {});
    }
    Latency gets = latencies.latency(Operation.GET, Phase.BEFORE);
    progress.detail("%s: %.2f ms".formatted(side.key(), gets.meanMs()));
    return gets.meanMs();
  }

  private TableTrial trial(BlockCacheCounters counters, Side side) throws IOException {
    WarmupLog warmups = new WarmupLog(regionServerLogs(), side.table(), ZoneId.systemDefault());
    return new TableTrial(cluster.connection(), settings, progress, counters, side, warmups);
  }

  /**
   * Compacts the same rows both ways to warm up the JVMs. Otherwise the first of two stock tables
   * takes several times as long to compact as the second.
   */
  private void warmUpJvms(Connection connection, Admin admin) throws IOException {
    progress.step("Warming up the JVMs");
    int rows = Math.min(settings.rows(), WARMUP_ROWS);
    new TableLoader(connection, DemoTables.warmup(), rows, progress).load();
    for (int round = 0; round < settings.pace().warmupRounds(); round++) {
      for (TableName table : DemoTables.warmup()) {
        new TableCompaction(admin, table, progress).run();
      }
    }
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
