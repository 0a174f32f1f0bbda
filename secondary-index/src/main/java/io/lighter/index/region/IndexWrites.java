// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import io.lighter.index.spec.IndexKeyException;
import io.lighter.index.spec.KeyExtractor;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.NavigableSet;
import java.util.SortedMap;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;

/**
 * Writes to one region of a data table. {@link #before} runs before HBase commits a batch, with
 * HBase's row locks and its lock of updates held:
 *
 * <ol>
 *   <li>Find the rows of which an indexed column changes.
 *   <li>Lock them, since HBase's locks let two puts of a row pass together.
 *   <li>Take the stamp T: one above the region's write point. The commit gets T or more, and the
 *       next write of the row more than that. No flush comes in between.
 *   <li>Read P, the keys of the row; compute N, those that it may have afterwards. P is not read
 *       for a {@linkplain RowKeys#isBlind blind} index, and taken for empty.
 *   <li>Insert the entries of N without P, stamped T. A failure refuses the batch.
 * </ol>
 *
 * <p>{@link #after} runs once HBase has committed the batch and everybody sees it, or has given it
 * up:
 *
 * <ol start="6">
 *   <li>Queue the removal of P without N, up to T, if the batch was committed and synced. Keys of N
 *       stay: a value that is masked now may show later without a write. Nothing is removed if the
 *       index is left to {@linkplain io.lighter.index.spec.Cleanup#COMPACTION compactions}.
 *   <li>Unlock the rows.
 * </ol>
 *
 * <p>An entry exists before its row is visible, and a removal reaches no entry of a later write. So
 * a visible key has an entry at all times. Thread-safe.
 */
final class IndexWrites {
  /** What a region of a server uses together with the others. */
  record Shared(
      EntryWriter writer,
      RemovalQueue removals,
      Bulkhead bulkhead,
      IndexRegionMetrics metrics,
      Duration lockWait) {}

  /** A batch between its two hooks. Belongs to its handler. */
  private record Batch(
      MiniBatchOperationInProgress<Mutation> operations,
      RowLocks.Held held,
      List<IndexedRegion.Removal> removals) {}

  private final TableName table;
  private final IndexedRegion region;
  private final BatchChanges changes;
  private final LongSupplier nextSequenceId;
  private final Shared shared;
  private final RowLocks locks;

  /**
   * The batches of this thread, the innermost first: a coprocessor may write in a hook of its own.
   */
  private final ThreadLocal<Deque<Batch>> batches = ThreadLocal.withInitial(ArrayDeque::new);

  /** What increments and appends of this thread's batch result in, until {@link #before}. */
  private final ThreadLocal<IdentityHashMap<Mutation, List<Cell>>> reckoned =
      ThreadLocal.withInitial(IdentityHashMap::new);

  /**
   * Creates the writes of a region.
   *
   * @param nextSequenceId one above the region's write point
   */
  IndexWrites(
      TableName table,
      Durability ofTable,
      IndexedRegion region,
      LongSupplier nextSequenceId,
      Shared shared) {
    this.table = table;
    this.region = region;
    this.locks = region.locks();
    this.changes = new BatchChanges(region.indexes(), ofTable);
    this.nextSequenceId = nextSequenceId;
    this.shared = shared;
  }

  /** Takes the cells of one family that an increment or append results in, before the batch. */
  void reckoned(Mutation operation, Collection<Cell> cells) {
    reckoned.get().computeIfAbsent(operation, o -> new ArrayList<>()).addAll(cells);
  }

  /**
   * Steps 1 to 5.
   *
   * @throws RegionTooBusyException for the client to try again
   * @throws DoNotRetryIOException if the batch can never be written
   */
  void before(MiniBatchOperationInProgress<Mutation> operations) throws IOException {
    SortedMap<byte[], RowChange> rows;
    try {
      rows = changes.of(operations, reckoned.get());
    } finally {
      reckoned.remove();
    }
    if (rows.isEmpty()) {
      return;
    }
    RowLocks.Held held = lock(rows.keySet());
    boolean inserted = false;
    try {
      batches.get().push(new Batch(operations, held, insert(rows.values())));
      inserted = true;
    } finally {
      if (!inserted) {
        locks.unlock(held);
      }
    }
  }

  /**
   * Steps 6 and 7. Does nothing for a batch that {@link #before} refused or had nothing to do for.
   */
  void after(MiniBatchOperationInProgress<Mutation> operations, boolean success) {
    reckoned.remove();
    Deque<Batch> mine = batches.get();
    if (mine.stream().noneMatch(batch -> batch.operations() == operations)) {
      return;
    }
    boolean found = false;
    while (!found) {
      Batch batch = mine.pop();
      found = batch.operations() == operations;
      end(batch, found && success);
    }
    if (mine.isEmpty()) {
      batches.remove();
    }
  }

