// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.spec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Each piece of one column's value is a key. A value with n delimiters has n + 1 pieces, of which
 * some may be empty or equal.
 */
public final class SplitKeys implements KeyExtractor {
  static final String WORD = "split";

  private final IndexedColumn column;
  private final byte[] delimiter;

  /**
   * Creates the extractor.
   *
   * @param column the column, of type bytes or string
   * @param delimiter one byte or more
   */
  SplitKeys(IndexedColumn column, byte[] delimiter) {
    this.column = column;
    this.delimiter = delimiter.clone();
  }

  public byte[] delimiter() {
    return delimiter.clone();
  }

  @Override
  public byte[] family() {
    return column.family();
  }

  @Override
  public List<KeyType> types() {
    return List.of(column.type());
  }

  @Override
  public List<IndexedColumn> columns() {
    return List.of(column);
  }

  @Override
  public Optional<byte[]> columnPrefix() {
    return Optional.empty();
  }

  @Override
  public boolean reads(byte[] qualifier, int offset, int length) {
    return column.hasQualifier(qualifier, offset, length);
  }

  @Override
  public NavigableSet<byte[]> keys(ColumnValues values) {
    NavigableSet<byte[]> keys = KeyExtractor.noKeys();
    for (byte[] value : values.of(column.qualifier())) {
      pieces(value).forEach(piece -> keys.add(column.type().encodeValid(piece)));
    }
    return keys;
  }

  private List<byte[]> pieces(byte[] value) {
    List<byte[]> pieces = new ArrayList<>();
    int from = 0;
    int at = 0;
    while (at + delimiter.length <= value.length) {
      if (Bytes.equals(value, at, delimiter.length, delimiter, 0, delimiter.length)) {
        pieces.add(Arrays.copyOfRange(value, from, at));
        at += delimiter.length;
        from = at;
      } else {
        at++;
      }
    }
    pieces.add(Arrays.copyOfRange(value, from, value.length));
    return pieces;
  }

  /** Accepts every value: bytes and strings have no wrong ones. */
  @Override
  public void check(byte[] qualifier, byte[] value) {}

  @Override
  public String text() {
    return "%s %s %s %s"
        .formatted(
            WORD, column.columnText(), SpecText.escape(delimiter, "="), column.type().word());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SplitKeys keys
        && column.equals(keys.column)
        && Arrays.equals(delimiter, keys.delimiter);
  }

  @Override
  public int hashCode() {
    return 31 * column.hashCode() + Arrays.hashCode(delimiter);
  }

  @Override
  public String toString() {
    return text();
  }
}
