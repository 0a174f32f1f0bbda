// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The values of several columns, one after the other, are the key. A row that lacks one of them has
 * no key.
 *
 * @param columns the columns, two or more, of one family
 */
public record CompoundKeys(List<IndexedColumn> columns) implements KeyExtractor {
  static final String WORD = "parts";

  public CompoundKeys {
    columns = List.copyOf(columns);
  }

  @Override
  public byte[] family() {
    return columns.get(0).family();
  }

  @Override
  public List<KeyType> types() {
    return columns.stream().map(IndexedColumn::type).toList();
  }

  @Override
  public Optional<byte[]> columnPrefix() {
    return Optional.empty();
  }

  @Override
  public boolean reads(byte[] qualifier, int offset, int length) {
    return columns.stream().anyMatch(column -> column.hasQualifier(qualifier, offset, length));
  }

  @Override
  public NavigableSet<byte[]> keys(ColumnValues values) {
    List<byte[]> beginnings = List.of(new byte[0]);
    for (IndexedColumn column : columns) {
      List<byte[]> longer = new ArrayList<>();
      for (byte[] value : values.of(column.qualifier())) {
        if (column.type().accepts(value)) {
          byte[] part = column.type().encodeValid(value);
          beginnings.forEach(beginning -> longer.add(Bytes.add(beginning, part)));
        }
      }
      beginnings = longer;
    }
    NavigableSet<byte[]> keys = KeyExtractor.noKeys();
    keys.addAll(beginnings);
    return keys;
  }

  @Override
  public long combinations(ColumnValues values) {
    long product = 1;
    for (IndexedColumn column : columns) {
      product = Math.min(Integer.MAX_VALUE, product * values.of(column.qualifier()).size());
    }
    return product;
  }

  @Override
  public void check(byte[] qualifier, byte[] value) throws IndexKeyException {
    for (IndexedColumn column : columns) {
      if (column.hasQualifier(qualifier, 0, qualifier.length)) {
        byte[] unused = column.type().encode(value);
      }
    }
  }

  @Override
  public String text() {
    return columns.stream()
        .map(IndexedColumn::text)
        .collect(Collectors.joining(", ", WORD + " ", ""));
  }
}
