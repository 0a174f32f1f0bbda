// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.spec;

import java.io.ByteArrayOutputStream;

/**
 * Bytes with an end, in the order of the bytes: {@code 00} is {@code 00 FF}, the end is {@code 00
 * 00}. The end sorts before every byte that may follow, so a value sorts before its continuations.
 */
final class EscapedBytes {
  private static final int ZERO = 0x00;
  private static final int ESCAPED = 0xFF;

  private EscapedBytes() {}

  static byte[] encode(byte[] value) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(value.length + 2);
    for (byte each : value) {
      out.write(each);
      if (each == ZERO) {
        out.write(ESCAPED);
      }
    }
    out.write(ZERO);
    out.write(ZERO);
    return out.toByteArray();
  }

  static byte[] decode(byte[] bytes, Cursor cursor) throws IndexKeyException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    while (true) {
      int each = bytes[cursor.advance(1, bytes.length)];
      if (each != ZERO) {
        out.write(each);
        continue;
      }
      int next = Byte.toUnsignedInt(bytes[cursor.advance(1, bytes.length)]);
      if (next == ZERO) {
        return out.toByteArray();
      }
      if (next != ESCAPED) {
        throw new IndexKeyException(
            "byte %02x at %d: expected 00 or ff".formatted(next, cursor.position() - 1));
      }
      out.write(ZERO);
    }
  }
}
