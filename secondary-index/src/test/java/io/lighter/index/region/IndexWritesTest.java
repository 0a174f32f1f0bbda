// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lighter.common.metrics.MetricProcess;
import io.lighter.common.metrics.MetricSet;
import io.lighter.index.spec.IndexSpec;
import io.lighter.testing.fixtures.ManualClock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants.OperationStatusCode;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.metrics.impl.MetricRegistryImpl;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.regionserver.OperationStatus;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WALEdit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Writes and removals of one region, with index tables and a row in memory. */
class IndexWritesTest {
  private static final TableName TABLE = TableName.valueOf("t");
  private static final byte[] CITY = Bytes.toBytes("city");
  private static final Duration DELAY = Duration.ofSeconds(10);
  private static final Duration TIMEOUT = Duration.ofMillis(200);

  private final ManualClock clock = new ManualClock();
  private final FakeStore store = new FakeStore();
  private final RemovalQueue queue = new RemovalQueue(clock, DELAY, 2);
  private final Bulkhead bulkhead = new Bulkhead(1);
  private final IndexRegionMetrics metrics =
      new IndexRegionMetrics(
          new MetricSet(
              MetricProcess.REGION_SERVER,
              new MetricRegistryImpl(MetricProcess.REGION_SERVER.registry())),
          bulkhead::waiting,
          queue::size);
  private final EntrySender sender = new EntrySender(store, metrics);

  /** What the remover has told of. */
  private final List<Entry> removedEntries = new ArrayList<>();

  private final Remover remover =
      new Remover(queue, sender, metrics, TIMEOUT, removedEntries::addAll);

  /** Visible cells of the only row. */
  private List<Cell> row = new ArrayList<>();

  /** Cells of the only row that no read shows. */
  private List<Cell> hidden = List.of();

  /** What the next read of all cells shows in place of {@link #row}; null: the same. */
  private List<Cell> earlier;

  /** The region's next sequence id. */
  private long next = 7;

  /** Reads of visible cells, and of all cells. */
  private int reads;

  private int rawReads;

  /** Operations that keep the region from closing. */
  private int entered;

  private IndexedRegion region;
  private IndexWrites writes;

  @BeforeEach
  void createIndex() {
    use("value f:city string");
  }

  private void use(String... definitions) {
    List<IndexSpec> specs = new ArrayList<>();
    for (String definition : definitions) {
      specs.add(IndexSpec.parse(specs.isEmpty() ? "i" : "i" + specs.size(), definition));
    }
    region = new IndexedRegion(TABLE, specs, new OnlyRow());
    writes =
        new IndexWrites(
            TABLE,
            Durability.USE_DEFAULT,
            region,
            () -> next,
            new IndexWrites.Shared(
                new EntryWriter(
                    store,
                    sender,
                    new Breaker(clock, Duration.ofSeconds(1)),
                    metrics,
                    clock,
                    TIMEOUT),
                queue,
                bulkhead,
                metrics,
                Duration.ofMillis(20)));
  }

  @Test
  void entryIsInsertedBeforeTheCommitAndTheOldOneRemovedMuchLater() throws IOException {
    row = Cells.of("put city 1 seq=1 Oslo");
    var batch = batch(put("Rome"));

    writes.before(batch);

    assertThat(store.calls).containsExactly("insert t__i Rome\\x00\\x00r@7");
    commit(batch, "put city 2 seq=8 Rome");
    due();
    assertThat(store.calls).last().isEqualTo("remove t__i Oslo\\x00\\x00r@7");
    assertThat(metrics.removedCount()).isEqualTo(1);
    assertThat(removedEntries).hasSize(1);
    assertThat(writes.lockedRows()).isZero();
  }

