// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class KeyExtractorTest {

  @Test
  void absentColumnHasNoKeyAndEmptyValueTheEmptyKey() throws IndexKeyException {
    assertThat(keys("value f:city string")).isEmpty();
    assertThat(keys("value f:city string", "other", "Rome")).isEmpty();
    assertThat(keys("value f:city string", "city", "")).containsExactly("''");
    assertThat(keys("value f:city string", "city", "Rome")).containsExactly("'Rome'");
  }

  @Test
  void compoundKeyNeedsAllParts() throws IndexKeyException {
    String text = "parts f:a string, f:b string";

    assertThat(keys(text, "a", "x")).isEmpty();
    assertThat(keys(text, "a", "x", "b", "")).containsExactly("'x',''");
    assertThat(keys(text, "a", "x", "b", "1", "a", "y", "b", "2"))
        .containsExactly("'x','1'", "'x','2'", "'y','1'", "'y','2'");
  }

  @Test
  void combinationsAreCountedBeforeTheyAreMade() {
    ColumnValues values = values("a", "1", "a", "2", "b", "1", "b", "2", "b", "3", "b", "3");

    assertThat(spec("parts f:a string, f:b string").keys().combinations(values)).isEqualTo(6);
    assertThat(spec("parts f:a string, f:c string").keys().combinations(values)).isZero();
    assertThat(spec("value f:a string").keys().combinations(values)).isEqualTo(1);
  }

  @Test
  void eachPieceIsAKeyOnce() throws IndexKeyException {
    String text = "split f:tags , string";

    assertThat(keys(text, "tags", "b,a,b")).containsExactly("'a'", "'b'");
    assertThat(keys(text, "tags", "")).containsExactly("''");
    assertThat(keys(text, "tags", ",x")).containsExactly("''", "'x'");
    assertThat(keys("split f:tags ab string", "tags", "aabbab"))
        .containsExactly("''", "'a'", "'b'");
  }

  @Test
  void columnsThatBeginWithThePrefixAreKeys() throws IndexKeyException {
    String text = "qualifier f:tag_ string";

    assertThat(keys(text, "tag_red", "1", "tag_", "1", "tag", "1", "a", "1"))
        .containsExactly("''", "'red'");
    assertThat(keys("qualifier f: string", "a", "1")).containsExactly("'a'");
    assertThat(spec(text).keys().reads(Bytes.toBytes("xtag_r"), 1, 5)).isTrue();
    assertThat(spec(text).keys().reads(Bytes.toBytes("tag_r"), 0, 3)).isFalse();
  }

  @Test
  void valueOfAnotherTypeMakesNoKeyAndIsRefusedInAWrite() throws IndexKeyException {
    KeyExtractor keys = spec("value f:n int").keys();
    ColumnValues values = new ColumnValues();
    values.add(Bytes.toBytes("n"), new byte[3]);

    assertThat(keys.keys(values)).isEmpty();
    assertThat(
            catchThrowableOfType(
                IndexKeyException.class, () -> keys.check(Bytes.toBytes("n"), new byte[3])))
        .hasMessage("value of 3 bytes: expected int, 4 bytes");
    assertThatCode(() -> keys.check(Bytes.toBytes("n"), new byte[4])).doesNotThrowAnyException();
  }

  @Test
  void decimalsThatCannotBeToldApartAreRefused() {
    assertThat(KeyType.DECIMAL.accepts(decimal("1." + "0".repeat(60)))).isTrue();
    for (String number : List.of("0." + "1".repeat(32), "1e1001", "1e-1002", "1e2000000000")) {
      assertThat(KeyType.DECIMAL.accepts(decimal(number))).as(number).isFalse();
    }
    assertThat(KeyType.DECIMAL.accepts(new byte[4])).isFalse();
    assertThat(KeyType.DECIMAL.accepts(new byte[3000])).isFalse();
  }

  @Test
  void textIsReadAsTheTypeSays() throws IndexKeyException {
    assertThat(KeyType.INT.parse(" -5 ")).isEqualTo(Bytes.toBytes(-5));
    assertThat(KeyType.LONG.format(KeyType.LONG.parse("7"))).isEqualTo("7");
    assertThat(KeyType.DOUBLE.format(KeyType.DOUBLE.parse("0.5"))).isEqualTo("0.5");
    assertThat(KeyType.DECIMAL.format(KeyType.DECIMAL.parse("1.50"))).isEqualTo("1.50");
    assertThat(KeyType.BYTES.parse("a\\x00\\xfe")).isEqualTo(new byte[] {'a', 0, (byte) 0xFE});
    assertThat(KeyType.BYTES.format(new byte[] {'a', 0})).isEqualTo("a\\x00");
    assertThat(KeyType.STRING.parse(" \\x ")).isEqualTo(Bytes.toBytes(" \\x "));
    for (KeyType type : List.of(KeyType.INT, KeyType.LONG, KeyType.DOUBLE, KeyType.DECIMAL)) {
      assertThat(catchThrowableOfType(IndexKeyException.class, () -> type.parse("x1")))
          .hasMessage("'x1': expected " + type.word());
      assertThat(type.format(new byte[3])).isEqualTo("\\x00\\x00\\x00");
    }
  }

  private static byte[] decimal(String number) {
    return Bytes.toBytes(new BigDecimal(number));
  }

  private static IndexSpec spec(String text) {
    return IndexSpec.parse("i", text);
  }

  private static ColumnValues values(String... columnsAndValues) {
    ColumnValues values = new ColumnValues();
    for (int i = 0; i < columnsAndValues.length; i += 2) {
      values.add(Bytes.toBytes(columnsAndValues[i]), Bytes.toBytes(columnsAndValues[i + 1]));
    }
    return values;
  }

  private static List<String> keys(String text, String... columnsAndValues)
      throws IndexKeyException {
    IndexSpec spec = spec(text);
    EntryCodec codec = new EntryCodec(spec);
    Stream.Builder<String> keys = Stream.builder();
    for (byte[] key : spec.keys().keys(values(columnsAndValues))) {
      List<String> parts =
          codec.values(key).stream().map(part -> "'" + Bytes.toString(part) + "'").toList();
      keys.add(String.join(",", parts));
    }
    return keys.build().toList();
  }
}
