// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import io.lighter.testing.cluster.Await;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.ProcessName;
import io.lighter.testing.cluster.Role;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionInfo;

/**
 * One major compaction of a trial, and its warm-up, timed by the region servers' logs and counters.
 * Reads the lines that follow its creation. Confined to one thread.
 *
 * <p>A user's request rewrites a store of one file, too: HBase's {@code SortedCompactionPolicy}
 * selects all files for it and applies neither the ratio nor the least number of files. {@link
 * Stripes} need a flush.
 */
final class MajorCompaction {
  private final LocalCluster cluster;
  private final TableName table;
  private final TrialSettings settings;
  private final Workload.Clients clients;
  private final Clock clock;
  private final List<LogWatch> logs = new ArrayList<>();
  private final List<String> regions;

  /** Begins to watch the logs; requests nothing. */
  MajorCompaction(
      LocalCluster cluster,
      TableName table,
      TrialSettings settings,
      Workload.Clients clients,
      Clock clock)
      throws IOException {
    this.cluster = cluster;
    this.table = table;
    this.settings = settings;
    this.clients = clients;
    this.clock = clock;
    for (ProcessName name : cluster.processNames()) {
      if (name.role() == Role.REGION_SERVER) {
        logs.add(new LogWatch(cluster.logFile(name)));
      }
    }
    try (Admin admin = cluster.connection().getAdmin()) {
      regions = admin.getRegions(table).stream().map(RegionInfo::getEncodedName).toList();
    }
  }

  /** Requests the compaction; returns the time of the commit of its output. */
  Instant compact() throws IOException {
    try (Admin admin = cluster.connection().getAdmin()) {
      if (Stripes.areIn(admin.getDescriptor(table))) {
        admin.flush(table);
      }
      admin.majorCompact(table);
    }
    Await.until(
        "the compaction of " + table,
        settings.compactionLimit(),
        () -> {
          clients.requireRunning();
          return events().commit().isPresent();
        });
    // The paper's data exceeded its nodes' page cache; the data just written here do not.
    cluster.evictStoreFiles();
    return events().commit().orElseThrow();
  }

  /**
   * Waits for the end of the warm-up.
   *
   * @param hitRatio of client reads in the baseline, 0 to 1
   */
  WarmupEnd.Found awaitWarm(
      Strategy strategy, Instant commit, double hitRatio, ServerSampler sampler)
      throws IOException {
    WarmupEnd rule = new WarmupEnd(hitRatio, settings.warmupLimit());
    List<WarmupEnd.Found> found = new ArrayList<>();
    Await.until(
        "the end of the warm-up",
        settings.warmupLimit().multipliedBy(2),
        () -> {
          clients.requireRunning();
          rule.find(
                  commit,
                  strategy.logsItsEnd(),
                  events().warmupEnd(),
                  sampler.series(),
                  clock.instant())
              .ifPresent(found::add);
          return !found.isEmpty();
        });
    return found.get(0);
  }

  /** Start of the caching of blocks for an output that is not in use yet, if there was one. */
  Optional<Instant> preSwitch(Strategy strategy, Instant commit) throws IOException {
    return events().warmupStart().filter(time -> time.isBefore(commit) && strategy == Strategy.PSW);
  }

  /** The events so far. */
  CompactionEvents events() throws IOException {
    List<String> lines = new ArrayList<>();
    for (LogWatch log : logs) {
      lines.addAll(log.lines());
    }
    return CompactionEvents.of(lines, regions, ZoneId.systemDefault());
  }
}
