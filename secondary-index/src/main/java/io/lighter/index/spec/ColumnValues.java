// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.spec;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Values that columns of one row and one family have, or may have. A row as it is has at most one
 * value a column; a row that is about to change has several candidates. Not thread-safe.
 */
public final class ColumnValues {
  private final NavigableMap<byte[], List<byte[]>> values = new TreeMap<>(Bytes.BYTES_COMPARATOR);

  /** The values of those cells that are in the family. */
  public static ColumnValues of(Iterable<? extends Cell> cells, byte[] family) {
    ColumnValues values = new ColumnValues();
    for (Cell cell : cells) {
      if (CellUtil.matchingFamily(cell, family)) {
        values.add(CellUtil.cloneQualifier(cell), CellUtil.cloneValue(cell));
      }
    }
    return values;
  }

  /** Adds a value of a column; a second equal one changes nothing. */
  public void add(byte[] qualifier, byte[] value) {
    List<byte[]> all = values.computeIfAbsent(qualifier, q -> new ArrayList<>(1));
    if (all.stream().noneMatch(each -> Bytes.equals(each, value))) {
      all.add(value);
    }
  }

  /** Adds all values of {@code other}. */
  public void addAll(ColumnValues other) {
    other.values.forEach((qualifier, all) -> all.forEach(value -> add(qualifier, value)));
  }

  /** Replaces the values of a column by those that {@code other} has, maybe none. */
  public void replace(byte[] qualifier, ColumnValues other) {
    values.remove(qualifier);
    other.of(qualifier).forEach(value -> add(qualifier, value));
  }

  /** The values of a column, maybe none. */
  List<byte[]> of(byte[] qualifier) {
    return values.getOrDefault(qualifier, List.of());
  }

  /** The columns with a value. */
  Collection<byte[]> qualifiers() {
    return values.keySet();
  }
}
