// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.gc;

import io.lighter.index.spec.EntryCodec;
import io.lighter.index.spec.IndexKeyException;
import io.lighter.index.spec.IndexNames;
import io.lighter.index.spec.IndexSpec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.util.Bytes;

/** Sets and entries of an index of cities. */
final class LiveSetFixture {
  static final IndexSpec SPEC = IndexSpec.parse("city", "value f:city string");
  static final EntryCodec CODEC = new EntryCodec(SPEC);
  static final int SEED = 7;

  private LiveSetFixture() {}

  static LiveSetHeader header(String start, String end, long sequenceId) {
    return new LiveSetHeader(
        SPEC.text(), "table", "region", Bytes.toBytes(start), Bytes.toBytes(end), sequenceId, SEED);
  }

  static byte[] entry(String city, String row) {
    try {
      return CODEC.entryRow(CODEC.key(List.of(Bytes.toBytes(city))), Bytes.toBytes(row));
    } catch (IndexKeyException e) {
      throw new IllegalStateException(e);
    }
  }

  /** An entry as a cell of the index table. */
  static Cell cell(String city, String row, long stamp) {
    return cell(entry(city, row), stamp, KeyValue.Type.Put);
  }

  static Cell cell(byte[] entryRow, long stamp, KeyValue.Type type) {
    return new KeyValue(
        entryRow, IndexNames.family(), IndexNames.qualifier(), stamp, type, new byte[0]);
  }

  /** The bytes of a set with entries, each as city and row, in the order of rows. */
  static byte[] bytes(LiveSetHeader header, String... citiesAndRows) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (LiveSetWriter writer = new LiveSetWriter(bytes, header)) {
      for (int i = 0; i < citiesAndRows.length; i += 2) {
        writer.add(
            Bytes.toBytes(citiesAndRows[i + 1]),
            List.of(entry(citiesAndRows[i], citiesAndRows[i + 1])));
      }
      writer.end();
    }
    return bytes.toByteArray();
  }

  static LiveSet read(byte[] bytes) throws IOException {
    return LiveSetReader.read(new ByteArrayInputStream(bytes), bytes.length);
  }
}
