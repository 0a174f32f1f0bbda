// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.spec;

import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;

/**
 * The name of each column that begins with a prefix is a key, without the prefix; values do not
 * matter. A row has as many keys as it has such columns.
 */
public final class QualifierKeys implements KeyExtractor {
  static final String WORD = "qualifier";

  private final byte[] family;
  private final byte[] prefix;
  private final KeyType type;

  /**
   * Creates the extractor.
   *
   * @param prefix what the columns' names begin with; empty: all columns of the family
   * @param type type of the rest of the name
   */
  QualifierKeys(byte[] family, byte[] prefix, KeyType type) {
    this.family = family.clone();
    this.prefix = prefix.clone();
    this.type = type;
  }

  @Override
  public byte[] family() {
    return family.clone();
  }

  @Override
  public List<KeyType> types() {
    return List.of(type);
  }

  @Override
  public List<IndexedColumn> columns() {
    return List.of();
  }

  @Override
  public Optional<byte[]> columnPrefix() {
    return Optional.of(prefix.clone());
  }

  @Override
  public boolean reads(byte[] qualifier, int offset, int length) {
    return length >= prefix.length
        && Arrays.equals(qualifier, offset, offset + prefix.length, prefix, 0, prefix.length);
  }

  @Override
  public NavigableSet<byte[]> keys(ColumnValues values) {
    NavigableSet<byte[]> keys = KeyExtractor.noKeys();
    for (byte[] qualifier : values.qualifiers()) {
      if (reads(qualifier, 0, qualifier.length) && type.accepts(rest(qualifier))) {
        keys.add(type.encodeValid(rest(qualifier)));
      }
    }
    return keys;
  }

  private byte[] rest(byte[] qualifier) {
    return Arrays.copyOfRange(qualifier, prefix.length, qualifier.length);
  }

  @Override
  public void check(byte[] qualifier, byte[] value) throws IndexKeyException {
    byte[] unused = type.encode(rest(qualifier));
  }

  @Override
  public String text() {
    return "%s %s:%s %s"
        .formatted(WORD, SpecText.escape(family), SpecText.escape(prefix), type.word());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof QualifierKeys keys
        && Arrays.equals(family, keys.family)
        && Arrays.equals(prefix, keys.prefix)
        && type == keys.type;
  }

  @Override
  public int hashCode() {
    return 31 * (31 * Arrays.hashCode(family) + Arrays.hashCode(prefix)) + type.hashCode();
  }

  @Override
  public String toString() {
    return text();
  }
}
