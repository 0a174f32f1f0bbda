// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import io.lighter.testing.cluster.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * Checks the state after the last write: every row, with all its versions, equals the result of its
 * last change. The check is repeated during another compaction, after it, and from its output
 * alone. All cells, deleted ones included, must have been written by the check.
 */
final class FinalCheck {
  private static final Duration COMPACTION_TIMEOUT = Duration.ofMinutes(2);

  /** HBase drops a major compaction request while a compaction of the store is queued or runs. */
  private static final long RETRY_NANOS = Duration.ofSeconds(5).toNanos();

  private final CheckContext context;
  private final Optional<LinkedRows> links;

  /**
   * Creates the check.
   *
   * @param links the linked rows, if any
   */
  FinalCheck(CheckContext context, Optional<LinkedRows> links) {
    this.context = context;
    this.links = links;
  }

  void run() throws IOException, InterruptedException {
    context.forgetLocations();
    try (Admin admin = context.connection().getAdmin();
        Table table = context.connection().getTable(context.table())) {
      compareAll(table, "final scan");
      compareRaw(table);
      compact(admin, context.table());
      compareAll(table, "final scan during a compaction");
      awaitCompacted(admin, context.table());
      compareAll(table, "final scan after a compaction");
      reopen(admin, context.table());
      compareAll(table, "final scan of a compaction's output");
      if (context.settings().shape().hasReplicas()) {
        new ReplicaReads(context).compareAll(table);
      }
      if (links.isPresent()) {
        TableName linked = LinkedRows.tableOf(context.table());
        links.get().checkAll();
        compact(admin, linked);
        awaitCompacted(admin, linked);
        links.get().checkAll();
        reopen(admin, linked);
        links.get().checkAll();
      }
    }
  }

  /** Flushes all regions of a table, and asks for a major compaction. */
  static void compact(Admin admin, TableName table) throws IOException {
    for (RegionInfo region : admin.getRegions(table)) {
      admin.flushRegion(region.getRegionName());
    }
    admin.majorCompact(table);
  }

  private void awaitCompacted(Admin admin, TableName table) throws IOException {
    awaitCompacted(
        admin,
        table,
        table.equals(context.table()) ? context.settings().shape().maxFilesOfRegion() : 1);
  }

  /**
   * Waits until no region has more files than a major compaction leaves, where that is known. An
   * uncompacted store would prove nothing.
   *
   * @param maxFiles files of a region after a major compaction
   */
  static void awaitCompacted(Admin admin, TableName table, int maxFiles) throws IOException {
    long[] askedAt = {System.nanoTime()};
    Await.until(
        "the end of the compactions",
        COMPACTION_TIMEOUT,
        () -> {
          boolean idle = admin.getCompactionState(table) == CompactionState.NONE;
          boolean compacted = isCompacted(admin, table, maxFiles);
          if (idle && !compacted && System.nanoTime() - askedAt[0] > RETRY_NANOS) {
            admin.majorCompact(table);
            askedAt[0] = System.nanoTime();
          }
          return idle && compacted;
        });
  }

  private static boolean isCompacted(Admin admin, TableName table, int maxFiles)
      throws IOException {
    for (ServerName server : admin.getRegionServers()) {
      for (RegionMetrics region : admin.getRegionMetrics(server, table)) {
        if (region.getStoreFileCount() > maxFiles) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * Reopens all regions, because reads use a compaction's inputs during its warm-up, and a reopened
   * region has no warm-up.
   */
  private void reopen(Admin admin, TableName table) throws IOException {
    admin.disableTable(table);
    admin.enableTable(table);
    context.forgetLocations();
  }

  private void compareAll(Table table, String what) throws IOException, InterruptedException {
    ScanPlan plan =
        ScanPlan.everything(
            new Scan(),
            RowState.MAX_VERSIONS,
            ResultChecker.Promise.WHOLE_ROW,
            context.model().rowCount());
    long start = context.model().now();
    try (ResultScanner scanner = context.open(plan, table)) {
      new Scanning(plan, context, new Read(what, start, start)).run(scanner, context.model()::now);
    }
  }

  private void compareRaw(Table table) throws IOException {
    long start = context.model().now();
    try (ResultScanner scanner = table.getScanner(new Scan().setRaw(true).readAllVersions())) {
      for (Result result = scanner.next(); result != null; result = scanner.next()) {
        Read read = new Read("final raw scan", start, context.model().now());
        if (!Keys.isCounterOrRegister(result.getRow())) {
          compareRaw(result, read);
        }
      }
    }
  }

  private void compareRaw(Result result, Read read) {
    int last = context.model().row(Keys.row(result.getRow())).lastVersion();
    for (Cell cell : result.rawCells()) {
      try {
        if (CellUtil.isPut(cell) && context.cells().version(cell) > last) {
          throw new ForeignCellException(cell);
        }
      } catch (ForeignCellException e) {
        context
            .model()
            .report(
                new Problem(Problem.Kind.FOREIGN, "versions up to " + last),
                result.getRow(),
                e.getMessage(),
                read);
      }
    }
  }
}
