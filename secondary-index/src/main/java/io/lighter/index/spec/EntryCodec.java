// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.spec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The row of an entry in the index table: a byte of salt if the index has one, the key, the data
 * row. Entries of one salt sort by key, then by data row. Immutable.
 */
public final class EntryCodec {
  private static final int FNV_OFFSET = 0x811C9DC5;
  private static final int FNV_PRIME = 0x01000193;

  private final List<KeyType> types;
  private final int saltBuckets;

  /** Creates the codec of an index. */
  public EntryCodec(IndexSpec spec) {
    this.types = spec.keys().types();
    this.saltBuckets = spec.saltBuckets();
  }

  /**
   * A decoded entry.
   *
   * @param key encoded key
   * @param row data row
   */
  @SuppressWarnings("ArrayRecordComponent") // a pair of results, not compared
  public record Entry(byte[] key, byte[] row) {}

  /**
   * The entry's row.
   *
   * @param key encoded key, from {@link KeyExtractor#keys} or {@link #key}
   * @throws IndexKeyException if the row would be longer than HBase allows
   */
  public byte[] entryRow(byte[] key, byte[] row) throws IndexKeyException {
    long length = (long) saltBytes() + key.length + row.length;
    if (length > HConstants.MAX_ROW_LENGTH) {
      throw new IndexKeyException(
          "key of %d bytes and row of %d bytes: expected at most %d together"
              .formatted(key.length, row.length, HConstants.MAX_ROW_LENGTH - saltBytes()));
    }
    return Bytes.add(saltBuckets == 0 ? HConstants.EMPTY_BYTE_ARRAY : salt(row), key, row);
  }

  /**
   * The key and the data row of an entry.
   *
   * @throws IndexKeyException if the bytes are no entry of this index
   */
  public Entry decode(byte[] entryRow) throws IndexKeyException {
    Cursor cursor = new Cursor(0);
    if (saltBuckets > 0) {
      int unused = cursor.advance(1, entryRow.length);
    }
    int from = cursor.position();
    for (KeyType type : types) {
      byte[] unused = type.decode(entryRow, cursor);
    }
    byte[] row = Arrays.copyOfRange(entryRow, cursor.position(), entryRow.length);
    if (row.length == 0) {
      throw new IndexKeyException("entry without a row");
    }
    if (saltBuckets > 0 && entryRow[0] != salt(row)[0]) {
      throw new IndexKeyException(
          "salt %02x: expected %02x for its row".formatted(entryRow[0], salt(row)[0]));
    }
    return new Entry(Arrays.copyOfRange(entryRow, from, cursor.position()), row);
  }

  /**
   * The encoded key, or the beginning of one, of these values.
   *
   * @param values cell values of the first parts, at most as many as there are parts
   * @throws IndexKeyException if a value does not have its part's type
   */
  public byte[] key(List<byte[]> values) throws IndexKeyException {
    if (values.size() > types.size()) {
      throw new IndexKeyException(
          "%d values: expected at most %d".formatted(values.size(), types.size()));
    }
    byte[] key = HConstants.EMPTY_BYTE_ARRAY;
    for (int i = 0; i < values.size(); i++) {
      key = Bytes.add(key, types.get(i).encode(values.get(i)));
    }
    return key;
  }

  /**
   * The cell values of an encoded key, one for each part.
   *
   * @throws IndexKeyException if the bytes are no key of this index
   */
  public List<byte[]> values(byte[] key) throws IndexKeyException {
    Cursor cursor = new Cursor(0);
    List<byte[]> values = new ArrayList<>();
    for (KeyType type : types) {
      values.add(type.decode(key, cursor));
    }
    if (cursor.position() != key.length) {
      throw new IndexKeyException(
          "key of %d bytes: expected its end at byte %d".formatted(key.length, cursor.position()));
    }
    return values;
  }

  /** What the entries of each salt begin with; one empty prefix without salt. */
  public List<byte[]> saltPrefixes() {
    if (saltBuckets == 0) {
      return List.of(HConstants.EMPTY_BYTE_ARRAY);
    }
    List<byte[]> prefixes = new ArrayList<>();
    for (int salt = 0; salt < saltBuckets; salt++) {
      prefixes.add(new byte[] {(byte) salt});
    }
    return prefixes;
  }

  private int saltBytes() {
    return saltBuckets == 0 ? 0 : 1;
  }

  /** FNV-1a, folded: what is stored must not depend on a library's hash. */
  private byte[] salt(byte[] row) {
    int hash = FNV_OFFSET;
    for (byte each : row) {
      hash = (hash ^ Byte.toUnsignedInt(each)) * FNV_PRIME;
    }
    return new byte[] {(byte) Integer.remainderUnsigned(hash ^ (hash >>> 16), saltBuckets)};
  }
}
