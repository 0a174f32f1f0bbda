// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import site.ycsb.Utils;

/**
 * The rows of YCSB's clients with default sizes: ten fields of 100 bytes.
 *
 * @param count number of rows
 */
public record YcsbRows(int count) {
  /** Column family of all fields. */
  public static final String FAMILY = "f";

  static final int FIELDS = 10;
  static final int FIELD_BYTES = 100;

  /** Overhead of a cell in a block: row, family, qualifier, time and lengths. */
  private static final int CELL_OVERHEAD = 54;

  /** Bytes of a row in an uncompressed block. */
  public static long bytesPerRow() {
    return (long) FIELDS * (FIELD_BYTES + CELL_OVERHEAD);
  }

  /** The key of a row. */
  public static byte[] key(int number) {
    return Bytes.toBytes("user" + Utils.hash(number));
  }

  /** First keys of all regions except the first, for regions with equal numbers of rows. */
  public byte[][] splits(int regions) {
    if (regions == 1) {
      return new byte[0][]; // without sorting all keys
    }
    byte[][] keys =
        IntStream.range(0, count)
            .mapToObj(YcsbRows::key)
            .sorted(Bytes.BYTES_COMPARATOR)
            .toArray(byte[][]::new);
    return IntStream.range(1, regions)
        .mapToObj(region -> keys[(int) ((long) keys.length * region / regions)])
        .toArray(byte[][]::new);
  }

  /** A whole row with random values. */
  public static Put row(int number, SplittableRandom random) {
    Put put = new Put(key(number));
    byte[] family = Bytes.toBytes(FAMILY);
    for (int field = 0; field < FIELDS; field++) {
      byte[] value = new byte[FIELD_BYTES];
      random.nextBytes(value);
      put.addColumn(family, Bytes.toBytes("field" + field), value);
    }
    return put;
  }
}
