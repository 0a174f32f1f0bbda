package io.lighter.benchmarks.demo;

import io.lighter.benchmarks.cluster.Await;
import io.lighter.benchmarks.cluster.LocalCluster;
import io.lighter.benchmarks.cluster.Role;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
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
  private static final int WARMUP_ROUNDS = 8;

  private final LocalCluster cluster;
  private final DemoSettings settings;
  private final Progress progress;

  Demo(LocalCluster cluster, DemoSettings settings, Progress progress) {
    this.cluster = cluster;
    this.settings = settings;
    this.progress = progress;
  }

  /** Runs all steps, in about a minute and more for more rows. */
  DemoReport run() throws IOException {
    LatencyRecorder stockLatencies = new LatencyRecorder();
    LatencyRecorder lighterLatencies = new LatencyRecorder();
    Connection connection = cluster.connection();
    try (Admin admin = connection.getAdmin();
        Connection readerConnection = ConnectionFactory.createConnection(readerConfiguration())) {
      progress.step("Creating tables");
      DemoTables.create(admin, settings.lighter());
      warmUp(connection, admin);
      try (Readers stock =
              Readers.start(readerConnection, DemoTables.STOCK, settings.rows(), stockLatencies);
          Readers lighter =
              Readers.start(
                  readerConnection, DemoTables.LIGHTER, settings.rows(), lighterLatencies)) {
        progress.step("Loading, reading all the while");
        new TableLoader(connection, DemoTables.measured(), settings.rows(), progress).load();
        stock.expectComplete();
        lighter.expectComplete();

        progress.step("Reading both before");
        stockLatencies.enter(Phase.BEFORE);
        lighterLatencies.enter(Phase.BEFORE);
        pass(settings.window());
        stockLatencies.enter(Phase.OTHER);
        lighterLatencies.enter(Phase.OTHER);
        TableCompaction.Outcome stockCompaction =
            measure(admin, DemoTables.STOCK, "stock", stockLatencies);
        TableCompaction.Outcome lighterCompaction =
            measure(admin, DemoTables.LIGHTER, "lighter", lighterLatencies);

        progress.step("Comparing every cell");
        TableVerifier.Verdict verdict =
            new TableVerifier(connection, DemoTables.STOCK, DemoTables.LIGHTER, progress)
                .verify(RowHistory.splitKeys(DemoTables.REGIONS));
        progress.finish();
        return new DemoReport(
            settings.rows(),
            verdict,
            report(stockCompaction, stockLatencies),
            report(lighterCompaction, lighterLatencies),
            jobs(),
            stock.problemCount() + lighter.problemCount(),
            Stream.concat(stock.problems().stream(), lighter.problems().stream()).toList());
      }
    }
  }

  /**
   * Compacts the same rows both ways in JVMs that have not compacted yet. Without it, of two stock
   * tables the one that is compacted first takes several times as long as the other.
   */
  private void warmUp(Connection connection, Admin admin) throws IOException {
    progress.step("Warming up");
    int rows = Math.min(settings.rows(), WARMUP_ROWS);
    new TableLoader(connection, DemoTables.warmup(), rows, progress).load();
    for (int round = 0; round < WARMUP_ROUNDS; round++) {
      for (TableName table : DemoTables.warmup()) {
        new TableCompaction(admin, table, progress).run();
      }
    }
  }

  private TableCompaction.Outcome measure(
      Admin admin, TableName table, String label, LatencyRecorder latencies) throws IOException {
    progress.step("Compacting " + label);
    latencies.enter(Phase.DURING);
    TableCompaction.Outcome outcome = new TableCompaction(admin, table, progress).run();
    progress.step("Reading " + label + " after");
    latencies.enter(Phase.AFTER);
    pass(settings.window());
    latencies.enter(Phase.OTHER);
    return outcome;
  }

  /** Lets readers work for a while. */
  private void pass(Duration time) throws IOException {
    long start = System.nanoTime();
    Await.until(
        "the end of a measurement",
        time.multipliedBy(2),
        () -> {
          double fraction = (double) (System.nanoTime() - start) / time.toNanos();
          progress.update(fraction);
          return fraction >= 1;
        });
  }

  private JobCounts jobs() throws IOException {
    return new RegionServerLogs(
            cluster.processNames().stream()
                .filter(name -> name.role() == Role.REGION_SERVER)
                .map(cluster::logFile)
                .toList())
        .count(DemoTables.LIGHTER);
  }

  /** Readers shall notice a failure instead of waiting it out. */
  private Configuration readerConfiguration() {
    Configuration conf = cluster.configuration();
    conf.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, 30_000);
    conf.setInt(HConstants.HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD, 30_000);
    return conf;
  }

  private static DemoReport.TableReport report(
      TableCompaction.Outcome compaction, LatencyRecorder recorder) {
    Map<Operation, Map<Phase, Latency>> latencies = new EnumMap<>(Operation.class);
    for (Operation operation : Operation.values()) {
      Map<Phase, Latency> byPhase = new EnumMap<>(Phase.class);
      for (Phase phase : Phase.values()) {
        byPhase.put(phase, recorder.latency(operation, phase));
      }
      latencies.put(operation, byPhase);
    }
    return new DemoReport.TableReport(
        compaction.time().toMillis() / 1_000.0, compaction.regions(), latencies);
  }
}
