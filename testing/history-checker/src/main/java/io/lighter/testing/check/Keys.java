// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.nio.charset.StandardCharsets;

/**
 * Row keys of the checked table. Some rows have a counter or a register, and none has both. The key
 * of a counter or register sorts between its row and the next one.
 */
final class Keys {
  /** Number of rows per counter. */
  static final int ROWS_PER_COUNTER = 10;

  /** Number of rows per register. Registers are few, so that writers collide. */
  static final int ROWS_PER_REGISTER = 50;

  /** Row of the first register. */
  static final int FIRST_REGISTER = 5;

  private static final int DIGITS = 6;
  private static final char COUNTER = 'c';
  private static final char REGISTER = 'x';

  private Keys() {}

  /**
   * Returns the key of a row.
   *
   * @param row number from 0 to 999,999
   */
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
    return isCounterOrRegister(key) && key[key.length - 1] == COUNTER;
  }

  static boolean isRegister(byte[] key) {
    return isCounterOrRegister(key) && key[key.length - 1] == REGISTER;
  }

  /** Whether the key is that of a counter or a register. */
  static boolean isCounterOrRegister(byte[] key) {
    return key.length == 2 + DIGITS;
  }

  /**
   * Returns a key's position in the table: 2n for row n, and 2n + 1 for its counter or register.
   */
  static int position(byte[] key) {
    return 2 * row(key) + (isCounterOrRegister(key) ? 1 : 0);
  }

  /** Returns the number of the row that has the key, or whose counter or register has it. */
  static int row(byte[] key) {
    return Integer.parseInt(toString(key).substring(1, 1 + DIGITS));
  }

  static String toString(byte[] key) {
    return new String(key, StandardCharsets.US_ASCII);
  }
}
