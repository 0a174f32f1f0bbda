// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;

/**
 * Positions of row keys on a line from 0 to 1, for pictures of the key space. The order of keys is
 * kept, and keys that look alike are spread: after the longest common prefix, each byte is a digit
 * between the least and the greatest byte at its place, so that decimal numbers, hexadecimal ones
 * and hashes fill the line. Immutable.
 */
final class KeyScale {
  static final Comparator<ByteString> ROWS = ByteString.unsignedLexicographicalComparator();

  /** Digits; six of 257 values each are exact in a double. */
  private static final int DIGITS = 6;

  private static final int NO_BYTE = -1;

  private final int prefix;
  private final int[] least = new int[DIGITS];
  private final int[] values = new int[DIGITS];
  private final double from;
  private final double to;

  /**
   * Creates the scale of some keys.
   *
   * @param keys at least one; the least is at 0, the greatest at 1
   */
  KeyScale(Collection<ByteString> keys) {
    List<ByteString> sorted = keys.stream().sorted(ROWS).toList();
    ByteString first = sorted.get(0);
    ByteString last = sorted.get(sorted.size() - 1);
    prefix = commonPrefix(first, last);
    for (int digit = 0; digit < DIGITS; digit++) {
      int min = Integer.MAX_VALUE;
      int max = NO_BYTE;
      for (ByteString key : sorted) {
        int value = byteAt(key, digit);
        min = Math.min(min, value);
        max = Math.max(max, value);
      }
      least[digit] = min;
      values[digit] = max - min + 1;
    }
    from = number(first);
    to = number(last);
  }

  private static int commonPrefix(ByteString first, ByteString last) {
    int length = 0;
    int most = Math.min(first.size(), last.size());
    while (length < most && first.byteAt(length) == last.byteAt(length)) {
      length++;
    }
    return length;
  }

  private int byteAt(ByteString key, int digit) {
    int at = prefix + digit;
    return at < key.size() ? Byte.toUnsignedInt(key.byteAt(at)) : NO_BYTE;
  }

  private double number(ByteString key) {
    double number = 0;
    double unit = 1;
    for (int digit = 0; digit < DIGITS; digit++) {
      unit /= values[digit];
      number += unit * (byteAt(key, digit) - least[digit]);
    }
    return number;
  }

  /** Position of one of the keys; 0 for all if they do not differ. */
  double position(ByteString key) {
    return to > from ? (number(key) - from) / (to - from) : 0;
  }
}
