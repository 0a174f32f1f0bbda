// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EntryCodecTest {
  private static final int ROUNDS = 20_000;
  private static final long SEED = 47;

  private final Random random = new Random(SEED);

  @ParameterizedTest
  @EnumSource(KeyType.class)
  void entriesSortByKeyThenByRow(KeyType type) throws IndexKeyException {
    EntryCodec codec = codec("value f:q " + type.word());
    Comparator<byte[]> values = order(type);
    for (int i = 0; i < ROUNDS; i++) {
      byte[] value = value(type);
      byte[] other = random.nextInt(4) == 0 ? value : value(type);
      byte[] row = row();
      byte[] otherRow = row();
      int expected = values.compare(value, other);
      if (expected == 0) {
        expected = Bytes.compareTo(row, otherRow);
      }

      byte[] entry = codec.entryRow(type.encode(value), row);
      byte[] otherEntry = codec.entryRow(type.encode(other), otherRow);

      assertThat(Integer.signum(Bytes.compareTo(entry, otherEntry)))
          .as("%s %s %s %s", hex(value), hex(row), hex(other), hex(otherRow))
          .isEqualTo(Integer.signum(expected));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " salt=2", " salt=16", " salt=256"})
  void entryIsReadAsItWasWritten(String salt) throws IndexKeyException {
    EntryCodec codec =
        codec("parts f:a bytes, f:b string, f:c int, f:d long, f:e double, f:f decimal" + salt);
    List<KeyType> types = List.of(KeyType.values());
    for (int i = 0; i < ROUNDS / 10; i++) {
      List<byte[]> values = new ArrayList<>();
      for (KeyType type : KeyType.values()) {
        values.add(value(type));
      }
      byte[] row = row();
      byte[] key = codec.key(values);

      EntryCodec.Entry entry = codec.decode(codec.entryRow(key, row));

      assertThat(entry.row()).isEqualTo(row);
      assertThat(entry.key()).isEqualTo(key);
      List<byte[]> read = codec.values(key);
      for (int part = 0; part < values.size(); part++) {
        assertThat(order(types.get(part)).compare(read.get(part), values.get(part)))
            .as("part %d: %s", part, hex(values.get(part)))
            .isZero();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(KeyType.class)
  void noKeyIsTheBeginningOfAnother(KeyType type) throws IndexKeyException {
    for (int i = 0; i < ROUNDS; i++) {
      byte[] key = type.encode(value(type));
      byte[] other = type.encode(value(type));

      assertThat(Bytes.startsWith(other, key) && !Bytes.equals(key, other)).isFalse();
    }
  }

  @Test
  void compoundKeysSortByTheirFirstPartFirst() throws IndexKeyException {
    EntryCodec codec = codec("parts f:a string, f:b long");
    Comparator<List<byte[]>> order =
        Comparator.<List<byte[]>, byte[]>comparing(v -> v.get(0), order(KeyType.STRING))
            .thenComparing(v -> v.get(1), order(KeyType.LONG));
    for (int i = 0; i < ROUNDS; i++) {
      List<byte[]> one = List.of(value(KeyType.STRING), value(KeyType.LONG));
      List<byte[]> two =
          List.of(random.nextBoolean() ? one.get(0) : value(KeyType.STRING), value(KeyType.LONG));

      assertThat(Integer.signum(Bytes.compareTo(codec.key(one), codec.key(two))))
          .isEqualTo(Integer.signum(order.compare(one, two)));
    }
  }

  @Test
  void saltIsStableAndSpreadsRows() throws IndexKeyException {
    EntryCodec codec = codec("value f:q bytes salt=4");
    int[] counts = new int[4];
    for (int i = 0; i < 4000; i++) {
      byte[] entry = codec.entryRow(KeyType.BYTES.encode(new byte[0]), Bytes.toBytes("row" + i));
      counts[entry[0]]++;
    }

    assertThat(Arrays.stream(counts)).allMatch(count -> count > 800);
    assertThat(codec.saltPrefixes()).hasSize(4);
    assertThat(codec.entryRow(KeyType.BYTES.encode(new byte[0]), Bytes.toBytes("row1")))
        .as("stored by earlier releases")
        .startsWith(2);
  }

  @Test
  void tooLongEntryIsRefusedWithLengths() throws IndexKeyException {
    EntryCodec codec = codec("value f:q bytes salt=2");
    byte[] key = KeyType.BYTES.encode(new byte[HConstants.MAX_ROW_LENGTH / 2 - 1]);
    int most = HConstants.MAX_ROW_LENGTH - 1 - key.length;

    assertThat(codec.entryRow(key, new byte[most])).hasSize(HConstants.MAX_ROW_LENGTH);
    assertThat(
            catchThrowableOfType(
                IndexKeyException.class, () -> codec.entryRow(key, new byte[most + 1])))
        .hasMessage(
            "key of %d bytes and row of %d bytes: expected at most 32766 together",
            key.length, most + 1);
  }

  @Test
  void otherBytesAreNoEntry() throws IndexKeyException {
    for (String text :
        List.of(
            "value f:q bytes", "value f:q int", "value f:q double", "value f:q decimal salt=3")) {
      EntryCodec codec = codec(text);
      for (int i = 0; i < ROUNDS; i++) {
        byte[] bytes = row();
        try {
          EntryCodec.Entry entry = codec.decode(bytes);
          assertThat(entry.row()).isNotEmpty();
        } catch (IndexKeyException e) {
          assertThat(e.getMessage()).isNotEmpty();
        }
      }
    }
    EntryCodec codec = codec("value f:q bytes");
    byte[] withoutRow = KeyType.BYTES.encode(new byte[] {1});

    assertThat(catchThrowableOfType(IndexKeyException.class, () -> codec.decode(withoutRow)))
        .hasMessage("entry without a row");
    assertThat(
            catchThrowableOfType(
                IndexKeyException.class, () -> codec.decode(new byte[] {1, 0, 7, 9})))
        .hasMessage("byte 07 at 2: expected 00 or ff");
  }

  private static EntryCodec codec(String text) {
    return new EntryCodec(IndexSpec.parse("i", text));
  }

  /** Short rows of few bytes, so that one is often the beginning of another. */
  private byte[] row() {
    return bytes(1 + random.nextInt(4));
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (random.nextInt(3) == 0 ? random.nextInt(256) : random.nextInt(3) - 1);
    }
    return bytes;
  }

  private byte[] value(KeyType type) {
    return switch (type) {
      case BYTES -> bytes(random.nextInt(5));
      case STRING ->
          random
              .ints(random.nextInt(4), 0, 0x300)
              .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
              .toString()
              .getBytes(StandardCharsets.UTF_8);
      case INT -> Bytes.toBytes(random.nextBoolean() ? random.nextInt() : random.nextInt(5) - 2);
      case LONG -> Bytes.toBytes(random.nextBoolean() ? random.nextLong() : random.nextInt(5) - 2L);
      case DOUBLE -> Bytes.toBytes(someDouble());
      case DECIMAL -> Bytes.toBytes(someDecimal());
    };
  }

  private double someDouble() {
    return switch (random.nextInt(6)) {
      case 0 -> 0.0;
      case 1 -> -0.0;
      case 2 -> Double.NEGATIVE_INFINITY;
      case 3 -> Double.NaN;
      case 4 -> random.nextGaussian();
      default -> random.nextGaussian() * Math.pow(10, random.nextInt(600) - 300);
    };
  }

  private BigDecimal someDecimal() {
    BigInteger digits = new BigInteger(random.nextInt(100), random); // below 31 digits
    int scale = random.nextInt(3) == 0 ? random.nextInt(1800) - 900 : random.nextInt(6) - 2;
    BigDecimal number = new BigDecimal(digits, scale);
    return random.nextBoolean() ? number : number.negate();
  }

  private static Comparator<byte[]> order(KeyType type) {
    return switch (type) {
      case BYTES, STRING -> Bytes.BYTES_COMPARATOR;
      case INT -> Comparator.comparing(value -> Bytes.toInt(value));
      case LONG -> Comparator.comparing(value -> Bytes.toLong(value));
      case DOUBLE -> Comparator.comparing(value -> Bytes.toDouble(value));
      case DECIMAL -> Comparator.comparing(value -> Bytes.toBigDecimal(value));
    };
  }

  private static String hex(byte[] bytes) {
    return Bytes.toStringBinary(bytes);
  }
}
