package io.lighter.benchmarks.check;

import java.nio.charset.StandardCharsets;

/** Row keys. A row's counter sorts behind it. */
final class Keys {
  /** Every so many rows there is a counter. */
  static final int ROWS_PER_COUNTER = 10;

  private static final int DIGITS = 6;
  private static final char COUNTER = 'c';

  private Keys() {}

  static byte[] ofRow(int row) {
    return ("r%0" + DIGITS + "d").formatted(row).getBytes(StandardCharsets.US_ASCII);
  }

  static byte[] ofCounter(int row) {
    return (toString(ofRow(row)) + COUNTER).getBytes(StandardCharsets.US_ASCII);
  }

  /** Whether {@code row} has a counter. */
  static boolean hasCounter(int row) {
    return row % ROWS_PER_COUNTER == 0;
  }

  static boolean isCounter(byte[] key) {
    return key.length == 2 + DIGITS && key[key.length - 1] == COUNTER;
  }

  /** The row whose key, or whose counter's key, this is. */
  static int row(byte[] key) {
    return Integer.parseInt(toString(key).substring(1, 1 + DIGITS));
  }

  static String toString(byte[] key) {
    return new String(key, StandardCharsets.US_ASCII);
  }
}