  /** Its put has found Oslo visible, and inserts no entry: a cell that expires hides the row. */
  @Test
  void entryOnWhichAWriteReliesStaysUntilTheWriteHasEnded() throws IOException {
    row = Cells.of("put city 1 seq=1 Oslo");
    write("put city 2 seq=8 Rome", put("Rome"));
    row = Cells.of("put city 1 seq=1 Oslo");
    var again = batch(put("Oslo"));
    next = 9;
    writes.before(again);
    row = List.of();

    clock.advance(DELAY);
    CompletableFuture.runAsync(remover::round).join(); // locks are a thread's
    assertThat(store.calls).noneMatch(call -> call.startsWith("remove"));
    assertThat(queue.size()).isEqualTo(1);
    commit(again, "put city 3 seq=9 Oslo");
    due();
    assertThat(store.calls).noneMatch(call -> call.contains("remove t__i Oslo"));
    assertThat(metrics.droppedCount()).isZero();
    assertThat(writes.lockedRows()).isZero();
    assertThat(entered).isZero();
  }

  @Test
  void nothingIsRemovedBeforeTheDelay() throws IOException {
    row = Cells.of("put city 1 seq=1 Oslo");
    write("put city 2 seq=8 Rome", put("Rome"));

    clock.advance(DELAY.minusMillis(1));
    remover.round();

    assertThat(store.calls).hasSize(1);
    assertThat(queue.size()).isEqualTo(1);
  }

  @Test
  void unchangedKeyNeedsNoCall() throws IOException {
    row = Cells.of("put city 1 seq=1 Rome");

    write("put city 2 seq=8 Rome", put("Rome"));
    due();

    assertThat(store.calls).isEmpty();
    assertThat(metrics.skippedCount()).isEqualTo(1);
  }

  @Test
  void writesOfABlindIndexReadNothingAndRemoveNothing() throws IOException {
    use("value f:city string cleanup=compaction");
    row = Cells.of("put city 1 seq=1 Oslo");

    write("put city 2 seq=8 Rome", put("Rome"));
    next = 9;
    write("put city 3 seq=9 Rome", put("Rome")); // its own entry: the first one may be collected
    write("", new Delete(Cells.ROW).addFamily(Cells.FAMILY, 50));
    due();

    assertThat(store.calls)
        .containsExactly("insert t__i Rome\\x00\\x00r@7", "insert t__i Rome\\x00\\x00r@9");
    assertThat(reads + rawReads).isZero();
    assertThat(queue.size()).isZero();
  }

  @Test
  void blindIndexGetsTheKeyThatADeletionUncovers() throws IOException {
    use("value f:city string cleanup=compaction");
    row = Cells.of("put city 30 seq=3 Rome");
    hidden = Cells.of("put city 20 seq=2 Oslo");

    write("put city 20 seq=2 Oslo", new Delete(Cells.ROW).addColumn(Cells.FAMILY, CITY, 30));

    assertThat(store.calls).containsExactly("insert t__i Oslo\\x00\\x00r@7");
    assertThat(rawReads).isEqualTo(1);
  }

  /** A written part makes a key with the stored other one. */
  @Test
  void keyOfSeveralColumnsIsReadAndNotRemoved() throws IOException {
    use("parts f:city string, f:zip string cleanup=compaction");
    row = Cells.of("put city 1 seq=1 Oslo\nput zip 1 seq=1 0150");

    write("put city 2 seq=8 Rome\nput zip 1 seq=1 0150", put("Rome"));
    due();

    assertThat(store.calls).containsExactly("insert t__i Rome\\x00\\x000150\\x00\\x00r@7");
  }

  @Test
  void blindIndexBesideAnEagerOneIsNotRemoved() throws IOException {
    use("value f:city string cleanup=compaction", "value f:city string");
    row = Cells.of("put city 1 seq=1 Oslo");

    write("put city 2 seq=8 Rome", put("Rome"));
    due();

    assertThat(store.together)
        .containsExactly("insert rs1: t__i Rome\\x00\\x00r@7, t__i1 Rome\\x00\\x00r@7");
    assertThat(store.calls).containsExactly("remove t__i1 Oslo\\x00\\x00r@7");
  }

