// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.spec;

import java.util.Arrays;
import org.apache.hadoop.hbase.util.Bytes;

/** A column of which a key consists, or a part of it. */
public final class IndexedColumn {
  private final byte[] family;
  private final byte[] qualifier;
  private final KeyType type;

  IndexedColumn(byte[] family, byte[] qualifier, KeyType type) {
    this.family = family.clone();
    this.qualifier = qualifier.clone();
    this.type = type;
  }

  public byte[] family() {
    return family.clone();
  }

  public byte[] qualifier() {
    return qualifier.clone();
  }

  public KeyType type() {
    return type;
  }

  boolean hasQualifier(byte[] bytes, int offset, int length) {
    return Bytes.equals(qualifier, 0, qualifier.length, bytes, offset, length);
  }

  /** Column and type, as in a definition. */
  String text() {
    return columnText() + " " + type.word();
  }

  String columnText() {
    return SpecText.escape(family) + ":" + SpecText.escape(qualifier);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IndexedColumn column
        && Arrays.equals(family, column.family)
        && Arrays.equals(qualifier, column.qualifier)
        && type == column.type;
  }

  @Override
  public int hashCode() {
    return 31 * (31 * Arrays.hashCode(family) + Arrays.hashCode(qualifier)) + type.hashCode();
  }

  @Override
  public String toString() {
    return text();
  }
}
