// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import io.lighter.index.spec.EntryCodec;
import io.lighter.index.spec.IndexKeyException;
import io.lighter.index.spec.IndexNames;
import io.lighter.index.spec.IndexSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.function.Function;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;

/** The indexes of one region: keys of its rows, and their entries. Thread-safe. */
final class IndexedRegion {
  /** Reads the newest visible cells of a row. */
  interface VisibleCells {
    List<Cell> of(byte[] row) throws IOException;
  }

  /**
   * Superseded keys of a row.
   *
   * @param row data row
   * @param keys for each index, in the region's order, keys that the write took from the row
   * @param stamp stamp T of the write
   * @param unsynced {@link UnsyncedWrites#count} of the row at the write
   */
  @SuppressWarnings("ArrayRecordComponent") // passed on, not compared
  record Removal(byte[] row, List<NavigableSet<byte[]>> keys, long stamp, int unsynced) {}

  private final TableName table;
  private final List<RowKeys> indexes;
  private final List<EntryCodec> codecs;
  private final VisibleCells cells;
  private final UnsyncedWrites unsynced = new UnsyncedWrites();

  /** Set by the thread that closes the region. */
  private volatile boolean closed;

  IndexedRegion(TableName table, List<IndexSpec> specs, VisibleCells cells) {
    this.table = table;
    this.indexes = specs.stream().map(RowKeys::new).toList();
    this.codecs = specs.stream().map(EntryCodec::new).toList();
    this.cells = cells;
  }

  List<RowKeys> indexes() {
    return indexes;
  }

  UnsyncedWrites unsynced() {
    return unsynced;
  }

  /** Newest visible cells of all indexed columns of a row. */
  List<Cell> visible(byte[] row) throws IOException {
    return cells.of(row);
  }

  /** For each index, what {@code keys} says. */
  <T> List<T> each(Function<RowKeys, T> keys) {
    return indexes.stream().map(keys).toList();
  }

  /**
   * The entry of a key.
   *
   * @param index number of the index
   * @throws IndexKeyException if it would be too long
   */
  Entry entry(int index, byte[] key, byte[] row, long stamp) throws IndexKeyException {
    return new Entry(
        IndexNames.indexTable(table, indexes.get(index).spec().name()),
        codecs.get(index).entryRow(key, row),
        stamp);
  }

  /**
   * The entries that may be removed now: those of keys that the row does not have again. None after
   * an unsynced write of the row, which a crash would undo: the old keys would be current again.
   *
   * @return the entries, or null if the removal has to be dropped
   */
  List<Entry> removable(Removal removal) throws IOException {
    if (closed) {
      return null;
    }
    List<Cell> present = visible(removal.row());
    // After the read: a write that begins now was not seen by it.
    if (unsynced.count(removal.row()) != removal.unsynced()) {
      return null;
    }
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < indexes.size(); i++) {
      NavigableSet<byte[]> current = indexes.get(i).present(present);
      for (byte[] key : removal.keys().get(i)) {
        if (!current.contains(key)) {
          entries.add(entryThatWas(i, key, removal));
        }
      }
    }
    return entries;
  }

  private Entry entryThatWas(int index, byte[] key, Removal removal) throws IOException {
    try {
      return entry(index, key, removal.row(), removal.stamp());
    } catch (IndexKeyException e) { // a row without an entry: its write would have been refused
      throw new IOException("entry of " + indexes.get(index).spec().name(), e);
    }
  }

  void close() {
    closed = true;
  }
}
