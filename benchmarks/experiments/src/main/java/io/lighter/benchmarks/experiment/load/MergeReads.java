// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

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
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;

/**
 * Reads the newest rows of a table with tiers, from a warm block cache, over a merge from the fast
 * to the slow tier. As many flushes as a level has files come first, while merges wait; then their
 * merge is asked for, and the one that it causes is over tiers. Nothing is inserted while reads are
 * measured. Confined to one thread.
 */
final class MergeReads {
  /** Time after the last merge when the hit ratio is compared. */
  static final Duration LATER = Duration.ofSeconds(60);

  /** Gets a second, which the block cache serves easily. */
  private static final int GETS_PER_SECOND = 200;

  private static final Duration WINDOW = Duration.ofSeconds(2);
  private static final int QUIET_WINDOWS = 8;
  private static final int LATER_WINDOWS = 8;

  /** Windows in which the clients start. */
  private static final int FIRST_WINDOWS = 2;

  /** Merges that follow the flushes: to the level of the other files, and over tiers. */
  private static final int MERGES = 2;

  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final int BATCH = 100;

  private final LocalCluster cluster;
  private final Admin admin;
  private final LoadRows rows;
  private final Clock clock;

  MergeReads(LocalCluster cluster, Admin admin, LoadRows rows, Clock clock) {
    this.cluster = cluster;
    this.admin = admin;
    this.rows = rows;
    this.clock = clock;
  }

  /**
   * Reads over the merge.
   *
   * @throws IOException if the cluster fails; operations that fail are in the result
   */
  MergeRun run(Row row, int repeat) throws IOException {
    switchMerges(false);
    try (PageCacheDrops drops = PageCacheDrops.start(cluster)) {
      admin.modifyTable(TableReads.table(row));
      insert(row.plan());
      admin.clearBlockCache(EngineLoad.TABLE);
      CacheFill.fill(cluster.connection(), row, rows);
      MergeRun run = measure(row, repeat);
      List<String> failures = new ArrayList<>(run.failures());
      drops.failure().ifPresent(failures::add);
      return new MergeRun(
          row, repeat, run.quiet(), run.merging(), run.after(), run.reads(), run.log(), failures);
    } finally {
      switchMerges(true);
    }
  }

  private MergeRun measure(Row row, int repeat) throws IOException {
    LogWatch log = new LogWatch(cluster.logFile(ProcessName.regionServer(1)));
    LoadPlan readers =
        row.plan()
            .read(GETS_PER_SECOND, WINDOW, List.of(ReadWindow.Kind.GET))
            .reading(ReadUse.MERGE);
    String region = admin.getRegions(EngineLoad.TABLE).get(0).getEncodedName();
    try (StallSampler machine = StallSampler.start(List.of(), List.of(), clock);
        ServerSampler sampler = ServerSampler.start(cluster, clock);
        LoadClients clients =
            LoadClients.read(cluster.connection(), EngineLoad.TABLE, readers, rows, clock)) {
      Instant from = clients.start().plus(WINDOW.multipliedBy(FIRST_WINDOWS));
      Instant asked = from.plus(WINDOW.multipliedBy(QUIET_WINDOWS));
      awaitTime(asked);
      switchMerges(true);
      admin.compact(EngineLoad.TABLE);
      StoreLog merges = awaitMerges(log, region);
      Instant end = lastEnd(merges);
      TimeSpan after =
          new TimeSpan(
              end.plus(LATER), end.plus(LATER).plus(WINDOW.multipliedBy(LATER_WINDOWS + 1L)));
      awaitTime(after.to().plus(WINDOW));
      clients.stop();
      boolean apart = cluster.isolation().profile().pinned();
      Reads reads =
          new Reads(
              LoadWindows.of(
                  clients.windows(clock.instant()),
                  apart,
                  span -> machine.usage(span.from(), span.to())),
              sampler.series());
      StoreLog all = log(log, region);
      List<String> failures = new ArrayList<>(LoadChecks.failures(reads));
      clients.problem().ifPresent(failures::add);
      MergeRun run =
          new MergeRun(
              row,
              repeat,
              new TimeSpan(from, asked),
              new TimeSpan(firstStart(merges), end),
              after,
              reads,
              all,
              failures);
      failures.addAll(LoadChecks.failures(run));
      return new MergeRun(row, repeat, run.quiet(), run.merging(), after, reads, all, failures);
    }
  }

  /** Inserts and flushes rows that nothing reads, as many times as a level has files. */
  private void insert(LoadPlan plan) throws IOException {
    long next = plan.rows();
    byte[] region = admin.getRegions(EngineLoad.TABLE).get(0).getRegionName();
    try (Table table = cluster.connection().getTable(EngineLoad.TABLE)) {
      for (int flush = 0; flush < TierTables.K; flush++) {
        long end = next + plan.flushRows();
        while (next < end) {
          List<Put> puts = new ArrayList<>();
          for (int i = 0; i < BATCH && next < end; i++) {
            puts.add(rows.put(next++));
          }
          table.put(puts);
        }
        admin.flushRegion(region);
      }
    }
  }

  private void switchMerges(boolean on) throws IOException {
    admin.compactionSwitch(on, List.of()); // of all region servers
  }

  private void awaitTime(Instant time) throws IOException {
    Await.until(
        "the time of a phase",
        Duration.between(clock.instant(), time).plus(LIMIT),
        () -> !clock.instant().isBefore(time));
  }

  private StoreLog awaitMerges(LogWatch log, String region) throws IOException {
    Await.until("a merge over tiers", LIMIT, () -> log(log, region).compactions().size() >= MERGES);
    EngineLoad.awaitQuiet(admin);
    return log(log, region);
  }

  private static StoreLog log(LogWatch log, String region) throws IOException {
    return StoreLog.of(log.lines(), region, ZoneId.systemDefault());
  }

  private static Instant firstStart(StoreLog merges) {
    return merges.compactions().stream()
        .map(StoreLog.Compaction::start)
        .min(Instant::compareTo)
        .orElseThrow();
  }

  private static Instant lastEnd(StoreLog merges) {
    return merges.compactions().stream()
        .map(StoreLog.Compaction::end)
        .max(Instant::compareTo)
        .orElseThrow();
  }
}