  /**
   * Gives up the batches of this thread: a handler leaves the region, so HBase has ended them. It
   * calls no last hook if a hook of another coprocessor has thrown after the commit.
   */
  void leave() {
    Deque<Batch> mine = batches.get();
    while (!mine.isEmpty()) {
      end(mine.pop(), false);
    }
    batches.remove();
    reckoned.remove();
  }

  private void end(Batch batch, boolean success) {
    try {
      for (IndexedRegion.Removal removal : batch.removals()) {
        if (success && !shared.removals().offer(region, removal)) {
          shared.metrics().removalsDropped(1);
        }
      }
    } finally {
      locks.unlock(batch.held());
    }
  }

  private RowLocks.Held lock(Collection<byte[]> rows) throws IOException {
    try {
      RowLocks.Held held = locks.lock(rows, Duration.ZERO);
      if (held == null) {
        enter();
        try {
          held = locks.lock(rows, shared.lockWait());
        } finally {
          shared.bulkhead().leave();
        }
      }
      if (held == null) {
        shared.metrics().refusedBusy();
        throw new RegionTooBusyException(
            "%s: a row of the batch is held by other writes for %d ms"
                .formatted(table, shared.lockWait().toMillis()));
      }
      return held;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted: row locks").initCause(e);
    }
  }

  private void enter() throws IOException {
    if (!shared.bulkhead().tryEnter()) {
      shared.metrics().refusedBusy();
      throw new RegionTooBusyException(
          "%s: too many writes wait for index entries".formatted(table));
    }
  }

  private List<IndexedRegion.Removal> insert(Collection<RowChange> rows) throws IOException {
    long stamp = nextSequenceId.getAsLong();
    List<Entry> entries = new ArrayList<>();
    List<IndexedRegion.Removal> removals = new ArrayList<>();
    for (RowChange change : rows) {
      if (!change.synced()) {
        region.unsynced().begin(change.row(), stamp);
      }
      List<NavigableSet<byte[]>> lost = addEntries(change, stamp, entries);
      if (change.synced() && lost.stream().anyMatch(keys -> !keys.isEmpty())) {
        removals.add(new IndexedRegion.Removal(change.row(), lost, stamp));
      }
    }
    if (!entries.isEmpty()) {
      enter();
      try {
        shared.writer().insert(entries);
      } finally {
        shared.bulkhead().leave();
      }
    }
    return removals;
  }

  /**
   * Adds the entries of a row that have to be there before its commit.
   *
   * @return for each index, the keys that the write may take from the row
   */
  private List<NavigableSet<byte[]>> addEntries(RowChange change, long stamp, List<Entry> entries)
      throws IOException {
    boolean blind = region.indexes().stream().allMatch(RowKeys::isBlind);
    List<Cell> visible = blind ? List.of() : region.visible(change.row());
    boolean unsynced = region.unsynced().any(change.row());
    List<NavigableSet<byte[]>> lost = new ArrayList<>();
    for (int i = 0; i < region.indexes().size(); i++) {
      RowKeys index = region.indexes().get(i);
      List<Cell> all = index.needsRaw(change) ? region.raw(index, change.row()) : List.of();
      try {
        NavigableSet<byte[]> before =
            index.isBlind() ? KeyExtractor.noKeys() : index.present(visible);
        NavigableSet<byte[]> possible = index.possible(visible, all, change, unsynced);
        for (byte[] key : possible) {
          if (!before.contains(key)) {
            entries.add(region.entry(i, key, change.row(), stamp));
          }
        }
        NavigableSet<byte[]> gone = without(before, possible);
        lost.add(index.isEager() ? gone : KeyExtractor.noKeys());
        shared.metrics().skipped(before.size() - gone.size());
      } catch (IndexKeyException e) {
        throw new DoNotRetryIOException(
            "index %s of %s, row %s: %s"
                .formatted(index.spec().name(), table, RowText.of(change.row()), e.getMessage()),
            e);
      }
    }
    return lost;
  }

  private static NavigableSet<byte[]> without(
      NavigableSet<byte[]> keys, NavigableSet<byte[]> others) {
    NavigableSet<byte[]> rest = KeyExtractor.noKeys();
    keys.stream().filter(key -> !others.contains(key)).forEach(rest::add);
    return rest;
  }

  /** What the indexed regions of the region server did. */
  IndexActivity activity() {
    return shared.metrics().activity();
  }

  /** Rows that are locked or waited for. */
  int lockedRows() {
    return locks.size();
  }
}
