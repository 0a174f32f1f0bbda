// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.spec;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Bytes as text: HBase's {@code \x00} form, where also what separates words of a definition is
 * escaped. Unlike HBase's parser, this one drops nothing that is malformed.
 */
final class SpecText {
  private static final int HEX_DIGITS = 2;

  private SpecText() {}

  /**
   * Reads text; what is not escaped is UTF-8.
   *
   * @throws IndexKeyException if a backslash begins no {@code \x00}
   */
  static byte[] unescape(String text) throws IndexKeyException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int at = 0;
    while (at < text.length()) {
      int end = text.indexOf('\\', at);
      if (end < 0) {
        end = text.length();
      }
      out.writeBytes(text.substring(at, end).getBytes(StandardCharsets.UTF_8));
      if (end < text.length()) {
        out.write(escaped(text, end));
        end += 2 + HEX_DIGITS;
      }
      at = end;
    }
    return out.toByteArray();
  }

  private static int escaped(String text, int at) throws IndexKeyException {
    int digits = at + 2;
    if (digits + HEX_DIGITS <= text.length() && text.charAt(at + 1) == 'x') {
      int high = Character.digit(text.charAt(digits), 16);
      int low = Character.digit(text.charAt(digits + 1), 16);
      if (high >= 0 && low >= 0) {
        return high * 16 + low;
      }
    }
    throw new IndexKeyException(
        "'%s': backslash at %d; expected \\x and two hexadecimal digits".formatted(text, at));
  }

  static String escape(byte[] bytes) {
    return escape(bytes, ",:");
  }

  /** Escapes what is not printable, the blank, the backslash, and {@code separators}. */
  static String escape(byte[] bytes, String separators) {
    StringBuilder text = new StringBuilder();
    for (byte each : bytes) {
      int value = Byte.toUnsignedInt(each);
      boolean plain = value > ' ' && value < 0x7F && value != '\\' && separators.indexOf(value) < 0;
      text.append(plain ? String.valueOf((char) value) : "\\x%02X".formatted(value));
    }
    return text.toString();
  }
}
