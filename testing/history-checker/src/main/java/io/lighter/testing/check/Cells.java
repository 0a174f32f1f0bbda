// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;

/**
 * Encodes versions of rows as cells. Stateless.
 *
 * <p>Version n deletes with timestamp 2n and puts with 2n + 1. Timestamps therefore have the order
 * of versions regardless of clocks, a version's puts survive its delete, and a change may be sent
 * twice.
 */
final class Cells {
  /** Both families have the same columns. */
  static final List<String> FAMILIES = List.of("f", "g");

  /** Counters, 8 bytes, in both families. */
  static final byte[] COUNTER = {'n'};

  /** Registers, 8 bytes, the same in both families. */
  static final byte[] REGISTER = {'r'};

  private static final int HEADER = Integer.BYTES;

  private final int valueBytes;
  private final Timestamps timestamps;

  /**
   * Creates the cells of one table.
   *
   * @param valueBytes size of each value, at least the header
   * @param timestamps timestamps of the versions
   */
  Cells(int valueBytes, Timestamps timestamps) {
    if (valueBytes < HEADER) {
      throw new IllegalArgumentException("values of less than %d bytes".formatted(HEADER));
    }
    this.valueBytes = valueBytes;
    this.timestamps = timestamps;
  }

  static byte[] family(String name) {
    return name.getBytes(StandardCharsets.US_ASCII);
  }

  /** The mutations of {@code version}: a delete, a put, or both, to be applied atomically. */
  List<Mutation> mutations(int row, int version, Change change) {
    Delete delete = new Delete(Keys.ofRow(row));
    Put put = new Put(Keys.ofRow(row));
    for (String family : FAMILIES) {
      if (change.deletesAll()) {
        delete.addFamily(family(family), timestamps.ofDelete(version));
      }
      for (Column column : Column.values()) {
        Change.Effect effect = change.on(column);
        if (effect.deletes() && !change.deletesAll()) {
          delete.addColumns(family(family), column.qualifier(), timestamps.ofDelete(version));
        }
        if (effect.puts()) {
          put.addColumn(
              family(family),
              column.qualifier(),
              timestamps.ofPut(version),
              value(row, version, family, column));
        }
      }
    }
    List<Mutation> mutations = new ArrayList<>(2);
    for (Mutation mutation : List.of(delete, put)) {
      if (!mutation.isEmpty()) {
        mutations.add(mutation);
      }
    }
    return mutations;
  }

  /**
   * The version that put a cell.
   *
   * @throws ForeignCellException if no version has such a cell
   */
  int version(Cell cell) throws ForeignCellException {
    ByteBuffer value = ByteBuffer.wrap(CellUtil.cloneValue(cell));
    if (value.remaining() != valueBytes) {
      throw new ForeignCellException(cell);
    }
    int version = value.getInt(0);
    byte[] expected =
        value(
            Keys.row(CellUtil.cloneRow(cell)),
            version,
            new String(CellUtil.cloneFamily(cell), StandardCharsets.US_ASCII),
            column(cell));
    if (cell.getTimestamp() != timestamps.ofPut(version)
        || !Arrays.equals(value.array(), expected)) {
      throw new ForeignCellException(cell);
    }
    return version;
  }

  static Column column(Cell cell) throws ForeignCellException {
    byte[] qualifier = CellUtil.cloneQualifier(cell);
    for (Column column : Column.values()) {
      if (Arrays.equals(qualifier, column.qualifier())) {
        return column;
      }
    }
    throw new ForeignCellException(cell);
  }

  /** The version, followed by bytes that are unique to this version, row, family and column. */
  private byte[] value(int row, int version, String family, Column column) {
    ByteBuffer value = ByteBuffer.allocate(valueBytes);
    value.putInt(version);
    long seed = mix(((long) row << Integer.SIZE) | version) + family.charAt(0) * 31L + column.tag();
    while (value.hasRemaining()) {
      seed = mix(seed);
      if (value.remaining() >= Long.BYTES) {
        value.putLong(seed);
      } else {
        value.put((byte) seed);
      }
    }
    return value.array();
  }

  /** The finaliser of SplitMix64. */
  static long mix(long z) {
    long mixed = z + 0x9e3779b97f4a7c15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }
}
