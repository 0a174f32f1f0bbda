// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HConstants.OperationStatusCode;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.util.Bytes;

/** The rows of a mini-batch whose keys may change. Thread-safe: it has no state of a batch. */
final class BatchChanges {
  private static final long NO_TTL = Long.MAX_VALUE;

  private final Collection<RowKeys> indexes;
  private final Durability ofTable;

  /**
   * Creates the reader of batches of a table.
   *
   * @param ofTable durability of the table
   */
  BatchChanges(Collection<RowKeys> indexes, Durability ofTable) {
    this.indexes = indexes;
    this.ofTable = ofTable == Durability.USE_DEFAULT ? Durability.SYNC_WAL : ofTable;
  }

  /**
   * The changed rows, in the order of rows.
   *
   * @param reckoned cells that an increment or append results in, by operation
   * @throws DoNotRetryIOException for what an indexed column cannot have
   */
  SortedMap<byte[], RowChange> of(
      MiniBatchOperationInProgress<Mutation> batch, IdentityHashMap<Mutation, List<Cell>> reckoned)
      throws DoNotRetryIOException {
    SortedMap<byte[], RowChange> rows = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    for (int i = 0; i < batch.size(); i++) {
      if (batch.getOperationStatus(i).getOperationStatusCode() != OperationStatusCode.NOT_RUN) {
        continue; // refused or answered already
      }
      Mutation operation = batch.getOperation(i);
      boolean computed = operation instanceof Increment || operation instanceof Append;
      add(rows, operation, computed ? reckoned.get(operation) : cells(operation));
      Mutation[] added = batch.getOperationsFromCoprocessors(i);
      for (Mutation more : added == null ? new Mutation[0] : added) {
        checkAdded(more);
        add(rows, more, cells(more));
      }
    }
    return rows;
  }

  private void add(SortedMap<byte[], RowChange> rows, Mutation operation, List<Cell> cells)
      throws DoNotRetryIOException {
    if (cells == null) {
      throw new DoNotRetryIOException(
          "%s of an indexed table without its result: expected HBase to compute it first"
              .formatted(operation.getClass().getSimpleName()));
    }
    List<Cell> indexed = cells.stream().filter(this::touchesAny).toList();
    if (indexed.isEmpty()) {
      return;
    }
    if (operation.getTTL() != NO_TTL) {
      throw new DoNotRetryIOException(
          "row %s: TTL of %d ms on an indexed column: expected none, since an expired cell may"
                  .formatted(RowText.of(operation.getRow()), operation.getTTL())
              + " uncover an older one without a write");
    }
    RowChange change = rows.computeIfAbsent(operation.getRow(), RowChange::new);
    indexed.forEach(change::add);
    Durability durability =
        operation.getDurability() == Durability.USE_DEFAULT ? ofTable : operation.getDurability();
    if (durability != Durability.SYNC_WAL && durability != Durability.FSYNC_WAL) {
      change.unsynced();
    }
  }

  private boolean touchesAny(Cell cell) {
    boolean ofFamily =
        PrivateCellUtil.isDeleteFamily(cell) || PrivateCellUtil.isDeleteFamilyVersion(cell);
    return indexes.stream()
        .anyMatch(
            index ->
                ofFamily
                    ? CellUtil.matchingFamily(cell, index.spec().keys().family())
                    : index.reads(cell));
  }

  /** HBase finds the version that such a delete means only after this hook. */
  private void checkAdded(Mutation added) throws DoNotRetryIOException {
    for (Cell cell : cells(added)) {
      if (PrivateCellUtil.isDeleteType(cell)
          && cell.getTimestamp() == HConstants.LATEST_TIMESTAMP
          && touchesAny(cell)) {
        throw new DoNotRetryIOException(
            "row %s: a coprocessor deletes the newest version of an indexed column: expected a"
                    .formatted(RowText.of(added.getRow()))
                + " timestamp");
      }
    }
  }

  private static List<Cell> cells(Mutation operation) {
    List<Cell> cells = new ArrayList<>();
    for (Map.Entry<byte[], List<Cell>> family : operation.getFamilyCellMap().entrySet()) {
      cells.addAll(family.getValue());
    }
    return cells;
  }
}
