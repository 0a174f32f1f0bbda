// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.commit;

import io.lighter.client.commit.TransactionConflictException;
import io.lighter.client.commit.TransactionId;
import io.lighter.client.commit.TransactionService;
import io.lighter.common.protocol.LighterProtos.ReadRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Looks whether a read set has changed since a snapshot: whether it has a cell, of any version, or
 * a delete marker with a sequence id above the snapshot's. The snapshot is pinned, so that flushes
 * and compactions have dropped none of them, and have left their sequence ids. Stateless.
 */
final class CommitValidation {
  /** Cells that are read at a time: a row may have millions. */
  private static final int BATCH = 1_000;

  private CommitValidation() {}

  /**
   * Checks the read set of a commit, of whose rows the calling thread has the locks.
   *
   * @param readPoint sequence id of the last write that the snapshot shows
   * @return the least time, in milliseconds, at which a write of the rows that were read hides what
   *     they have; 0 if they have nothing
   * @throws TransactionConflictException if a row or range has changed
   * @throws DoNotRetryIOException if a range has too many rows
   */
  static long check(Region region, TransactionId id, long readPoint, CommitPlan plan)
      throws IOException {
    long earliest = 0;
    for (byte[] row : plan.readRows()) {
      Changes changes = new Changes(id, readPoint);
      changes.read(region, new Scan().withStartRow(row).withStopRow(row, true));
      if (plan.stampedRows().contains(row)) {
        earliest = Math.max(earliest, changes.earliest);
      }
    }
    for (ReadRange range : plan.readRanges()) {
      Changes changes = new Changes(id, readPoint);
      changes.read(
          region,
          new Scan()
              .withStartRow(range.getStart().toByteArray(), range.getIncludeStart())
              .withStopRow(range.getStop().toByteArray(), range.getIncludeStop()));
      if (changes.rows > TransactionService.MOST_RANGE_ROWS) {
        throw new DoNotRetryIOException(
            "rows of range %s, deleted ones included = more than %d: expected at most %d"
                .formatted(
                    CommitPlan.text(range),
                    TransactionService.MOST_RANGE_ROWS,
                    TransactionService.MOST_RANGE_ROWS));
      }
    }
    return earliest;
  }

  /** What a raw scan has found. */
  private static final class Changes {
    private final TransactionId id;
    private final long readPoint;
    private int rows;
    private long earliest;
    private byte[] lastRow;

    Changes(TransactionId id, long readPoint) {
      this.id = id;
      this.readPoint = readPoint;
    }

    /** Reads until a change, the end, or one row too many. */
    void read(Region region, Scan scan) throws IOException {
      scan.setRaw(true).readAllVersions().setBatch(BATCH);
      try (RegionScanner scanner = region.getScanner(scan)) {
        List<Cell> cells = new ArrayList<>();
        boolean more = true;
        while (more && rows <= TransactionService.MOST_RANGE_ROWS) {
          cells.clear();
          more = scanner.next(cells); // of one row
          if (!cells.isEmpty()) {
            add(cells);
          }
        }
      }
    }

    private void add(List<Cell> cells) throws TransactionConflictException {
      byte[] row = CellUtil.cloneRow(cells.get(0));
      if (!Bytes.equals(row, lastRow)) {
        lastRow = row;
        rows++;
      }
      for (Cell cell : cells) {
        if (((ExtendedCell) cell).getSequenceId() > readPoint) {
          throw new TransactionConflictException(
              "row '%s' has changed since the snapshot of %s: begin again"
                  .formatted(Bytes.toStringBinary(row), id));
        }
        boolean hidesItsOwnTime = cell.getType() != Cell.Type.Put;
        earliest = Math.max(earliest, cell.getTimestamp() + (hidesItsOwnTime ? 1 : 0));
      }
    }
  }
}
