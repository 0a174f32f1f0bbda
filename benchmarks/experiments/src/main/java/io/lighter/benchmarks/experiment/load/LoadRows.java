// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The rows of a load, as large as the paper's: a key of 100 bytes and one value of 1,000 random
 * bytes. Immutable.
 *
 * @param seed seed of random keys and of the values
 */
record LoadRows(KeyOrder order, long seed) {
  static final String FAMILY = "f";

  /** Bytes of a row in an uncompressed block: key, value, and HBase's lengths and time. */
  static final int BYTES_PER_ROW = 1_125;

  private static final int KEY_BYTES = 100;
  private static final int VALUE_BYTES = 1_000;
  private static final byte FILLER = 'k';
  private static final byte[] FAMILY_BYTES = Bytes.toBytes(FAMILY);
  private static final byte[] QUALIFIER = Bytes.toBytes("v");

  /** The key of a row, numbered from 0 in the order of inserts. */
  byte[] key(long row) {
    byte[] place = Bytes.toBytes(HexFormat.of().toHexDigits(order.place(row, seed)));
    byte[] key = Arrays.copyOf(place, KEY_BYTES);
    Arrays.fill(key, place.length, KEY_BYTES, FILLER);
    return key;
  }

  /** The whole row. */
  Put put(long row) {
    byte[] value = new byte[VALUE_BYTES];
    new SplittableRandom(seed ^ row).nextBytes(value);
    return new Put(key(row)).addColumn(FAMILY_BYTES, QUALIFIER, value);
  }
}
