// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import io.lighter.testing.cluster.Await;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CompactionState;

/**
 * Major-compacts a table of one family and waits until every region with data has one new store
 * file. A table that has been compacted before is compacted again.
 */
final class TableCompaction {
  private static final Duration TIMEOUT = Duration.ofMinutes(15);

  /** Time after which a compaction that HBase gave up is requested again. */
  private static final long RETRY_NANOS = Duration.ofSeconds(5).toNanos();

  private final Admin admin;
  private final TableName table;
  private final Progress progress;

  TableCompaction(Admin admin, TableName table, Progress progress) {
    this.admin = admin;
    this.table = table;
    this.progress = progress;
  }

  /**
   * The result.
   *
   * @param time time from the request until the last region had one new file
   * @param regions number of compacted regions
   */
  record Outcome(Duration time, int regions) {}

  /**
   * The store files of a region.
   *
   * @param count number of files
   * @param compactedAt creation of the oldest output of a major compaction, Unix time in
   *     milliseconds; 0 without one ({@code HRegion.getOldestHfileTs})
   */
  record Files(int count, long compactedAt) {
    /** Whether a major compaction has replaced {@code before}. */
    boolean isCompactedSince(Files before) {
      return count == 0 || (count == 1 && compactedAt > before.compactedAt);
    }
  }

  /**
   * Compacts the table.
   *
   * @throws IOException if the compaction takes more than 15 minutes, or a region server is
   *     unreachable
   */
  Outcome run() throws IOException {
    Map<ByteBuffer, Files> before = filesByRegion();
    before.values().removeIf(files -> files.count() == 0);
    long start = System.nanoTime();
    admin.majorCompact(table);
    long[] askedAt = {start};
    Await.until("the compaction of " + table, TIMEOUT, () -> isDone(before, askedAt));
    return new Outcome(Duration.ofNanos(System.nanoTime() - start), before.size());
  }

  private boolean isDone(Map<ByteBuffer, Files> before, long[] askedAt) throws IOException {
    // Read before the files; otherwise a compaction that ends in between would be requested again.
    boolean idle = admin.getCompactionState(table) == CompactionState.NONE;
    long left = left(before, filesByRegion());
    if (!before.isEmpty()) {
      progress.update((double) (before.size() - left) / before.size());
    }
    if (idle && left > 0 && System.nanoTime() - askedAt[0] > RETRY_NANOS) {
      admin.majorCompact(table);
      askedAt[0] = System.nanoTime();
    }
    return idle && left == 0;
  }

  /** Number of regions that are not compacted since {@code before}; a missing region counts. */
  static long left(Map<ByteBuffer, Files> before, Map<ByteBuffer, Files> now) {
    return before.entrySet().stream()
        .filter(
            region -> {
              Files files = now.get(region.getKey());
              return files == null || !files.isCompactedSince(region.getValue());
            })
        .count();
  }

  private Map<ByteBuffer, Files> filesByRegion() throws IOException {
    List<RegionMetrics> regions = new ArrayList<>();
    for (ServerName server : admin.getRegionServers()) {
      regions.addAll(admin.getRegionMetrics(server, table));
    }
    Map<ByteBuffer, Files> files = new HashMap<>();
    for (RegionMetrics region : regions) {
      files.put(
          ByteBuffer.wrap(region.getRegionName()),
          new Files(region.getStoreFileCount(), region.getLastMajorCompactionTimestamp()));
    }
    return files;
  }
}
