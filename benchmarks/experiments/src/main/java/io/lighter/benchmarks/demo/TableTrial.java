// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import io.lighter.testing.cluster.Await;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Compacts one table and measures its readers before, during and after. No other table is read
 * meanwhile, so that block-cache counters are this table's. Used once.
 */
final class TableTrial {
  private final Connection connection;
  private final DemoSettings settings;
  private final Progress progress;
  private final BlockCacheCounters counters;
  private final TableName table;
  private final String label;
  private final WarmupLog warmups;
  private final LatencyRecorder latencies = new LatencyRecorder();

  /**
   * Creates a trial.
   *
   * @param connection for everything but the readers
   * @param label name of the table for people
   */
  TableTrial(
      Connection connection,
      DemoSettings settings,
      Progress progress,
      BlockCacheCounters counters,
      TableName table,
      String label,
      WarmupLog warmups) {
    this.connection = connection;
    this.settings = settings;
    this.progress = progress;
    this.counters = counters;
    this.table = table;
    this.label = label;
    this.warmups = warmups;
  }

  /** Runs the trial; the table must be complete and without other readers. */
  DemoReport.TableReport run(Connection readerConnection, ReadProblems problems)
      throws IOException {
    try (Admin admin = connection.getAdmin();
        Readers readers =
            Readers.start(readerConnection, table, settings.rows(), latencies, problems)) {
      readers.expectComplete();
      progress.step("Caching " + label);
      new CacheFiller(connection, table, progress).fill();
      Windows windows = new Windows(latencies, counters);

      progress.step("Reading " + label + " before");
      windows.enter(Phase.BEFORE);
      pass(settings.window());

      progress.step("Compacting " + label);
      windows.enter(Phase.DURING);
      TableCompaction.Outcome compaction = new TableCompaction(admin, table, progress).run();

      PostCompactionPhase afterCompaction = new PostCompactionPhase(Instant.now());
      windows.enter(Phase.AFTER);
      progress.step("Reading " + label + " after");
      WarmupLog.State ended = awaitRest(afterCompaction);
      windows.enter(Phase.OTHER);

      // The other table must find the cache in the same state.
      admin.clearBlockCache(table);
      return report(compaction, windows, afterCompaction, ended);
    }
  }

  /** Waits while readers work. */
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

  private WarmupLog.State awaitRest(PostCompactionPhase afterCompaction) throws IOException {
    WarmupLog.State[] last = {warmups.read()};
    Await.until(
        "the end of the warm-up of " + table,
        settings.warmupTimeout(),
        () -> {
          WarmupLog.State now = warmups.read();
          if (!now.equals(last[0])) {
            last[0] = now;
            progress.detail("warm-ups done: %d of %d".formatted(now.ended(), now.started()));
          }
          double rested = afterCompaction.rested(Instant.now(), now);
          progress.update(rested);
          return rested >= 1;
        });
    return last[0];
  }

  private DemoReport.TableReport report(
      TableCompaction.Outcome compaction,
      Windows windows,
      PostCompactionPhase afterCompaction,
      WarmupLog.State ended) {
    Map<Operation, Map<Phase, Latency>> byOperation = new EnumMap<>(Operation.class);
    for (Operation operation : Operation.values()) {
      Map<Phase, Latency> byPhase = new EnumMap<>(Phase.class);
      for (Phase phase : Phase.values()) {
        byPhase.put(phase, latencies.latency(operation, phase));
      }
      byOperation.put(operation, byPhase);
    }
    return new DemoReport.TableReport(
        compaction.time().toMillis() / 1_000.0,
        compaction.regions(),
        byOperation,
        windows.hits(),
        new WarmupOutcome(
            afterCompaction.warmupSeconds(ended), ended.completed(), ended.endedEarly()));
  }
}
