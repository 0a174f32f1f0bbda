// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import io.lighter.index.spec.IndexKeyException;
import io.lighter.index.spec.RepairRequest;
import java.io.IOException;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Judges whether an entry that a lookup found stale may go. The lookup is not believed: what it has
 * seen may be a write between the insertion of its entry and its commit. Thread-safe.
 *
 * <p>An entry of key k and row r with the stamp T goes, by a removal up to T, if all of this holds:
 *
 * <ol>
 *   <li>T ≤ F, the stamp up to which writes are {@linkplain Region#settled settled}. Each write
 *       with a stamp up to T is then in the family's files, or has failed for good. What is settled
 *       stays so, hence {@link #asked} looks at it, and the queue has no other entries.
 *   <li>No write of r is between its first hook and its last one: the row's lock is held meanwhile.
 *       Such a write inserts nothing for a key that it found visible.
 *   <li>Neither the visible cells of r nor any put that may show without a write has the key
 *       ({@link StoredKeys}), also once a cell has expired.
 *   <li>No unsynced write of r is younger than F: a crash would undo it, and show what it hides.
 * </ol>
 *
 * <p>So r does not have k when it is judged, and gets k only by a later write. That write finds the
 * row without k. It inserts the entry above F, so above T.
 *
 * <p>Whether T is the stamp of the entry is not asked: any bound up to F is safe.
 */
final class EntryRepair {
  /** What the judgement needs of HBase's region. Thread-safe. */
  @FunctionalInterface
  interface Region {
    /**
     * The stamp up to which all writes of a family have ended: those that were committed are in its
     * files. No flush comes between a stamp and its commit.
     */
    long settled(byte[] family);
  }

  /**
   * An entry that a lookup asks to remove.
   *
   * @param index number of the index in the region's order
   * @param row data row
   * @param entry the entry, with the stamp that the lookup saw
   */
  @SuppressWarnings("ArrayRecordComponent") // passed on, not compared
  record Stale(int index, byte[] key, byte[] row, Entry entry) {}

  private final IndexedRegion indexed;
  private final Region region;

  EntryRepair(IndexedRegion indexed, Region region) {
    this.indexed = indexed;
    this.region = region;
  }

  /**
   * What a lookup asks for. Reads nothing from disk, and waits for nobody.
   *
   * @return empty if it cannot be done now
   * @throws DoNotRetryIOException if the request makes no sense
   */
  Optional<Stale> asked(byte[] row, RepairRequest request) throws DoNotRetryIOException {
    for (int i = 0; i < indexed.indexes().size(); i++) {
      if (indexed.indexes().get(i).spec().name().equals(request.index())) {
        Stale stale = new Stale(i, request.key(), row, entry(i, row, request));
        return indexed.isHeld() || request.stamp() > settled(i)
            ? Optional.empty()
            : Optional.of(stale);
      }
    }
    return Optional.empty(); // suspended, or dropped
  }

  /** Users make requests. With another form of the key, the entry could be that of another row. */
  private Entry entry(int index, byte[] row, RepairRequest request) throws DoNotRetryIOException {
    try {
      Entry entry = indexed.entry(index, request.key(), row, request.stamp());
      if (request.stamp() > 0 && Bytes.equals(indexed.rowOf(index, entry), row)) {
        return entry;
      }
    } catch (IndexKeyException e) {
      throw new DoNotRetryIOException(
          "repair of index %s, row %s: %s"
              .formatted(request.index(), RowText.of(row), e.getMessage()),
          e);
    }
    throw new DoNotRetryIOException(
        "repair of index %s, row %s: key %s, stamp %d: expected a key of the index, and a stamp"
                .formatted(
                    request.index(), RowText.of(row), RowText.of(request.key()), request.stamp())
            + " above 0");
  }

  private long settled(int index) {
    return region.settled(indexed.indexes().get(index).spec().keys().family());
  }

  /**
   * Judges an entry that {@link #asked} has taken.
   *
   * @return what to remove; empty if the entry has to stay
   * @throws IOException if the region closes, or the row cannot be read
   */
  Optional<Entry> judge(Stale stale) throws IOException {
    try (IndexedRegion.FreeRow free = indexed.free(stale.row())) {
      return free != null && isDead(stale, settled(stale.index()))
          ? Optional.of(stale.entry())
          : Optional.empty();
    }
  }

  private boolean isDead(Stale stale, long settled) throws IOException {
    List<Cell> raw = indexed.raw(indexed.indexes().get(stale.index()), stale.row());
    try {
      NavigableSet<byte[]> keys = indexed.stored(stale.index()).of(stale.row(), raw);
      return !keys.contains(stale.key())
          && !indexed.unsynced().anyAbove(stale.row(), settled); // read first: it may begin now
    } catch (IndexKeyException e) { // too many combinations of parts
      return false;
    }
  }
}
