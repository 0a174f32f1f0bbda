// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lighter.common.metrics.MetricProcess;
import io.lighter.common.metrics.MetricSet;
import io.lighter.index.spec.IndexSpec;
import io.lighter.index.spec.RepairRequest;
import io.lighter.testing.fixtures.ManualClock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.hbase.ArrayBackedTag;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.Tag;
import org.apache.hadoop.hbase.TagType;
import org.apache.hadoop.hbase.metrics.impl.MetricRegistryImpl;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests of lookups to remove entries of one region, with an index table and a row in memory. */
class EntryRepairTest {
  private static final TableName TABLE = TableName.valueOf("t");
  private static final Duration DELAY = Duration.ofSeconds(10);
  private static final Duration TIMEOUT = Duration.ofMillis(200);
  private static final int RATE = 4;
  private static final int MOST_WAITING = 8;
  private static final String OSLO_UP_TO_5 = "remove t__i Oslo\\x00\\x00r@5";

  private final ManualClock clock = new ManualClock();
  private final FakeStore store = new FakeStore();
  private final RepairQueue queue = new RepairQueue(clock, DELAY, MOST_WAITING);
  private final IndexRegionMetrics metrics =
      new IndexRegionMetrics(
          new MetricSet(
              MetricProcess.REGION_SERVER,
              new MetricRegistryImpl(MetricProcess.REGION_SERVER.registry())),
          () -> 0,
          () -> 0);
  private final Repairer repairer =
      new Repairer(queue, new EntrySender(store, metrics), metrics, clock, RATE, TIMEOUT);

  /** Visible cells of the only row, and cells that no read shows. */
  private List<Cell> row = Cells.of("put city 2 seq=6 Rome");

  private List<Cell> hidden = List.of();

  /** Runs when all cells of the row are read. */
  private Runnable whileReading = () -> {};

  private long settled = 6;
  private boolean closing;
  private int entered;
  private IndexedRegion indexed;
  private EntryRepair region;

  @BeforeEach
  void open() {
    open(false, "value f:city string");
  }

  private void open(boolean held, String definition) {
    indexed =
        new IndexedRegion(TABLE, List.of(IndexSpec.parse("i", definition)), new OnlyRow(), held);
    region = new EntryRepair(indexed, this::settled);
  }

  @Test
  void entryOfASupersededKeyGoesUpToItsStamp() throws IOException {
    ask("Oslo", 5);
    due();

    assertThat(store.calls).containsExactly(OSLO_UP_TO_5);
    assertThat(metrics.repairCounts()).containsExactly(1L, 1L, 0L, 0L);
    assertThat(indexed.locks().size()).isZero();
    assertThat(entered).isZero();
  }

  @Test
  void entryOfAnIndexThatIsLeftToCompactionsGoesAsWell() throws IOException {
    open(false, "value f:city string cleanup=compaction");

    ask("Oslo", 5);
    due();

    assertThat(store.calls).containsExactly(OSLO_UP_TO_5);
  }

  /** A range lookup that began before the row got another key may still look for the entry. */
  @Test
  void nothingGoesBeforeTheDelayOfRemovals() throws IOException {
    ask("Oslo", 5);
    clock.advance(DELAY.minusMillis(1));
    repairer.round();

    assertThat(store.calls).isEmpty();
    assertThat(queue.size()).isEqualTo(1);
  }

  /** Its write may be between the insertion of the entry and its commit. */
  @Test
  void entryThatIsYoungerThanTheLastFlushStays() throws IOException {
    ask("Oslo", 7);

    assertThat(queue.size()).isZero();
    assertThat(metrics.repairCounts()).containsExactly(1L, 0L, 1L, 0L);
  }

  @Test
  void keyThatTheRowHasWhenItIsJudgedStays() throws IOException {
    ask("Rome", 5);
    due();

    refused();
  }

  /** A compaction that drops the marker shows the put, which has no entry of its own. */
  @Test
  void keyOfAHiddenPutStays() throws IOException {
    hidden = Cells.of("delete-version city 30 seq=2\nput city 30 seq=3 Oslo");

    ask("Oslo", 5);
    due();

    refused();
  }

  /** Such a cell may be from before the index. The older put shows later, without a write. */
  @Test
  void keyThatACellHidesWhichExpiresStays() throws IOException {
    List<Tag> ttl = List.of(new ArrayBackedTag(TagType.TTL_TAG_TYPE, Bytes.toBytes(60_000L)));
    row = List.of(PrivateCellUtil.createCell(row.get(0), ttl));
    hidden = Cells.of("put city 1 seq=3 Oslo");

    ask("Oslo", 5);
    due();

    refused();
  }

