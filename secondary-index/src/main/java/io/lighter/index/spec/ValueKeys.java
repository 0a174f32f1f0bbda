// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.spec;

import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;

/**
 * The value of one column is the key.
 *
 * @param column the column
 */
public record ValueKeys(IndexedColumn column) implements KeyExtractor {
  static final String WORD = "value";

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
      if (column.type().accepts(value)) {
        keys.add(column.type().encodeValid(value));
      }
    }
    return keys;
  }

  @Override
  public void check(byte[] qualifier, byte[] value) throws IndexKeyException {
    byte[] unused = column.type().encode(value);
  }

  @Override
  public String text() {
    return WORD + " " + column.text();
  }
}