  @Test
  void keyThatIsCurrentAgainStays() throws IOException {
    row = Cells.of("put city 1 seq=1 Oslo");
    write("put city 2 seq=8 Rome", put("Rome"));
    row = Cells.of("put city 3 seq=9 Oslo");

    due();

    assertThat(store.calls).noneMatch(call -> call.startsWith("remove"));
  }

  @Test
  void keyThatIsWrittenUnderAMarkerStays() throws IOException {
    row = Cells.of("put city 1 seq=1 Oslo");

    // The put is masked by the marker, and shows once a compaction has dropped the marker.
    write("", put("Oslo"), new Delete(Cells.ROW).addFamily(Cells.FAMILY, 50));
    due();

    assertThat(store.calls).isEmpty();
  }

  @Test
  void keyOfAHiddenPutStaysAfterTheVisibleOneWasSuperseded() throws IOException {
    row = Cells.of("put city 10 seq=1 Rome");
    // No entry was inserted for the hidden put: the row showed its key at that moment.
    hidden = Cells.of("delete-version city 30 seq=2\nput city 30 seq=3 Rome");

    write("put city 20 seq=8 Oslo", put("Oslo"));
    due();

    assertThat(store.calls).containsExactly("insert t__i Oslo\\x00\\x00r@7");
  }

  @Test
  void keyThatWasVisibleWhenAllCellsWereReadStays() throws IOException {
    row = Cells.of("put city 20 seq=1 Rome");
    write("put city 20 seq=1 Rome", put("Oslo")); // into the past: Rome stays
    earlier = Cells.of("put city 20 seq=1 Rome");
    // Between the two reads, a hidden put of Rome needs no entry, and Bonn supersedes Rome.
    row = Cells.of("put city 40 seq=10 Bonn");

    due();

    assertThat(store.calls).containsExactly("insert t__i Oslo\\x00\\x00r@7");
  }

  @Test
  void unsyncedWriteInsertsAndRemovesNothing() throws IOException {
    for (Durability unsynced : List.of(Durability.ASYNC_WAL, Durability.SKIP_WAL)) {
      row = Cells.of("put city 1 seq=1 Oslo");
      store.calls.clear();

      write("put city 2 seq=8 Rome", put("Rome").setDurability(unsynced));
      due();

      assertThat(store.calls).containsExactly("insert t__i Rome\\x00\\x00r@7");
    }
  }

  @Test
  void removalIsDroppedIfAnUnsyncedWriteFollows() throws IOException {
    row = Cells.of("put city 20 seq=1 Oslo");
    // A synced write into the past leaves Oslo; only the unsynced one supersedes it. A crash would
    // undo that one, and Oslo would be current without an entry.
    write("put city 20 seq=1 Oslo", put("Bonn"));
    next = 8;
    write("put city 30 seq=9 Rome", put("Rome").setDurability(Durability.SKIP_WAL));
    due();

    assertThat(store.calls).noneMatch(call -> call.startsWith("remove"));
    assertThat(metrics.droppedCount()).isEqualTo(1);
  }

  /** A crash undoes the unsynced write, which hid an older put of the key that is lost now. */
  @Test
  void removalIsDroppedIfAnUnsyncedWriteCameBefore() throws IOException {
    row = Cells.of("put city 10 seq=1 Rome");
    write("put city 20 seq=8 Oslo", put("Oslo").setDurability(Durability.SKIP_WAL));
    next = 9;
    write("put city 30 seq=10 Rome", put("Rome"));
    next = 11;
    Delete newest = new Delete(Cells.ROW).addColumn(Cells.FAMILY, CITY, 30);
    write("put city 20 seq=8 Oslo", newest);
    due();

    assertThat(store.calls).noneMatch(call -> call.startsWith("remove"));
    assertThat(metrics.droppedCount()).isEqualTo(2);
  }

