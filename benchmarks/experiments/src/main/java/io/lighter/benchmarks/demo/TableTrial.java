// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import io.lighter.testing.cluster.Await;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;

/**
 * One turn: compacts a table and measures its readers before, during and after. No other table is
 * read meanwhile, so that block-cache counters are this table's. Used once.
 */
final class TableTrial {
  private static final double NANOS_PER_S = 1e9;

  private final Connection connection;
  private final DemoSettings settings;
  private final Progress progress;
  private final BlockCacheCounters counters;
  private final ReadWindows readWindows;
  private final Side side;
  private final WarmupLog warmups;
  private final LatencyRecorder latencies = new LatencyRecorder();

  /**
   * Creates a trial.
   *
   * @param connection for everything but the readers
   * @param readWindows reads the table before it is measured
   * @param warmups warm-ups of the table
   */
  TableTrial(
      Connection connection,
      DemoSettings settings,
      Progress progress,
      BlockCacheCounters counters,
      ReadWindows readWindows,
      Side side,
      WarmupLog warmups) {
    this.connection = connection;
    this.settings = settings;
    this.progress = progress;
    this.counters = counters;
    this.readWindows = readWindows;
    this.side = side;
    this.warmups = warmups;
  }

  /** Something to do again and again during a wait. */
  @FunctionalInterface
  interface Meanwhile {
    /** Does it; must not block for long. */
    void run() throws IOException;
  }

  /**
   * Runs the trial; the table must be complete and without other readers.
   *
   * @param number number of the turn from 1, for people
   */
  Turn run(int number, Connection readerConnection, ReadProblems problems) throws IOException {
    String turn = "turn %d of %d: %s".formatted(number, Side.TURNS.size(), side.key());
    progress.step("Caching, " + turn);
    new CacheFiller(connection, side.table(), progress).fill();
    // Later than the fill, whose misses are then in none of the phases.
    Windows windows = new Windows(latencies, counters);
    settle(turn);
    try (Admin admin = connection.getAdmin();
        Readers readers =
            Readers.start(readerConnection, side.table(), settings.rows(), latencies, problems)) {
      readers.expectComplete();
      WarmupLog.State earlier = warmups.read();
      progress.step("Reading before, " + turn);
      windows.enter(Phase.BEFORE);
      long beforeNanos = System.nanoTime();
      measureBefore(windows, beforeNanos);

      progress.step("Compacting, " + turn);
      windows.enter(Phase.DURING);
      long startNanos = System.nanoTime();
      TableCompaction.Outcome compaction = new TableCompaction(admin, side.table(), progress).run();

      PostCompactionPhase phase =
          new PostCompactionPhase(
              Instant.now(), settings.pace().after(), settings.pace().warmupQuiet());
      progress.step("Reading after, " + turn);
      AfterCompaction after = new AfterCompaction(phase, warmups, earlier, windows, progress);
      after.measure();
      double toSeconds = (System.nanoTime() - startNanos) / NANOS_PER_S;
      WarmupLog.State ended = after.awaitWarmups(turn, settings.warmupTimeout());

      // The next turn must find the cache in the same state.
      admin.clearBlockCache(side.table());
      double commit = compaction.time().toNanos() / NANOS_PER_S;
      double warmupSeconds = phase.warmupSeconds(ended);
      return new Turn(
          side,
          commit,
          compaction.regions(),
          histograms(),
          windows.hits(),
          new WarmupOutcome(warmupSeconds, ended.completed(), ended.endedEarly()),
          latencies.gets(startNanos),
          windows.intervals(startNanos),
          new Span(
              (beforeNanos - startNanos) / NANOS_PER_S, commit, commit + warmupSeconds, toSeconds));
    }
  }

  /** Reads without measuring until the table's figures are steady, for a few seconds at most. */
  private void settle(String turn) throws IOException {
    progress.step("Waiting for steady figures, " + turn);
    Pace pace = settings.pace();
    boolean steady =
        Settling.awaitSteady(
            side,
            each -> readWindows.read(each, pace.turnWindow()),
            pace.turnLimit(),
            System::nanoTime);
    if (!steady) {
      progress.detail("not steady yet");
    }
  }

  private void measureBefore(Windows windows, long startNanos) throws IOException {
    Duration length = settings.pace().window();
    long lastSample = startNanos + length.toNanos() - BlockCacheCounters.COPY_NANOS;
    pass(
        length,
        progress,
        () -> {
          if (System.nanoTime() < lastSample) {
            windows.sample();
          }
        });
  }

  /** Waits while readers work. */
  static void pass(Duration time, Progress progress, Meanwhile meanwhile) throws IOException {
    long start = System.nanoTime();
    Await.until(
        "the end of a measurement",
        time.multipliedBy(2).plusSeconds(10),
        () -> {
          meanwhile.run();
          double fraction = (double) (System.nanoTime() - start) / time.toNanos();
          progress.update(fraction);
          return fraction >= 1;
        });
  }

  private Map<Operation, Map<Phase, Histogram>> histograms() {
    Map<Operation, Map<Phase, Histogram>> byOperation = new EnumMap<>(Operation.class);
    for (Operation operation : Operation.values()) {
      Map<Phase, Histogram> byPhase = new EnumMap<>(Phase.class);
      for (Phase phase : Phase.values()) {
        byPhase.put(phase, latencies.micros(operation, phase));
      }
      byOperation.put(operation, byPhase);
    }
    return byOperation;
  }
}
