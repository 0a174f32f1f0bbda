// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.spec;

import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Which keys a row has. A key is encoded: its parts sort as their types do, and none is the
 * beginning of another one. All columns of an index are in one family. Immutable.
 */
public sealed interface KeyExtractor permits ValueKeys, CompoundKeys, SplitKeys, QualifierKeys {

  /** The family of all columns. */
  byte[] family();

  /** The types of the parts of a key, one or more. */
  List<KeyType> types();

  /** The columns by name; empty if keys depend on all columns that begin with a prefix. */
  List<IndexedColumn> columns();

  /** What the names of the columns begin with, maybe nothing, if columns are not listed. */
  Optional<byte[]> columnPrefix();

  /** Whether keys depend on this column of the family. */
  boolean reads(byte[] qualifier, int offset, int length);

  /**
   * The encoded keys of a row with these values. With several values of a column: the keys of each
   * combination. Values of another type than the definition's make no key.
   */
  NavigableSet<byte[]> keys(ColumnValues values);

  /** The number of combinations of the values that {@link #keys} would look at. */
  default long combinations(ColumnValues values) {
    return 1;
  }

  /**
   * Checks a cell that is about to be written, of a column that {@link #reads} accepts.
   *
   * @throws IndexKeyException if the cell could make no key, with what is allowed
   */
  void check(byte[] qualifier, byte[] value) throws IndexKeyException;

  /** The definition without options, as {@link IndexSpec#parse} reads it. */
  String text();

  /** An empty set of keys, in the order of the index. */
  static NavigableSet<byte[]> noKeys() {
    return new TreeSet<>(Bytes.BYTES_COMPARATOR);
  }
}
