// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.gc;

import io.lighter.index.spec.EntryCodec;
import io.lighter.index.spec.IndexKeyException;
import io.lighter.index.spec.IndexNames;
import io.lighter.index.spec.IndexSpec;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;

/**
 * Removes stale entries from the output of an index compaction. An entry goes if a live set covers
 * its row, its stamp is at most the set's F, and it is not in the set. Each version of an entry is
 * judged by its own stamp. Delete markers, rows that are no entries, and entries of a repair stay.
 * Confined to one thread.
 */
final class EntryFilter implements CellHook {
  private static final long NONE = -1;

  private final EntryCodec codec;
  private final LiveSets sets;

  /** The last decided row of the index table, and what holds for it. Owned by the thread. */
  private byte[] entryRow = new byte[0];

  /** Entries of that row up to this stamp are stale; {@link #NONE}: none is. */
  private long staleUpTo = NONE;

  private long dropped;
  private long tooNew;

  EntryFilter(IndexSpec spec, LiveSets sets) {
    this.codec = new EntryCodec(spec);
    this.sets = sets;
  }

  @Override
  public void cells(List<Cell> cells) {
    cells.removeIf(this::isStale);
  }

  private boolean isStale(Cell cell) {
    if (!CellUtil.isPut(cell)
        || cell.getValueLength() > 0 // repaired: the stamp is not that of a write
        || !CellUtil.matchingQualifier(cell, IndexNames.qualifier())) {
      return false;
    }
    if (!CellUtil.matchingRows(cell, entryRow)) {
      entryRow = CellUtil.cloneRow(cell);
      staleUpTo = decide();
    }
    if (staleUpTo == NONE) {
      return false;
    }
    if (cell.getTimestamp() > staleUpTo) {
      tooNew++;
      return false;
    }
    dropped++;
    return true;
  }

  private long decide() {
    byte[] row;
    try {
      row = codec.decode(entryRow).row();
    } catch (IndexKeyException e) {
      return NONE; // another program wrote the row
    }
    Optional<LiveSet> set = sets.covering(row);
    return set.isEmpty() || set.get().mayHave(row, entryRow) ? NONE : set.get().sequenceId();
  }

  /** Entries that were dropped. */
  long dropped() {
    return dropped;
  }

  /** Entries that stay because they are younger than the set, which lacks them. */
  long tooNew() {
    return tooNew;
  }
}
