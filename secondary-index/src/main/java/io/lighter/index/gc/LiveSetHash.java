// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.gc;

import org.apache.hbase.thirdparty.com.google.common.hash.HashFunction;
import org.apache.hbase.thirdparty.com.google.common.hash.Hashing;

/**
 * The hashes of which a live set consists. Each set has a seed of its own, so that an entry which
 * one set keeps by mistake is dropped by the help of the next one. Immutable.
 */
final class LiveSetHash {
  private static final byte ENTRY = 0;
  private static final byte ROW = 1;

  private final HashFunction function;

  LiveSetHash(int seed) {
    this.function = Hashing.murmur3_128(seed);
  }

  /** The hash of a row of the index table. */
  long ofEntry(byte[] entryRow) {
    return function.newHasher().putByte(ENTRY).putBytes(entryRow).hash().asLong();
  }

  /** The hash of a data row of which all entries stay. */
  long ofWholeRow(byte[] row) {
    return function.newHasher().putByte(ROW).putBytes(row).hash().asLong();
  }
}
