// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
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
import org.apache.hadoop.hbase.client.Durability;

/**
 * The comparison on an existing cluster, with a client's view only; the cluster is left unchanged.
 * Used once, by one thread.
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
   * The result.
   *
   * @param verdict result of the comparison of the tables
   * @param jobs compactions of all tables that the plug-in counted meanwhile
   * @param badReads failed or wrong reads of both tables
   * @param badReadExamples descriptions of the first few bad reads
   */
  record Outcome(
      TableVerifier.Verdict verdict, JobCounts jobs, long badReads, List<String> badReadExamples) {

    /** Reasons why the demo failed, one sentence each; empty if it succeeded. */
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
   * Runs all steps, and drops the tables unless they differ.
   *
   * @throws IOException if the cluster does not answer, or already has the tables
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
      new TableLoader(
              connection, DemoTables.measured(), settings.rows(), Durability.USE_DEFAULT, progress)
          .load();
      stock.expectComplete();
      lighter.expectComplete();
      progress.step("Compacting " + DemoTables.STOCK);
      new TableCompaction(admin, DemoTables.STOCK, progress).run();
      progress.step("Compacting " + DemoTables.LIGHTER);
      regions = new TableCompaction(admin, DemoTables.LIGHTER, progress).run().regions();
    }
    // Until then reads use the inputs, and a raw scan shows cells that the compaction dropped.
    JobCounts jobs = awaitWarm(counters, before, regions);
    progress.step("Comparing every cell");
    TableVerifier.Verdict verdict =
        new TableVerifier(connection, DemoTables.STOCK, DemoTables.LIGHTER, progress)
            .verify(RowHistory.splitKeys(DemoTables.REGIONS));
    return new Outcome(verdict, jobs, problems.count(), problems.examples());
  }

  /** Waits until the metrics count all compactions and no open warm-up. */
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
