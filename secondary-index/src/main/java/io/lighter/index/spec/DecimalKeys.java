// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.spec;

import java.math.BigDecimal;
import java.util.Arrays;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Order;
import org.apache.hadoop.hbase.util.OrderedBytes;
import org.apache.hadoop.hbase.util.SimplePositionedMutableByteRange;

/** Decimal numbers as parts of keys, by {@link OrderedBytes}. */
final class DecimalKeys {
  /** {@link OrderedBytes} rounds to 31 digits, and two numbers would then be one key. */
  private static final int MOST_DIGITS = OrderedBytes.MAX_PRECISION;

  /** Keeps a number of a few bytes from becoming one of 2 GB. */
  private static final int MOST_EXPONENT = 1000;

  /** Header, exponent, two digits a byte, end: with much room. */
  private static final int MOST_BYTES = 64;

  private static final int MOST_EXPONENT_BYTES = 9;

  private static final int SCALE_BYTES = Bytes.SIZEOF_INT;

  private DecimalKeys() {}

  static String problem(byte[] value) {
    if (value.length <= SCALE_BYTES) {
      return "value of %d bytes: expected decimal, at least %d bytes"
          .formatted(value.length, SCALE_BYTES + 1);
    }
    // 31 digits have 13 bytes; more may be zeros, which do not count, up to the least exponent.
    if (value.length > SCALE_BYTES + MOST_EXPONENT) {
      return "value of %d bytes: expected decimal, at most %d digits"
          .formatted(value.length, MOST_DIGITS);
    }
    BigDecimal number = Bytes.toBigDecimal(value);
    long exponent = (long) number.precision() - number.scale();
    if (number.signum() != 0 && Math.abs(exponent) > MOST_EXPONENT) {
      return "decimal with exponent %d: expected from -%d to %d"
          .formatted(exponent, MOST_EXPONENT, MOST_EXPONENT);
    }
    if (number.stripTrailingZeros().precision() > MOST_DIGITS) {
      return "decimal of %d digits: expected at most %d"
          .formatted(number.stripTrailingZeros().precision(), MOST_DIGITS);
    }
    return "";
  }

  static byte[] encode(BigDecimal number) {
    var range = new SimplePositionedMutableByteRange(MOST_BYTES);
    BigDecimal canonical = number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
    OrderedBytes.encodeNumeric(range, canonical, Order.ASCENDING);
    return Arrays.copyOf(range.getBytes(), range.getPosition());
  }

  /** Accepts only what {@link #encode} makes: {@link OrderedBytes} checks little. */
  static BigDecimal decode(byte[] bytes, Cursor cursor) throws IndexKeyException {
    int from = cursor.position();
    // OrderedBytes reads the exponent without a look at the end.
    byte[] padded = Arrays.copyOfRange(bytes, from, bytes.length + MOST_EXPONENT_BYTES);
    BigDecimal number = decodeAnything(padded);
    if (number != null && problem(Bytes.toBytes(number)).isEmpty()) {
      byte[] part = encode(number);
      if (Arrays.equals(part, Arrays.copyOf(padded, part.length))) {
        int unused = cursor.advance(part.length, bytes.length);
        return number;
      }
    }
    throw new IndexKeyException("no decimal at byte %d".formatted(from));
  }

  /** Returns null if there is no number. */
  private static BigDecimal decodeAnything(byte[] bytes) {
    try {
      return OrderedBytes.decodeNumericAsBigDecimal(new SimplePositionedMutableByteRange(bytes));
    } catch (IllegalArgumentException | IndexOutOfBoundsException | ArithmeticException e) {
      return null; // what OrderedBytes throws for other bytes
    }
  }
}
