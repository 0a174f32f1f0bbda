// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.lighter.index.spec.EntryCodec;
import io.lighter.index.spec.IndexKeyException;
import io.lighter.index.spec.IndexSpec;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyRangeTest {
  private static final IndexSpec CITY = IndexSpec.parse("city", "value f:city string");
  private static final IndexSpec AGE = IndexSpec.parse("age", "value f:age int");
  private static final IndexSpec BOTH =
      IndexSpec.parse("both", "parts f:country string, f:age long");

  @Test
  void boundsAreTypedAndSaySoOrNot() throws IndexKeyException {
    assertNumbers(KeyRange.all(), n -> true);
    assertNumbers(KeyRange.exact(3), n -> n == 3);
    assertNumbers(KeyRange.exact(KeyRange.text("-3")), n -> n == -3);
    assertNumbers(KeyRange.between(-2, 5), n -> n >= -2 && n < 5);
    assertNumbers(KeyRange.all().above(-2L).atMost(5L), n -> n > -2 && n <= 5);
    assertNumbers(KeyRange.all().atLeast((short) 4), n -> n >= 4);
    assertNumbers(KeyRange.prefix(4), n -> n == 4);
    assertNumbers(KeyRange.between(5, -5), n -> false);
    assertNumbers(KeyRange.exact(Bytes.toBytes(7)), n -> n == 7);
  }

  private static void assertNumbers(KeyRange range, IntPredicate expected)
      throws IndexKeyException {
    KeyWindow window = range.window(AGE);
    for (int number = -10; number <= 10; number++) {
      byte[] key = new EntryCodec(AGE).key(List.of(Bytes.toBytes(number)));
      assertThat(window.contains(key)).as("%s, %d", range, number).isEqualTo(expected.test(number));
    }
  }

  @Test
  void prefixOfATextIsCutAnywhere() throws IndexKeyException {
    KeyWindow window = KeyRange.prefix("Ro").window(CITY);

    assertThat(Stream.of("Ro", "Rome", "Ro\u0000", "Ro\uffff"))
        .allMatch(city -> window.contains(key(city)));
    assertThat(Stream.of("R", "Rn", "Rp", "", "Q", "ro"))
        .noneMatch(city -> window.contains(key(city)));
    assertThat(KeyRange.prefix("").window(CITY).end()).isNull();
  }

  @Test
  void exactIsNotAPrefix() {
    KeyWindow window = KeyRange.exact("Ro").window(CITY);

    assertThat(window.contains(key("Ro"))).isTrue();
    assertThat(Stream.of("Rome", "Ro\u0000", "R", ""))
        .noneMatch(city -> window.contains(key(city)));
  }

  @Test
  void firstPartsBoundKeysOfSeveralParts() {
    assertBoth(KeyRange.exact("DE", 5), "DE5");
    assertBoth(KeyRange.prefix("DE"), "DE4", "DE5", "DEX5");
    assertBoth(KeyRange.prefix("DE", 4), "DE4");
    assertBoth(KeyRange.all().atLeast("DE").atMost("DE"), "DE4", "DE5");
    assertBoth(KeyRange.all().below("DE"), "A5");
    assertBoth(KeyRange.all().above("DE").below("DEX", 6), "DEX5");
  }

  private static void assertBoth(KeyRange range, String... expected) {
    List<String> found = new ArrayList<>();
    for (String country : List.of("A", "DE", "DEX", "E")) {
      for (long age : new long[] {4, 5}) {
        if ((age == 5 || country.equals("DE"))
            && range.window(BOTH).contains(key(BOTH, Bytes.toBytes(country), Bytes.toBytes(age)))) {
          found.add(country + age);
        }
      }
    }
    assertThat(found).as(range.toString()).containsExactly(expected);
  }

  /** The rows of an entry are in a range of index rows if the key is in the range of keys. */
  @ParameterizedTest
  @ValueSource(strings = {"value f:b bytes", "value f:b bytes salt=7", "value f:b bytes salt=256"})
  void rangesOfIndexRowsHaveTheEntriesOfTheKeys(String definition) throws IndexKeyException {
    IndexSpec spec = IndexSpec.parse("b", definition);
    EntryLayout layout = new EntryLayout(spec);
    Random random = new Random(7);
    for (int i = 0; i < 3000; i++) {
      byte[] low = bytes(random);
      byte[] high = bytes(random);
      KeyRange range =
          switch (random.nextInt(4)) {
            case 0 -> KeyRange.exact((Object) low);
            case 1 -> KeyRange.prefix((Object) low);
            case 2 -> KeyRange.all().atLeast((Object) low).atMost((Object) high);
            default -> KeyRange.all().above((Object) low).below((Object) high);
          };
      byte[] value = random.nextInt(3) == 0 ? low : bytes(random);
      byte[] key = key(spec, value);
      KeyWindow window = range.window(spec);
      byte[] entry = new EntryCodec(spec).entryRow(key, Bytes.add(new byte[] {1}, bytes(random)));

      boolean inRows =
          !window.isEmpty() && layout.rows(window).stream().anyMatch(rows -> contains(rows, entry));
      assertThat(inRows)
          .as("%s: %s", range, Bytes.toStringBinary(value))
          .isEqualTo(window.contains(key));
      assertThat(layout.decode(new IndexRow(entry, 1)).orElseThrow().key()).isEqualTo(key);
    }
  }

  private static boolean contains(RowRange rows, byte[] row) {
    return Bytes.compareTo(row, rows.start()) >= 0
        && (rows.stop().length == 0 || Bytes.compareTo(row, rows.stop()) < 0);
  }

  /** Short, of few and of extreme bytes. */
  private static byte[] bytes(Random random) {
    byte[] bytes = new byte[random.nextInt(4)];
    byte[] alphabet = {0, 1, 'a', (byte) 0xFE, (byte) 0xFF};
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = alphabet[random.nextInt(alphabet.length)];
    }
    return bytes;
  }

  @Test
  void numbersOfAllTypesFitTheirIndex() {
    IndexSpec decimal = IndexSpec.parse("d", "value f:d decimal");
    byte[] two = key(decimal, Bytes.toBytes(new BigDecimal("2")));

    assertThat(KeyRange.exact(2).window(decimal).contains(two)).isTrue();
    assertThat(KeyRange.exact(new BigDecimal("2.00")).window(decimal).contains(two)).isTrue();
    IndexSpec doubles = IndexSpec.parse("d", "value f:d double");
    assertThat(
            KeyRange.exact(0.1f)
                .window(doubles)
                .contains(key(doubles, Bytes.toBytes((double) 0.1f))))
        .isTrue();
  }

  @Test
  void wrongValuesNameIndexValueAndType() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeyRange.exact("x").window(AGE))
        .withMessage("index age: value 'x' of String: expected int");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeyRange.exact(KeyRange.text("x")).window(AGE))
        .withMessageContaining("index age: 'x': expected int");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeyRange.exact(1L << 40).window(AGE))
        .withMessageContaining("index age: ");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeyRange.exact("DE").window(BOTH))
        .withMessage("index both: 1 values: expected 2, one for each part of a key");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeyRange.prefix("DE", 1, 2).window(BOTH))
        .withMessage("index both: 3 values: expected at most 2");
    assertThatIllegalArgumentException().isThrownBy(KeyRange::exact);
    assertThatIllegalArgumentException().isThrownBy(() -> KeyRange.exact("a").below("b"));
  }

  private static byte[] key(String city) {
    return key(CITY, FakeTables.bytes(city));
  }

  private static byte[] key(IndexSpec spec, byte[]... values) {
    try {
      return new EntryCodec(spec).key(List.of(values));
    } catch (IndexKeyException e) {
      throw new AssertionError(e);
    }
  }
}
