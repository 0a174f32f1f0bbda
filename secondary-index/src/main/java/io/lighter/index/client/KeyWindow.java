// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import java.util.NavigableSet;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A range of encoded keys.
 *
 * @param first the smallest key; empty for none
 * @param end the key behind the range; null if the range has no end
 */
@SuppressWarnings("ArrayRecordComponent") // not compared
record KeyWindow(byte[] first, byte[] end) {
  /** Whether a key is in the range. */
  boolean contains(byte[] key) {
    return Bytes.compareTo(key, first) >= 0 && (end == null || Bytes.compareTo(key, end) < 0);
  }

  /** The smallest of a row's keys that is in the range, or null. */
  byte[] smallestOf(NavigableSet<byte[]> keys) {
    byte[] smallest = keys.ceiling(first);
    return smallest != null && contains(smallest) ? smallest : null;
  }

  /** Whether no key can be in the range. */
  boolean isEmpty() {
    return end != null && Bytes.compareTo(first, end) >= 0;
  }
}
