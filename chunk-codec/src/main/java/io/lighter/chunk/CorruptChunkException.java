// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.chunk;

import java.io.IOException;

/**
 * Thrown for a frame that is damaged, malformed or larger than allowed. None of its blocks may be
 * used.
 */
public final class CorruptChunkException extends IOException {
  private static final long serialVersionUID = 1L;

  CorruptChunkException(String message) {
    super(message);
  }

  CorruptChunkException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Throws unless a condition holds. */
  static void require(boolean condition, String otherwise) throws CorruptChunkException {
    if (!condition) {
      throw new CorruptChunkException(otherwise);
    }
  }

  /** Throws unless a condition holds about a value, which the message then has. */
  static void require(boolean condition, String otherwise, long value)
      throws CorruptChunkException {
    if (!condition) {
      throw new CorruptChunkException(otherwise + ": " + value);
    }
  }
}
