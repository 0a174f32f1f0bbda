// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.nio.charset.StandardCharsets;

/** Row keys. A row's counter or register sorts after it; no row has both. */
final class Keys {
  /** Number of rows per counter. */
  static final int ROWS_PER_COUNTER = 10;

  /** Number of rows per register; few, so that writers collide. */
  static final int ROWS_PER_REGISTER = 50;

  /** Row of the first register. */
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

  /** Whether the key is that of a counter or a register. */
  static boolean isBehindRow(byte[] key) {
    return key.length == 2 + DIGITS;
  }

  /** Position of a key in the table: row n has 2n, its counter or register 2n + 1. */
  static int position(byte[] key) {
    return 2 * row(key) + (isBehindRow(key) ? 1 : 0);
  }

  /** Row of a row's, counter's or register's key. */
  static int row(byte[] key) {
    return Integer.parseInt(toString(key).substring(1, 1 + DIGITS));
  }

  static String toString(byte[] key) {
    return new String(key, StandardCharsets.US_ASCII);
  }
}
