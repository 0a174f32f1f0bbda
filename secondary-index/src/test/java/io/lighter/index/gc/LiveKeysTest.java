// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.gc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.index.spec.EntryCodec;
import io.lighter.index.spec.IndexSpec;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.ArrayBackedTag;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TagType;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class LiveKeysTest {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final IndexSpec CITY = IndexSpec.parse("city", "value f:city string");
  private static final IndexSpec COMPOUND =
      IndexSpec.parse("both", "parts f:city string, f:name string");
  private static final long READ_POINT = 1000;

  @Test
  void newestPutOfARowIsLive() throws Exception {
    LiveSet set = set(CITY, put("r", "city", 20, 2, "rome"), put("r", "city", 10, 1, "oslo"));

    assertThat(live(set, CITY, "r", "rome")).isTrue();
    assertThat(live(set, CITY, "r", "oslo")).isFalse();
  }

  /** A marker may hide the newest put. */
  @Test
  void allPutsOfARowWithAMarkerAreLive() throws Exception {
    LiveSet set =
        set(
            CITY,
            put("q", "city", 20, 2, "rome"),
            put("q", "city", 10, 1, "oslo"),
            marker("r", "city", 20, 3),
            put("r", "city", 20, 2, "rome"),
            put("r", "city", 10, 1, "oslo"));

    assertThat(live(set, CITY, "r", "rome")).isTrue();
    assertThat(live(set, CITY, "r", "oslo")).isTrue();
    assertThat(live(set, CITY, "r", "bonn")).isFalse();
    assertThat(live(set, CITY, "q", "oslo")).as("a row without a marker").isFalse();
  }

  /** Such a cell is from before the index, which refuses to write one. */
  @Test
  void allPutsOfARowWithACellThatExpiresAreLive() throws Exception {
    LiveSet set =
        set(
            CITY,
            expiring("r", "city", 20, 2, "rome"),
            put("r", "city", 10, 1, "oslo"),
            put("s", "city", 20, 2, "rome"),
            put("s", "city", 10, 1, "oslo"));

    assertThat(live(set, CITY, "r", "rome")).isTrue();
    assertThat(live(set, CITY, "r", "oslo")).isTrue();
    assertThat(live(set, CITY, "s", "oslo")).isFalse();
  }

  /** HBase keeps such a marker without applying it, and may drop a visible put as a version. */
  @Test
  void rowWithACellThatAScannerHoldsKeepsAllEntries() throws Exception {
    LiveSet set =
        set(
            CITY,
            put("q", "city", 20, READ_POINT, "rome"),
            marker("r", "city", 20, READ_POINT + 1),
            put("r", "city", 20, 2, "rome"),
            put("s", "other", 20, READ_POINT + 1, "x"),
            put("t", "city", 20, 2, "rome"));

    assertThat(live(set, CITY, "r", "oslo")).isTrue();
    assertThat(live(set, CITY, "s", "oslo")).isTrue();
    assertThat(live(set, CITY, "q", "paris")).isFalse();
    assertThat(live(set, CITY, "t", "paris")).isFalse();
  }

  @Test
  void otherColumnsAreNoKeys() throws Exception {
    LiveSet set = set(CITY, put("r", "name", 20, 2, "rome"));

    assertThat(live(set, CITY, "r", "rome")).isFalse();
  }

  @Test
  void compoundKeyHasTheNewestPutOfEachPart() throws Exception {
    LiveSet set =
        set(
            COMPOUND,
            put("r", "city", 20, 2, "rome"),
            put("r", "city", 10, 1, "oslo"),
            put("r", "name", 10, 1, "anna"));

    assertThat(live(set, COMPOUND, "r", "rome", "anna")).isTrue();
    assertThat(live(set, COMPOUND, "r", "oslo", "anna")).isFalse();
  }

  @Test
  void rowWithTooManyCombinationsKeepsAllEntries() throws Exception {
    Stream<KeyValue> puts =
        Stream.concat(
            Stream.of(marker("r", "city", 99, 99)),
            Stream.concat(
                Stream.iterate(20, i -> i - 1).limit(17).map(i -> put("r", "city", i, 1, "c" + i)),
                Stream.of(put("r", "name", 1, 1, "anna"))));
    LiveSet set = set(COMPOUND, puts.toArray(KeyValue[]::new));

    assertThat(live(set, COMPOUND, "r", "any", "body")).isTrue();
  }

  private static LiveSet set(IndexSpec spec, KeyValue... cells) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (LiveSetWriter writer = new LiveSetWriter(bytes, LiveSetFixture.header("", "", 1))) {
      LiveKeys keys = new LiveKeys(spec, writer, READ_POINT);
      for (KeyValue cell : cells) {
        keys.add(cell);
      }
      keys.end();
      writer.end();
    }
    return LiveSetFixture.read(bytes.toByteArray());
  }

  private static boolean live(LiveSet set, IndexSpec spec, String row, String... parts)
      throws Exception {
    EntryCodec codec = new EntryCodec(spec);
    byte[] key = codec.key(Stream.of(parts).map(Bytes::toBytes).toList());
    return set.mayHave(Bytes.toBytes(row), codec.entryRow(key, Bytes.toBytes(row)));
  }

  private static KeyValue put(String row, String column, long time, long sequenceId, String value) {
    return cell(row, column, time, sequenceId, KeyValue.Type.Put, value);
  }

  private static KeyValue expiring(
      String row, String column, long time, long sequenceId, String value) {
    KeyValue cell =
        new KeyValue(
            Bytes.toBytes(row),
            FAMILY,
            Bytes.toBytes(column),
            time,
            KeyValue.Type.Put,
            Bytes.toBytes(value),
            List.of(new ArrayBackedTag(TagType.TTL_TAG_TYPE, Bytes.toBytes(60_000L))));
    cell.setSequenceId(sequenceId);
    return cell;
  }

  private static KeyValue marker(String row, String column, long time, long sequenceId) {
    return cell(row, column, time, sequenceId, KeyValue.Type.Delete, "");
  }

  private static KeyValue cell(
      String row, String column, long time, long sequenceId, KeyValue.Type type, String value) {
    KeyValue cell =
        new KeyValue(
            Bytes.toBytes(row), FAMILY, Bytes.toBytes(column), time, type, Bytes.toBytes(value));
    cell.setSequenceId(sequenceId);
    return cell;
  }
}
