// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.client.commit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The columns that a transaction writes, each once. HBase gives all cells of a batch the same time:
 * of a deletion and a put of one column, only the deletion would count. Confined to a thread.
 */
final class WrittenColumns {
  private final Map<byte[], List<Column>> byRow = new TreeMap<>(Bytes.BYTES_COMPARATOR);

  /** A column, or all columns of a family, or all families. */
  private static final class Column {
    /** The family; null for all. */
    private final byte[] family;

    /** The qualifier; null for all of the family. */
    private final byte[] qualifier;

    Column(byte[] family, byte[] qualifier) {
      this.family = family;
      this.qualifier = qualifier;
    }

    boolean overlaps(Column other) {
      return isSameOrAll(family, other.family) && isSameOrAll(qualifier, other.qualifier);
    }

    private static boolean isSameOrAll(byte[] one, byte[] other) {
      return one == null || other == null || Arrays.equals(one, other);
    }

    @Override
    public String toString() {
      return family == null
          ? "all columns"
          : Bytes.toStringBinary(family)
              + ":"
              + (qualifier == null ? "*" : Bytes.toStringBinary(qualifier));
    }
  }

  /**
   * Adds the columns of a put or a deletion.
   *
   * @throws DoNotRetryIOException if one of them was added before; then none is added
   */
  void add(Mutation mutation) throws DoNotRetryIOException {
    List<Column> columns = columns(mutation);
    List<Column> before = byRow.computeIfAbsent(mutation.getRow(), row -> new ArrayList<>());
    for (Column column : columns) {
      if (before.stream().anyMatch(column::overlaps)) {
        throw new DoNotRetryIOException(
            "writes of row '%s', %s = 2: expected one write of a column in a transaction"
                .formatted(Bytes.toStringBinary(mutation.getRow()), column));
      }
    }
    before.addAll(columns);
  }

  private static List<Column> columns(Mutation mutation) {
    if (mutation.getFamilyCellMap().isEmpty()) {
      return List.of(new Column(null, null)); // a deletion of the row
    }
    List<Column> columns = new ArrayList<>();
    for (List<? extends Cell> cells : mutation.getFamilyCellMap().values()) {
      for (Cell cell : cells) {
        boolean ofFamily =
            cell.getType() == Cell.Type.DeleteFamily
                || cell.getType() == Cell.Type.DeleteFamilyVersion;
        columns.add(
            new Column(
                CellUtil.cloneFamily(cell), ofFamily ? null : CellUtil.cloneQualifier(cell)));
      }
    }
    return columns;
  }
}
