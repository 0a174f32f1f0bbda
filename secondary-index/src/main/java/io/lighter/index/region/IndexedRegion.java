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
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.TableName;

/** The indexes of one region: keys of its rows, and their entries. Thread-safe. */
final class IndexedRegion {
  /** Reads a row. Thread-safe. */
  interface Cells {
    /** The newest visible cells of all indexed columns. */
    List<Cell> visible(byte[] row) throws IOException;

    /** All cells of a family that exist, masked ones and delete markers too. */
    List<Cell> raw(byte[] row, byte[] family) throws IOException;

    /**
     * Keeps the region from closing, until {@link #leave} on the same thread.
     *
     * @throws IOException if the region closes
     */
    void enter() throws IOException;

    void leave() throws IOException;
  }

  /**
   * A row that no write holds, of a region that stays open, until {@link #close} on the same
   * thread. Without the second, a thread that waits for the region's close while it holds a row
   * would make the row's writers wait, for which the close waits.
   */
  final class FreeRow implements AutoCloseable {
    private final RowLocks.Held lock;

    private FreeRow(RowLocks.Held lock) {
      this.lock = lock;
    }

    @Override
    public void close() throws IOException {
      locks.unlock(lock);
      cells.leave();
    }
  }

  /**
   * Superseded keys of a row.
   *
   * @param row data row
   * @param keys for each index, in the region's order, keys that the write took from the row
   * @param stamp stamp T of the write
   */
  @SuppressWarnings("ArrayRecordComponent") // passed on, not compared
  record Removal(byte[] row, List<NavigableSet<byte[]>> keys, long stamp) {}

  private final TableName table;
  private final List<RowKeys> indexes;
  private final List<EntryCodec> codecs;
  private final Cells cells;
  private final UnsyncedWrites unsynced = new UnsyncedWrites();
  private final RowLocks locks = new RowLocks();

  /** Whether the table is held as long as the region is open here: nothing may be removed. */
  private final boolean held;

  /** Set by the thread that closes the region. */
  private volatile boolean closed;

  IndexedRegion(TableName table, List<IndexSpec> specs, Cells cells) {
    this(table, specs, cells, false);
  }

  /**
   * Creates the indexes of a region.
   *
   * @param held whether the table's descriptor has an {@link io.lighter.index.spec.IndexHold}
   */
  IndexedRegion(TableName table, List<IndexSpec> specs, Cells cells, boolean held) {
    this.held = held;
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

  /** Locks of rows that are written. */
  RowLocks locks() {
    return locks;
  }

  /** Whether nothing may be removed as long as the region is open here. */
  boolean isHeld() {
    return held;
  }

  /**
   * Locks a row that no write holds. A write holds its rows from its first hook to its last one,
   * and inserts no entry for a key that it found visible. So entries of a row may go only while no
   * write is between the two.
   *
   * @return null if a write holds the row
   * @throws IOException if the region closes
   */
  FreeRow free(byte[] row) throws IOException {
    cells.enter();
    FreeRow free = null;
    try {
      if (closed) {
        throw new NotServingRegionException("region closes");
      }
      RowLocks.Held lock = locks.tryLock(row);
      free = lock == null ? null : new FreeRow(lock);
      return free;
    } finally {
      if (free == null) {
        cells.leave();
      }
    }
  }

  /** Newest visible cells of all indexed columns of a row. */
  List<Cell> visible(byte[] row) throws IOException {
    return cells.visible(row);
  }

  /**
   * The reader of what rows may show.
   *
   * @param index number of the index
   */
  StoredKeys stored(int index) {
    return new StoredKeys(indexes.get(index).spec(), cells);
  }

  /** All cells of a row in the family of an index. */
  List<Cell> raw(RowKeys index, byte[] row) throws IOException {
    return cells.raw(row, index.spec().keys().family());
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
   * The data row of an entry.
   *
   * @param index number of the index
   * @throws IndexKeyException if the index has no such entry
   */
  byte[] rowOf(int index, Entry entry) throws IndexKeyException {
    return codecs.get(index).decode(entry.row()).row();
  }

  /**
   * The entries that may be removed now: those of keys that the row can no longer show without a
   * put. None for a row that had an unsynced write, before the removal was queued or since, as long
   * as the region is open here. A crash would undo that write, and what it hid would be current
   * again.
   *
   * <p>None either while the table is held: a bulk load has inserted entries of rows that the
   * region does not show yet, or a snapshot of the index has to have the entries of a snapshot of
   * the rows.
   *
   * <p>A put that a delete marker hides has no entry of its own if the row showed its key when the
   * put was written. A removal would take the only entry of such a put, so keys that {@link
   * RowKeys#mayShow} names stay. Any other key has to be inserted above the bound of the removal
   * before the row shows it. That holds from the moment at which all cells were read, so one read
   * has to find the visible and the hidden puts. The row is {@linkplain #free free} meanwhile: a
   * write that is under way may rely on an entry of a key that no longer shows.
   *
   * @return the entries, or null if the removal has to be dropped
   */
  List<Entry> removable(Removal removal) throws IOException {
    if (held) {
      return null;
    }
    List<List<Cell>> raw = new ArrayList<>();
    for (int i = 0; i < indexes.size(); i++) {
      boolean lost = !removal.keys().get(i).isEmpty();
      raw.add(lost ? raw(indexes.get(i), removal.row()) : List.of());
    }
    List<Cell> visible = visible(removal.row());
    // After the read: a write that begins now was not seen by it.
    if (unsynced.any(removal.row())) {
      return null;
    }
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < indexes.size(); i++) {
      try {
        addRemovable(i, indexes.get(i).mayShow(visible, raw.get(i)), removal, entries);
      } catch (IndexKeyException e) { // of a write that would have been refused
        throw new IOException("entries of " + indexes.get(i).spec().name(), e);
      }
    }
    return entries;
  }

  private void addRemovable(
      int index, NavigableSet<byte[]> kept, Removal removal, List<Entry> entries)
      throws IndexKeyException {
    for (byte[] key : removal.keys().get(index)) {
      if (!kept.contains(key)) {
        entries.add(entry(index, key, removal.row(), removal.stamp()));
      }
    }
  }

  void close() {
    closed = true;
  }
}
