// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.schema;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Reads the values of {@link PackedWriter}, in the same order. Not thread-safe. */
final class PackedReader {
  private final ByteBuffer buffer;

  PackedReader(byte[] bytes) {
    this.buffer = ByteBuffer.wrap(bytes);
  }

  int getInt() {
    return buffer.getInt();
  }

  long getLong() {
    return buffer.getLong();
  }

  String getText() {
    byte[] bytes = new byte[buffer.getShort()];
    buffer.get(bytes);
    return new String(bytes, StandardCharsets.US_ASCII);
  }
}