  @Test
  void keyOfAnOlderVersionGoes() throws IOException {
    hidden = Cells.of("put city 1 seq=3 Oslo");

    ask("Oslo", 5);
    due();

    assertThat(store.calls).containsExactly(OSLO_UP_TO_5);
  }

  /** A crash would undo Rome, and show Oslo. */
  @Test
  void entryStaysUntilTheUnsyncedWriteThatHidesItsKeyIsFlushed() throws IOException {
    indexed.unsynced().begin(Cells.ROW, 6);
    settled = 5;
    ask("Oslo", 5);
    due();
    refused();

    settled = 6;
    ask("Oslo", 5);
    due();
    assertThat(store.calls).containsExactly(OSLO_UP_TO_5);
  }

  @Test
  void unsyncedWriteDuringTheReadKeepsTheEntry() throws IOException {
    whileReading = () -> indexed.unsynced().begin(Cells.ROW, 9);

    ask("Oslo", 5);
    due();

    refused();
  }

  /** A write that has found the key visible inserts no entry for it. */
  @Test
  void entryStaysWhileAWriteOfTheRowIsUnderWay() throws Exception {
    ExecutorService writer = Executors.newSingleThreadExecutor();
    try {
      RowLocks.Held held =
          writer.submit(() -> indexed.locks().lock(List.of(Cells.ROW), Duration.ZERO)).get();
      ask("Oslo", 5);
      due();
      refused();

      Object unused = writer.submit(() -> indexed.locks().unlock(held)).get();
    } finally {
      writer.shutdown();
    }
    ask("Oslo", 5);
    due();
    assertThat(store.calls).containsExactly(OSLO_UP_TO_5);
  }

  @Test
  void noWriteOfTheRowBeginsWhileItIsJudged() throws Exception {
    ExecutorService writer = Executors.newSingleThreadExecutor();
    List<Object> locked = new ArrayList<>();
    whileReading =
        () -> {
          try {
            locked.add(
                writer
                    .submit(() -> indexed.locks().lock(List.of(Cells.ROW), Duration.ZERO) != null)
                    .get());
          } catch (Exception e) {
            throw new AssertionError(e);
          }
        };
    ask("Oslo", 5);
    due();
    writer.shutdown();

    assertThat(locked).containsExactly(false);
  }

  /** A bulk load has inserted entries of rows that are not there yet. */
  @Test
  void nothingGoesWhileTheTableIsHeld() throws IOException {
    open(true, "value f:city string");

    ask("Oslo", 5);

    assertThat(queue.size()).isZero();
    assertThat(metrics.repairCounts()).containsExactly(1L, 0L, 1L, 0L);
  }

  @Test
  void partsWithTooManyHiddenValuesKeepTheirEntries() throws IOException {
    open(false, "parts f:city string, f:zip string");
    StringBuilder cells = new StringBuilder();
    for (int i = 0; i < 5; i++) {
      for (String part : List.of("city", "zip")) {
        cells.append("delete-version %s %d seq=2\n".formatted(part, 30 + i));
        cells.append("put %s %d seq=3 v%d\n".formatted(part, 30 + i, i));
      }
    }
    hidden = Cells.of(cells.toString());

    ask("Oslo\0\0z", 5);
    due();

    refused();
  }

  @Test
  void requestForAnotherIndexIsRefusedAndOneWithoutSenseFails() throws IOException {
    repairer.ask(region, Cells.ROW, new RepairRequest("other", Bytes.toBytes("k"), 5));
    assertThat(metrics.repairCounts()).containsExactly(1L, 0L, 1L, 0L);

    assertThatExceptionOfType(DoNotRetryIOException.class)
        .isThrownBy(() -> ask("x".repeat(40_000), 5))
        .withMessageContaining("repair of index i, row 'r'");
  }

  /** The key ends within what is taken for the row: the entry would be that of another row. */
  @Test
  void keyThatMakesTheEntryOfAnotherRowIsRefused() {
    assertThatExceptionOfType(DoNotRetryIOException.class)
        .isThrownBy(
            () ->
                repairer.ask(
                    region, Cells.ROW, new RepairRequest("i", Bytes.toBytes("Oslo\0\0anothe"), 5)))
        .withMessageContaining("expected a key of the index");
    assertThatExceptionOfType(DoNotRetryIOException.class)
        .isThrownBy(() -> ask("Oslo", 0))
        .withMessageContaining("stamp 0: expected a key of the index, and a stamp above 0");
    assertThat(queue.size()).isZero();
  }

