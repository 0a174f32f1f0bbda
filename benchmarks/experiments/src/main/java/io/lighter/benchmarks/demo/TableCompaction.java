// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import io.lighter.testing.cluster.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CompactionState;

/** Major-compacts a table of one family and waits until every region has one store file. */
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
   * @param time time from the request until the last region had one file
   * @param regions number of regions that had more than one file before
   */
  record Outcome(Duration time, int regions) {}

  /**
   * Compacts the table.
   *
   * @throws IOException if the compaction takes more than 15 minutes, or a region server is
   *     unreachable
   */
  Outcome run() throws IOException {
    int toDo = regionsToCompact();
    long start = System.nanoTime();
    admin.majorCompact(table);
    long[] askedAt = {start};
    Await.until("the compaction of " + table, TIMEOUT, () -> isDone(toDo, askedAt));
    return new Outcome(Duration.ofNanos(System.nanoTime() - start), toDo);
  }

  private boolean isDone(int toDo, long[] askedAt) throws IOException {
    // Read before the count; otherwise a compaction that ends in between would be requested again.
    boolean idle = admin.getCompactionState(table) == CompactionState.NONE;
    int left = regionsToCompact();
    if (toDo > 0) {
      progress.update((double) (toDo - left) / toDo);
    }
    if (idle && left > 0 && System.nanoTime() - askedAt[0] > RETRY_NANOS) {
      admin.majorCompact(table);
      askedAt[0] = System.nanoTime();
    }
    return idle && left == 0;
  }

  private int regionsToCompact() throws IOException {
    List<RegionMetrics> regions = new ArrayList<>();
    for (ServerName server : admin.getRegionServers()) {
      regions.addAll(admin.getRegionMetrics(server, table));
    }
    return (int) regions.stream().filter(region -> region.getStoreFileCount() > 1).count();
  }
}