  /** A crash undoes Rome, and Oslo is deleted: Bonn shows. */
  @Test
  void deletionBelowAnUnsyncedPutInsertsWhatACrashWouldUncover() throws IOException {
    row = Cells.of("put city 20 seq=2 Oslo");
    write("put city 30 seq=8 Rome", put("Rome").setDurability(Durability.SKIP_WAL));
    hidden = Cells.of("put city 20 seq=2 Oslo\nput city 10 seq=1 Bonn");
    next = 9;
    Delete older = new Delete(Cells.ROW).addColumn(Cells.FAMILY, CITY, 20);
    write("put city 30 seq=8 Rome", older);

    assertThat(store.calls)
        .containsExactly("insert t__i Rome\\x00\\x00r@7", "insert t__i Bonn\\x00\\x00r@9");
  }

  @Test
  void failedBatchRemovesNothingAndFreesItsRows() throws IOException {
    row = Cells.of("put city 1 seq=1 Oslo");
    var batch = batch(put("Rome"));
    writes.before(batch);

    writes.after(batch, false);
    due();

    assertThat(store.calls).containsExactly("insert t__i Rome\\x00\\x00r@7");
    assertThat(writes.lockedRows()).isZero();
  }

  @Test
  void indexThatDoesNotAnswerRefusesTheBatchAndThenAtOnce() {
    store.answer = new CompletableFuture<>();

    assertThat(
            catchThrowableOfType(
                RegionTooBusyException.class, () -> writes.before(batch(put("Rome")))))
        .hasMessageContaining("no answer within 200 ms");
    assertThat(
            catchThrowableOfType(
                RegionTooBusyException.class, () -> writes.before(batch(put("Rome")))))
        .hasMessageContaining("has just timed out");
    assertThat(store.calls).hasSize(1);
    assertThat(metrics.breakerCount()).isEqualTo(1);
    assertThat(writes.lockedRows()).isZero();
    assertThat(bulkhead.waiting()).isZero();
  }

  @Test
  void indexThatFailsRefusesTheBatch() {
    store.answer = CompletableFuture.failedFuture(new IOException("no such table"));

    assertThat(
            catchThrowableOfType(
                RegionTooBusyException.class, () -> writes.before(batch(put("Rome")))))
        .hasMessageContaining("no such table");
    assertThat(writes.lockedRows()).isZero();
  }