  @Test
  void closedRegionAndFailedCallDropRepairs() throws IOException {
    ask("Oslo", 5);
    store.answer = CompletableFuture.failedFuture(new IOException("down"));
    due();
    assertThat(metrics.repairCounts()).containsExactly(1L, 0L, 0L, 1L);

    ask("Oslo", 5);
    closing = true;
    due();
    ask("Oslo", 5);
    closing = false;
    indexed.close();
    due();
    assertThat(metrics.repairCounts()).containsExactly(3L, 0L, 0L, 3L);
    assertThat(store.calls).hasSize(1);
  }

  @Test
  void fullQueueDropsRequests() throws IOException {
    for (int i = 0; i <= MOST_WAITING; i++) {
      ask("c" + i, 5);
      ask("c" + i, 5); // of another client
    }

    assertThat(queue.size()).isEqualTo(MOST_WAITING);
    assertThat(metrics.repairCounts()).last().isEqualTo(2L);
  }

  @Test
  void queueIsFullByBytes() throws IOException {
    RepairQueue large = new RepairQueue(clock, DELAY, 1_000_000);
    int taken = 0;
    while (large.offer(region, stale("k".repeat(30_000) + taken, 5))) {
      taken++;
    }

    assertThat(taken * 60_000L).isBetween(RepairQueue.MOST_BYTES / 2, RepairQueue.MOST_BYTES);
    assertThat(large.offer(region, stale("small", 5))).isTrue();
    clock.advance(DELAY);
    assertThat(large.takeDue(1_000_000)).hasSize(taken + 1);
    assertThat(large.offer(region, stale("k".repeat(30_000), 5))).isTrue();
  }

  @Test
  void entryThatWasInsertedAnewWaitsAnew() throws IOException {
    ask("Oslo", 4);
    clock.advance(DELAY.minusMillis(1));
    ask("Oslo", 5);
    clock.advance(Duration.ofMillis(1));
    repairer.round();
    assertThat(store.calls).isEmpty();

    due();
    assertThat(store.calls).containsExactly(OSLO_UP_TO_5);
  }

  @Test
  void entryThatTheRemovalHasReachedIsForgotten() throws IOException {
    ask("Oslo", 5);
    ask("Bonn", 5);

    queue.forget(List.of(stale("Oslo", 6).entry(), stale("Bonn", 4).entry()));
    due();

    assertThat(store.calls).containsExactly("remove t__i Bonn\\x00\\x00r@5");
  }

  @Test
  void onlySoManyAreJudgedInASecond() throws IOException {
    for (int i = 0; i < MOST_WAITING; i++) {
      ask("c" + i, 5);
    }
    due();
    repairer.round();
    assertThat(store.calls).hasSize(RATE);

    clock.advance(Duration.ofMillis(500));
    repairer.round();
    assertThat(store.calls).hasSize(RATE + RATE / 2);
  }

  private void refused() {
    assertThat(store.calls).isEmpty();
    assertThat(metrics.repairCounts()).containsExactly(1L, 0L, 1L, 0L);
    assertThat(indexed.locks().size()).isLessThanOrEqualTo(1);
  }

  private void ask(String key, long stamp) throws IOException {
    repairer.ask(region, Cells.ROW, new RepairRequest("i", encoded(key), stamp));
  }

  private EntryRepair.Stale stale(String key, long stamp) throws IOException {
    return region
        .asked(Cells.ROW, new RepairRequest("i", encoded(key), Math.min(stamp, settled)))
        .orElseThrow();
  }

  private static byte[] encoded(String key) {
    return Bytes.add(Bytes.toBytes(key), new byte[2]);
  }

  private void due() {
    clock.advance(DELAY);
    repairer.round();
  }

  private final class OnlyRow implements IndexedRegion.Cells {
    @Override
    public List<Cell> visible(byte[] key) {
      return List.copyOf(row);
    }

    @Override
    public List<Cell> raw(byte[] key, byte[] family) {
      assertThat(entered).isEqualTo(1);
      whileReading.run();
      List<Cell> all = new ArrayList<>(row);
      all.addAll(hidden);
      return all;
    }

    @Override
    public void enter() throws IOException {
      if (closing) {
        throw new NotServingRegionException("closing");
      }
      entered++;
    }

    @Override
    public void leave() {
      entered--;
    }
  }

  private long settled(byte[] family) {
    assertThat(family).isEqualTo(Cells.FAMILY);
    return settled;
  }
}
