// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.schema;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Builds the packed cell of a row: big-endian numbers, and texts with a length of two bytes. Not
 * thread-safe.
 */
final class PackedWriter {
  private static final int INITIAL_BYTES = 128;

  private ByteBuffer buffer = ByteBuffer.allocate(INITIAL_BYTES);

  PackedWriter putInt(int value) {
    ensure(Integer.BYTES).putInt(value);
    return this;
  }

  PackedWriter putLong(long value) {
    ensure(Long.BYTES).putLong(value);
    return this;
  }

  PackedWriter putText(String value) {
    byte[] bytes = value.getBytes(StandardCharsets.US_ASCII);
    ensure(Short.BYTES + bytes.length).putShort((short) bytes.length).put(bytes);
    return this;
  }

  byte[] toBytes() {
    return Arrays.copyOf(buffer.array(), buffer.position());
  }

  private ByteBuffer ensure(int bytes) {
    if (buffer.remaining() < bytes) {
      int capacity = Math.max(2 * buffer.capacity(), buffer.position() + bytes);
      buffer = ByteBuffer.allocate(capacity).put(buffer.flip());
    }
    return buffer;
  }
}
