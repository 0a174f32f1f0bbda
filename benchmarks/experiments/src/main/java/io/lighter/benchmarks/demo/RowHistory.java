// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;

/**
 * The deterministic content of a table: mutations and timestamps for each row and round. Round 0
 * writes every row; later rounds overwrite some rows and delete in all four ways. Stateless.
 *
 * <p>Column {@code c} of a row always exists, so that a lost row is detected. {@link #newest} is
 * the version of the column after all rounds.
 */
final class RowHistory {
  static final byte[] FAMILY = {'f'};
  static final byte[] COLUMN_A = {'a'};
  static final byte[] COLUMN_B = {'b'};
  static final byte[] COLUMN_C = {'c'};

  /** Number of rounds; each ends with a flush. */
  static final int ROUNDS = 5;

  private static final long FIRST_TIMESTAMP = 1_700_000_000_000L;
  private static final long ROUND_MS = 1_000;
  private static final int VALUE_LONGS = 25;

  private RowHistory() {}

  /** The change of a row in a round. */
  private enum Change {
    OVERWRITE,
    DELETE_VERSION,
    DELETE_COLUMN,
    DELETE_FAMILY,
    DELETE_FAMILY_VERSION,
    NOTHING
  }

  /** A unique key, spread evenly over the key space for any number of rows. */
  static byte[] key(int row) {
    return "%08x-%d".formatted(mix(row), row).getBytes(StandardCharsets.US_ASCII);
  }

  /** Row number of a {@link #key}. */
  static int rowOf(Cell cell) {
    String key = new String(CellUtil.cloneRow(cell), StandardCharsets.US_ASCII);
    return Integer.parseInt(key.substring(key.indexOf('-') + 1));
  }

  /** Boundaries of at most 16 regions of about the same size. */
  static byte[][] splitKeys(int regions) {
    byte[][] keys = new byte[regions - 1][];
    for (int i = 1; i < regions; i++) {
      keys[i - 1] = Integer.toHexString(16 * i / regions).getBytes(StandardCharsets.US_ASCII);
    }
    return keys;
  }

  /** Mutations of {@code row} in {@code round}; may be empty. */
  static List<Mutation> mutations(int row, int round) {
    byte[] key = key(row);
    long now = timestamp(round);
    if (round == 0) {
      return List.of(put(key, row, now, COLUMN_A, COLUMN_B, COLUMN_C));
    }
    long earlier = timestamp((int) Long.remainderUnsigned(random(row, round, 'e'), round));
    List<Mutation> mutations = new ArrayList<>(2);
    switch (change(row, round)) {
      case OVERWRITE -> mutations.add(put(key, row, now, COLUMN_A, COLUMN_C));
      case DELETE_VERSION -> mutations.add(new Delete(key).addColumn(FAMILY, COLUMN_B, earlier));
      case DELETE_COLUMN -> mutations.add(new Delete(key).addColumns(FAMILY, COLUMN_B, earlier));
      case DELETE_FAMILY -> {
        mutations.add(new Delete(key).addFamily(FAMILY, now - 1));
        mutations.add(put(key, row, now, COLUMN_C));
      }
      case DELETE_FAMILY_VERSION -> {
        mutations.add(new Delete(key).addFamilyVersion(FAMILY, earlier));
        mutations.add(put(key, row, now, COLUMN_B, COLUMN_C));
      }
      case NOTHING -> {}
    }
    return mutations;
  }

  /** Timestamp of the version of column {@code c} that is visible after all rounds. */
  static long newest(int row) {
    for (int round = ROUNDS - 1; round > 0; round--) {
      boolean writes =
          switch (change(row, round)) {
            case OVERWRITE, DELETE_FAMILY, DELETE_FAMILY_VERSION -> true;
            case DELETE_VERSION, DELETE_COLUMN, NOTHING -> false;
          };
      if (writes) {
        return timestamp(round);
      }
    }
    return timestamp(0);
  }

  /** The only value ever written to this row and column with this timestamp; incompressible. */
  static byte[] value(int row, byte[] column, long timestamp) {
    ByteBuffer value = ByteBuffer.allocate(VALUE_LONGS * Long.BYTES);
    long seed = random(row, timestamp, column[0]);
    while (value.hasRemaining()) {
      seed += 0x9e3779b97f4a7c15L;
      value.putLong(mix(seed));
    }
    return value.array();
  }

  private static Put put(byte[] key, int row, long timestamp, byte[]... columns) {
    Put put = new Put(key, timestamp);
    for (byte[] column : columns) {
      put.addColumn(FAMILY, column, timestamp, value(row, column, timestamp));
    }
    return put;
  }

  private static Change change(int row, int round) {
    long percent = Long.remainderUnsigned(random(row, round, 'o'), 100);
    if (percent < 30) {
      return Change.OVERWRITE;
    } else if (percent < 37) {
      return Change.DELETE_VERSION;
    } else if (percent < 44) {
      return Change.DELETE_COLUMN;
    } else if (percent < 48) {
      return Change.DELETE_FAMILY;
    } else if (percent < 52) {
      return Change.DELETE_FAMILY_VERSION;
    }
    return Change.NOTHING;
  }

  private static long timestamp(int round) {
    return FIRST_TIMESTAMP + round * ROUND_MS;
  }

  private static long random(int row, long second, int third) {
    return mix(mix(row * 31L + third) + second);
  }

  /** The finaliser of SplitMix64. */
  private static long mix(long z) {
    long mixed = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }

  /** A bijection of 32 bits. */
  private static int mix(int z) {
    int mixed = (z ^ (z >>> 16)) * 0x85ebca6b;
    mixed = (mixed ^ (mixed >>> 13)) * 0xc2b2ae35;
    return mixed ^ (mixed >>> 16);
  }
}
