package io.lighter.benchmarks.demo;

import io.lighter.common.config.WarmupStrategy;
import io.lighter.testing.cluster.Await;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/**
 * The comparison alone, on a cluster that runs already and is left as it was: what can be seen from
 * a client. Used once, by one thread.
 */
final class ClusterDemo {
  private static final int CLIENT_TIMEOUT_MS = 60_000;

  private final Configuration conf;
  private final DemoSettings settings;
  private final Progress progress;

  ClusterDemo(Configuration conf, DemoSettings settings, Progress progress) {
    this.conf = new Configuration(conf);
    this.conf.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, CLIENT_TIMEOUT_MS);
    this.conf.setInt(HConstants.HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD, CLIENT_TIMEOUT_MS);
    this.settings = settings;
    this.progress = progress;
  }

  /**
   * What was found.
   *
   * @param verdict on the equality of the tables
   * @param jobs compactions that the plug-in counted meanwhile, of all tables
   * @param badReads reads that failed or returned something wrong, of both tables
   * @param badReadExamples the first few of them, in words
   */
  record Outcome(
      TableVerifier.Verdict verdict, JobCounts jobs, long badReads, List<String> badReadExamples) {

    /** Why the demo failed, one sentence each; empty if it did not. */
    List<String> failures() {
      List<String> failures = verdict.failures();
      if (badReads > 0) {
        failures.add(badReads + " reads went wrong: " + String.join("; ", badReadExamples));
      }
      if (jobs.offloaded() == 0) {
        failures.add("no compaction was offloaded: " + jobs.describe());
      }
      return failures;
    }
  }

  /**
   * Runs all steps; afterwards the tables are gone, unless something differs.
   *
   * @throws IOException if the cluster does not answer, or has tables of these names
   */
  Outcome run() throws IOException {
    try (Connection connection = ConnectionFactory.createConnection(conf);
        Admin admin = connection.getAdmin()) {
      for (TableName table : DemoTables.measured()) {
        if (admin.tableExists(table)) {
          throw new IOException(
              "table %s exists; disable and drop it, if it is an earlier demo's".formatted(table));
        }
      }
      PluginCounters counters = new PluginCounters(admin);
      PluginCounters.Counts before = counters.read();
      progress.step("Creating tables");
      DemoTables.createMeasured(admin, settings.strategy());
      Outcome outcome = run(connection, admin, counters, before);
      if (outcome.failures().isEmpty()) {
        progress.step("Dropping tables");
        for (TableName table : DemoTables.measured()) {
          admin.disableTable(table);
          admin.deleteTable(table);
        }
      }
      progress.finish();
      return outcome;
    }
  }

  private Outcome run(
      Connection connection, Admin admin, PluginCounters counters, PluginCounters.Counts before)
      throws IOException {
    ReadProblems problems = new ReadProblems();
    LatencyRecorder notMeasured = new LatencyRecorder();
    int regions;
    try (Readers stock =
            Readers.start(connection, DemoTables.STOCK, settings.rows(), notMeasured, problems);
        Readers lighter =
            Readers.start(connection, DemoTables.LIGHTER, settings.rows(), notMeasured, problems)) {
      progress.step("Loading, reading all the while");
      new TableLoader(connection, DemoTables.measured(), settings.rows(), progress).load();
      stock.expectComplete();
      lighter.expectComplete();
      progress.step("Compacting " + DemoTables.STOCK);
      new TableCompaction(admin, DemoTables.STOCK, progress).run();
      progress.step("Compacting " + DemoTables.LIGHTER);
      regions = new TableCompaction(admin, DemoTables.LIGHTER, progress).run().regions();
    }
    // Until then reads get the inputs, and a raw scan what the compaction dropped.
    JobCounts jobs = awaitWarm(counters, before, regions);
    progress.step("Comparing every cell");
    TableVerifier.Verdict verdict =
        new TableVerifier(connection, DemoTables.STOCK, DemoTables.LIGHTER, progress)
            .verify(RowHistory.splitKeys(DemoTables.REGIONS));
    return new Outcome(verdict, jobs, problems.count(), problems.examples());
  }

  /** Waits until the metrics know of as many compactions as there were, and no warm-up is left. */
  private JobCounts awaitWarm(PluginCounters counters, PluginCounters.Counts before, int regions)
      throws IOException {
    progress.step("Waiting for the warm-up of the block cache");
    int warmups = settings.strategy() == WarmupStrategy.NONE ? 0 : regions;
    PluginCounters.Counts[] now = {before};
    Await.until(
        "the metrics to tell of %d compactions and %d warm-ups of %s"
            .formatted(regions, warmups, DemoTables.LIGHTER),
        settings.warmupTimeout(),
        () -> {
          now[0] = counters.read();
          JobCounts jobs = now[0].jobs().minus(before.jobs());
          return jobs.offloaded() + jobs.local() >= regions
              && now[0].warmupsStarted() - before.warmupsStarted() >= warmups
              && now[0].warmupsOpen() == 0;
        });
    return now[0].jobs().minus(before.jobs());
  }
}
