// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.spec;

/** A position in an entry that is being read. Not thread-safe. */
final class Cursor {
  private int position;

  Cursor(int position) {
    this.position = position;
  }

  int position() {
    return position;
  }

  /**
   * Moves behind the next {@code length} bytes.
   *
   * @return the position before
   * @throws IndexKeyException if there are fewer bytes
   */
  int advance(int length, int end) throws IndexKeyException {
    if (length > end - position) {
      throw new IndexKeyException(
          "entry ends at byte %d: expected %d more bytes at byte %d"
              .formatted(end, length, position));
    }
    int before = position;
    position += length;
    return before;
  }
}
