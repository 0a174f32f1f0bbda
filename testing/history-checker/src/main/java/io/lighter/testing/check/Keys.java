package io.lighter.testing.check;

import java.nio.charset.StandardCharsets;

/** Row keys. A row's counter, or its register, sorts behind it; no row has both. */
final class Keys {
  /** Every so many rows there is a counter. */
  static final int ROWS_PER_COUNTER = 10;

  /** Every so many rows there is a register: few, for writers are to meet. */
  static final int ROWS_PER_REGISTER = 50;

  /** Of the row with the first register. */
  static final int FIRST_REGISTER = 5;

  private static final int DIGITS = 6;
  private static final char COUNTER = 'c';
  private static final char REGISTER = 'x';

  private Keys() {}

  static byte[] ofRow(int row) {
    return ("r%0" + DIGITS + "d").formatted(row).getBytes(StandardCharsets.US_ASCII);
  }

  static byte[] ofCounter(int row) {
    return (toString(ofRow(row)) + COUNTER).getBytes(StandardCharsets.US_ASCII);
  }

  static byte[] ofRegister(int row) {
    return (toString(ofRow(row)) + REGISTER).getBytes(StandardCharsets.US_ASCII);
  }

  /** Whether {@code row} has a counter. */
  static boolean hasCounter(int row) {
    return row % ROWS_PER_COUNTER == 0;
  }

  /** Whether {@code row} has a register. */
  static boolean hasRegister(int row) {
    return row % ROWS_PER_REGISTER == FIRST_REGISTER;
  }

  static boolean isCounter(byte[] key) {
    return isBehindRow(key) && key[key.length - 1] == COUNTER;
  }

  static boolean isRegister(byte[] key) {
    return isBehindRow(key) && key[key.length - 1] == REGISTER;
  }

  /** Whether it is the key of a counter or a register. */
  static boolean isBehindRow(byte[] key) {
    return key.length == 2 + DIGITS;
  }

  /** The place of a key in a table's order: row n has 2n, its counter or register 2n + 1. */
  static int position(byte[] key) {
    return 2 * row(key) + (isBehindRow(key) ? 1 : 0);
  }

  /** The row whose key, or whose counter's or register's key, this is. */
  static int row(byte[] key) {
    return Integer.parseInt(toString(key).substring(1, 1 + DIGITS));
  }

  static String toString(byte[] key) {
    return new String(key, StandardCharsets.US_ASCII);
  }
}