  @Test
  void secondWriteOfARowWaitsForTheCommitOfTheFirst() throws Exception {
    var first = batch(put("Rome"));
    writes.before(first);
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      next = 8;
      assertThat(other.submit(() -> catchThrowable(() -> writes.before(batch(put("Bonn"))))).get())
          .isInstanceOf(RegionTooBusyException.class)
          .hasMessageContaining("a row of the batch is held by other writes for 20 ms");
      assertThat(store.calls).hasSize(1);

      commit(first, "put city 2 seq=8 Rome");

      assertThat(other.submit(() -> catchThrowable(() -> writes.before(batch(put("Bonn"))))).get())
          .isNull();
    } finally {
      other.shutdown();
    }
  }

  @Test
  void tooManyWaitingWritesAreRefused() throws IOException {
    assertThat(bulkhead.tryEnter()).isTrue();

    assertThat(
            catchThrowableOfType(
                RegionTooBusyException.class, () -> writes.before(batch(put("Rome")))))
        .hasMessageContaining("too many writes wait");
    assertThat(store.calls).isEmpty();
    bulkhead.leave();
    write("put city 2 seq=8 Rome", put("Rome"));
    assertThat(store.calls).hasSize(1);
  }

  @Test
  void handlerThatLeavesTheRegionFreesWhatTheLastHookDidNot() throws IOException {
    writes.before(batch(put("Rome")));
    assertThat(writes.lockedRows()).isEqualTo(1);

    writes.leave();

    assertThat(writes.lockedRows()).isZero();
  }

  @Test
  void timeToLiveOfAMutationIsRefused() {
    assertThat(
            catchThrowableOfType(
                DoNotRetryIOException.class, () -> writes.before(batch(put("Rome").setTTL(5)))))
        .hasMessageContaining("row 'r': TTL of 5 ms on an indexed column: expected none");
  }

  @Test
  void tooLongEntryIsRefusedWithIndexAndRow() {
    assertThat(
            catchThrowableOfType(
                DoNotRetryIOException.class, () -> writes.before(batch(put("x".repeat(40_000))))))
        .hasMessageContaining("index i of t, row 'r': key of 40002 bytes")
        .hasMessageContaining("expected at most 32767");
    assertThat(writes.lockedRows()).isZero();
  }

  @Test
  void incrementHasTheValueThatHBaseComputed() throws IOException {
    Increment increment = new Increment(Cells.ROW).addColumn(Cells.FAMILY, CITY, 1);
    writes.reckoned(increment, Cells.of("put city 9 seq=0 two"));

    write("put city 9 seq=8 two", increment);

    assertThat(store.calls).containsExactly("insert t__i two\\x00\\x00r@7");
  }

  @Test
  void answeredOperationIsLeftOut() throws IOException {
    var batch = batch(put("Rome"));
    batch.setOperationStatus(0, OperationStatus.SUCCESS);

    writes.before(batch);

    assertThat(store.calls).isEmpty();
    assertThat(writes.lockedRows()).isZero();
  }

  @Test
  void fullQueueDropsRemovals() throws IOException {
    for (int i = 0; i < 3; i++) {
      row = Cells.of("put city 1 seq=1 Oslo");
      write("put city 2 seq=8 Rome", put("Rome"));
    }

    assertThat(queue.size()).isEqualTo(2);
    assertThat(metrics.droppedCount()).isEqualTo(1);
  }

  @Test
  void closedRegionAndFailedCallDropRemovals() throws IOException {
    row = Cells.of("put city 1 seq=1 Oslo");
    write("put city 2 seq=8 Rome", put("Rome"));
    store.answer = CompletableFuture.failedFuture(new IOException("down"));
    due();
    assertThat(metrics.droppedCount()).isEqualTo(1);

    store.answer = CompletableFuture.completedFuture(null);
    row = Cells.of("put city 1 seq=1 Oslo");
    write("put city 2 seq=8 Rome", put("Rome"));
    region.close();
    due();
    assertThat(metrics.droppedCount()).isEqualTo(2);
  }

  /** Reads {@link #row}. */
  private final class OnlyRow implements IndexedRegion.Cells {
    @Override
    public List<Cell> visible(byte[] key) {
      reads++;
      return List.copyOf(row);
    }

    @Override
    public List<Cell> raw(byte[] key, byte[] family) {
      rawReads++;
      List<Cell> all = new ArrayList<>(earlier == null ? row : earlier);
      all.addAll(hidden);
      return all;
    }

    @Override
    public void enter() {
      entered++;
    }

    @Override
    public void leave() {
      entered--;
    }
  }

  private void write(String after, Mutation... mutations) throws IOException {
    var batch = batch(mutations);
    writes.before(batch);
    commit(batch, after);
  }

  private void commit(MiniBatchOperationInProgress<Mutation> batch, String after) {
    row = Cells.of(after);
    writes.after(batch, true);
  }

  private void due() {
    clock.advance(DELAY);
    remover.round();
  }

  private static Put put(String city) {
    return new Put(Cells.ROW).addColumn(Cells.FAMILY, CITY, 10, Bytes.toBytes(city));
  }

  private static MiniBatchOperationInProgress<Mutation> batch(Mutation... mutations) {
    OperationStatus[] states = new OperationStatus[mutations.length];
    Arrays.fill(states, new OperationStatus(OperationStatusCode.NOT_RUN));
    return new MiniBatchOperationInProgress<>(
        mutations, states, new WALEdit[mutations.length], 0, mutations.length, mutations.length);
  }
}
