// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.gc;

import io.lighter.index.spec.ColumnValues;
import io.lighter.index.spec.CompoundKeys;
import io.lighter.index.spec.EntryCodec;
import io.lighter.index.spec.IndexKeyException;
import io.lighter.index.spec.IndexSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.TagType;

/**
 * Finds the entries that the rows of an output may need: those of the newest put of each column. If
 * the row's output has a delete marker, which may hide the newest put, those of all puts. Confined
 * to one thread.
 *
 * <p>The output of all files has what was written up to F, the highest sequence id of the inputs.
 * Say that a row shows key k at a later moment. Then its entry is in the set, or was inserted with
 * a stamp above F:
 *
 * <ol>
 *   <li>The row showed k by what was written up to F. Each put that makes up k is then the newest
 *       of its column that no marker hides. So the output has the put, and k is in the set.
 *   <li>Otherwise take the first moment after F at which the row showed k. A write made it so, or a
 *       compaction that dropped a marker and lacked the put that the marker hid. Such a put is
 *       above F: only a compaction of all files drops markers, so it drops the marker of a put that
 *       is in a file together with the put. In both cases a write with a stamp above F gave k to
 *       the row. It found the row without k, and inserted the entry.
 * </ol>
 *
 * <p>No flush falls between a stamp and its commit, so a write is as a whole up to F, or above it.
 * A put that relies on the entry of a visible one, since the row shows its key already, is no
 * exception: the row showed the key after F.
 *
 * <p>The output may lack a visible put in one case: a marker that HBase keeps for an open scanner
 * is not applied, and the put that it hides counts as a version. All entries of a row stay if its
 * output has a cell above the compaction's read point.
 */
final class LiveKeys {
  /** The most combinations of the values of a compound key; of a row with more, all is kept. */
  private static final int MOST_COMBINATIONS = 16;

  private final IndexSpec spec;
  private final EntryCodec codec;
  private final LiveSetWriter set;
  private final long smallestReadPoint;

  /** The row in progress; empty before the first one. Owned by the compacting thread, as all. */
  private byte[] row = new byte[0];

  /** The column of the last put. */
  private byte[] column = new byte[0];

  private ColumnValues newest = new ColumnValues();
  private ColumnValues older = new ColumnValues();
  private boolean anyPut;

  /** Whether the row has a cell that may hide a put now and not later, or the reverse. */
  private boolean marked;

  private boolean held;

  /**
   * Creates keys without a row.
   *
   * @param smallestReadPoint read point of the compaction; HBase keeps cells above it for scanners
   */
  LiveKeys(IndexSpec spec, LiveSetWriter set, long smallestReadPoint) {
    this.spec = spec;
    this.codec = new EntryCodec(spec);
    this.set = set;
    this.smallestReadPoint = smallestReadPoint;
  }

  /** Takes the next cell of the output. */
  void add(Cell cell) throws IOException {
    if (!CellUtil.matchingRows(cell, row)) {
      end();
      row = CellUtil.cloneRow(cell);
    }
    held |= cell instanceof ExtendedCell ours && ours.getSequenceId() > smallestReadPoint;
    // A cell with a TTL of its own expires, and then uncovers an older put without a write.
    marked |= !CellUtil.isPut(cell) || expires(cell);
    if (CellUtil.isPut(cell)
        && spec.keys()
            .reads(
                cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength())) {
      boolean first = !anyPut || !CellUtil.matchingQualifier(cell, column);
      column = CellUtil.cloneQualifier(cell);
      anyPut = true;
      (first ? newest : older).add(column, CellUtil.cloneValue(cell));
    }
  }

  private static boolean expires(Cell cell) {
    return PrivateCellUtil.getTag(cell, TagType.TTL_TAG_TYPE).isPresent();
  }

  /** Ends the row in progress. */
  void end() throws IOException {
    if (held) {
      set.addWhole(row);
    } else if (anyPut) {
      if (marked) {
        newest.addAll(older);
      }
      write();
    }
    newest = new ColumnValues();
    older = new ColumnValues();
    anyPut = false;
    marked = false;
    held = false;
  }

  private void write() throws IOException {
    if (spec.keys() instanceof CompoundKeys compound
        && compound.combinations(newest) > MOST_COMBINATIONS) {
      set.addWhole(row);
      return;
    }
    List<byte[]> entries = new ArrayList<>();
    for (byte[] key : spec.keys().keys(newest)) {
      entry(key).ifPresent(entries::add);
    }
    if (!entries.isEmpty()) {
      set.add(row, entries);
    }
  }

  /** Empty if the entry would be too long: then no write of the key was accepted. */
  private Optional<byte[]> entry(byte[] key) {
    try {
      return Optional.of(codec.entryRow(key, row));
    } catch (IndexKeyException e) {
      return Optional.empty();
    }
  }
}
