// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lighter.index.client.LookupStats.Counts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.QualifierFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lookups of tables in memory. */
class IndexLookupTest {
  private final LookupStats stats = new LookupStats();

  /** Stale entries that lookups reported. */
  private final List<String> met = new ArrayList<>();

  private FakeTables tables = new FakeTables("value f:city string");

  @Test
  void rowsOfAKeyComeInTheirOrderWithAllColumns() throws IOException {
    tables.put("r2", "city", "Rome", "name", "Bob");
    tables.put("r1", "city", "Rome", "name", "Ann");
    tables.put("r3", "city", "Romeo");

    List<IndexedRow> found = lookup(Lookup.of("city", KeyRange.exact("Rome")));

    assertThat(rows(found)).containsExactly("r1", "r2");
    assertThat(Bytes.toString(found.get(0).result().getValue(FakeTables.F, bytes("name"))))
        .isEqualTo("Ann");
    assertThat(found).noneMatch(IndexedRow::moved);
  }

  /** The mutant "no recheck" fails here. */
  @Test
  void entryWhoseRowHasAnotherKeyOrIsGoneIsDroppedAndCounted() throws IOException {
    tables.put("r1", "city", "Oslo");
    tables.put("r1", "city", "Rome");
    tables.put("r2", "city", "Oslo");
    tables.delete("r2");
    tables.put("r3", "city", "Oslo");

    assertThat(rows(lookup(Lookup.of("city", KeyRange.exact("Oslo"))))).containsExactly("r3");
    Counts counts = stats.counts();
    assertThat(counts.staleEntries()).isEqualTo(2);
    assertThat(counts.entriesRead()).isEqualTo(3);
    assertThat(counts.rowsReturned()).isEqualTo(1);
    assertThat(counts.completed()).isEqualTo(1);
    assertThat(met).containsExactly("r1@7", "r2@7");
  }

  /** Of such a row, nobody can tell whether its entry is stale. */
  @Test
  void rowThatTheFilterLeavesOutIsNotReportedAsStale() throws IOException {
    tables.put("r1", "city", "Rome", "age", "20");

    List<IndexedRow> found =
        lookup(
            Lookup.of("city", KeyRange.exact("Rome"))
                .filter(
                    new SingleColumnValueFilter(
                        FakeTables.F, bytes("age"), CompareOperator.EQUAL, bytes("30"))));

    assertThat(found).isEmpty();
    assertThat(met).isEmpty();
  }

  /** The mutants "page boundary skips an entry" and "duplicate rows" fail here. */
  @ParameterizedTest
  @CsvSource({"1,0", "2,0", "7,0", "1000,0", "1,4", "3,4", "1000,16"})
  void everyRowComesOnceInIndexOrder(int pageSize, int salt) throws IOException {
    tables = new FakeTables("split f:tags , string" + (salt == 0 ? "" : " salt=" + salt));
    for (int i = 0; i < 50; i++) {
      tables.put("r%02d".formatted(i), "tags", "k%d,k%d,zz".formatted(i % 10, i % 7));
    }

    List<IndexedRow> found =
        lookup(Lookup.of("city", KeyRange.between("k", "l")).pageSize(pageSize));

    assertThat(rows(found)).doesNotHaveDuplicates().hasSize(50);
    List<String> order = new ArrayList<>();
    found.forEach(row -> order.add(Bytes.toStringBinary(row.key()) + Bytes.toString(row.row())));
    assertThat(order).isSorted();
    assertThat(stats.counts().repeatedRows()).isEqualTo(43); // rows 0 to 6 have one key twice
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 249, 250, 251, 600})
  void limitEndsTheLookup(int limit) throws IOException {
    for (int i = 0; i < 600; i++) {
      tables.put("r%03d".formatted(i), "city", "Rome");
    }

    List<IndexedRow> found = lookup(Lookup.of("city", KeyRange.all()).limit(limit).pageSize(100));

    assertThat(found).hasSize(limit);
    assertThat(tables.fetches.stream().mapToInt(each -> each).sum()).isEqualTo(limit);
  }

  /** A lookup of one row makes one call to each table. */
  @Test
  void limitWithinAPageFetchesNoPageAhead() throws IOException {
    for (int i = 0; i < 10; i++) {
      tables.put("r" + i, "city", "Rome");
    }

    assertThat(lookup(Lookup.of("city", KeyRange.exact("Rome")).limit(1))).hasSize(1);
    assertThat(tables.pages).containsExactly(1);
  }

  @Test
  void nextPageIsFetchedBeforeTheRowsOfThisOne() throws IOException {
    for (int i = 0; i < 4; i++) {
      tables.put("r" + i, "city", "Rome");
    }
    List<Integer> pagesBeforeRows = new ArrayList<>();
    tables.beforeRows = call -> pagesBeforeRows.add(tables.pages.size());

    assertThat(lookup(Lookup.of("city", KeyRange.all()).pageSize(2))).hasSize(4);
    assertThat(pagesBeforeRows).containsExactly(2, 3);
    assertThat(tables.pages).containsExactly(2, 2, 0);
  }

  /** Its new entry is where the lookup has been, its old one is removed later. */
  @Test
  void rowThatMovesBackwardsIsFoundOnce() throws IOException {
    tables.put("r1", "city", "M");
    tables.put("r2", "city", "Z");
    tables.afterPage = page -> run(page == 1, () -> tables.put("r2", "city", "A"));

    List<IndexedRow> found = lookup(Lookup.of("city", KeyRange.all()).pageSize(1));

    assertThat(rows(found)).containsExactly("r1", "r2");
    assertThat(found.get(1).moved()).isTrue();
    assertThat(found.get(1).key()).isEqualTo(Bytes.add(bytes("A"), new byte[2]));
    assertThat(stats.counts().rowsMoved()).isEqualTo(1);
  }

  @Test
  void rowThatMovesForwardsIsReturnedOnce() throws IOException {
    tables.put("r1", "city", "A");
    tables.put("r2", "city", "B");
    tables.put("r3", "city", "C");
    tables.beforeRows = call -> run(call == 2, () -> tables.put("r1", "city", "Z"));

    assertThat(rows(lookup(Lookup.of("city", KeyRange.all()).pageSize(1))))
        .containsExactly("r1", "r2", "r3");
    assertThat(stats.counts().repeatedRows()).isEqualTo(1);
  }

  /** The row is met at its present key later. */
  @Test
  void staleEntryInTheRangeDoesNotChangeTheOrder() throws IOException {
    tables.put("r1", "city", "A");
    tables.put("r1", "city", "Z");
    tables.put("r2", "city", "M");

    List<IndexedRow> found = lookup(Lookup.of("city", KeyRange.all()).pageSize(1));

    assertThat(rows(found)).containsExactly("r2", "r1");
    assertThat(found).noneMatch(IndexedRow::moved);
    assertThat(stats.counts().staleEntries()).isEqualTo(1);
  }

  @Test
  void rowThatWasPutOffAndLeavesTheRangeIsNotReturned() throws IOException {
    tables.put("r1", "city", "M");
    tables.afterPage = page -> run(page == 1, () -> tables.put("r1", "city", "B"));
    tables.beforeRows = call -> run(call == 2, () -> tables.delete("r1"));

    assertThat(lookup(Lookup.of("city", KeyRange.all()))).isEmpty();
    assertThat(tables.fetches).hasSize(2);
  }

  @Test
  void rowThatLeavesTheRangeIsNotReturned() throws IOException {
    tables.put("r1", "city", "A");
    tables.beforeRows = call -> tables.put("r1", "city", "Z");

    assertThat(lookup(Lookup.of("city", KeyRange.between("A", "M")))).isEmpty();
    assertThat(stats.counts().staleEntries()).isEqualTo(1);
  }

  /** Without memory of rows, a row with several keys is returned at its smallest one. */
  @Test
  void fullMemoryStillReturnsRowsWithSeveralKeysOnce() throws IOException {
    tables = new FakeTables("split f:tags , string");
    for (int i = 0; i < 5; i++) {
      tables.put("r" + i, "tags", "a,b,c");
    }

    List<IndexedRow> found = lookup(Lookup.of("city", KeyRange.all()), new ReturnedRows(1));

    assertThat(rows(found)).containsExactly("r0", "r1", "r2", "r3", "r4");
  }

  @Test
  void wantedColumnsComeWithTheIndexedOnes() throws IOException {
    tables.put("r1", "city", "Rome", "name", "Ann", "age", "30");

    List<IndexedRow> found =
        lookup(Lookup.of("city", KeyRange.exact("Rome")).column(FakeTables.F, bytes("name")));

    assertThat(
            found.get(0).result().getFamilyMap(FakeTables.F).keySet().stream().map(Bytes::toString))
        .containsExactly("city", "name");
  }

  @Test
  void filterLeavesRowsOut() throws IOException {
    tables.put("r1", "age", "30", "city", "Rome");
    tables.put("r2", "age", "40", "city", "Rome");

    List<IndexedRow> found =
        lookup(
            Lookup.of("city", KeyRange.exact("Rome"))
                .filter(
                    new SingleColumnValueFilter(
                        FakeTables.F, bytes("age"), CompareOperator.EQUAL, bytes("40"))));

    assertThat(rows(found)).containsExactly("r2");
    assertThat(stats.counts().filteredRows()).isEqualTo(1);
    assertThat(stats.counts().staleEntries()).isZero();
  }

  @Test
  void filterThatHidesTheKeyFailsTheLookup() {
    tables.put("r1", "city", "Rome", "name", "Ann");

    assertThatExceptionOfType(DoNotRetryIOException.class)
        .isThrownBy(() -> lookup(hidesCity(KeyRange.exact("Rome"))))
        .withMessageContaining("hides the indexed columns of row 'r1'");
  }

  @Test
  void staleEntryUnderAFilterThatHidesTheKeyIsDropped() throws IOException {
    tables.put("r1", "city", "Rome", "name", "Ann");
    tables.put("r1", "city", "Oslo", "name", "Ann");

    assertThat(lookup(hidesCity(KeyRange.exact("Rome")))).isEmpty();
    assertThat(stats.counts().staleEntries()).isEqualTo(1);
  }

  private static Lookup hidesCity(KeyRange range) {
    return Lookup.of("city", range)
        .filter(new QualifierFilter(CompareOperator.EQUAL, new BinaryComparator(bytes("name"))));
  }

  @Test
  void indexThatWasCreatedAnewIsOpenedAnew() throws IOException {
    FakeTables dropped = new FakeTables("value f:city string");
    dropped.closed = true;
    tables.put("r1", "city", "Rome");
    AtomicInteger opened = new AtomicInteger();

    IndexLookup lookup =
        new IndexLookup(
            Lookup.of("city", KeyRange.exact("Rome")),
            stale -> {
              opened.incrementAndGet();
              return CompletableFuture.completedFuture(
                  stale == null ? dropped.open("g1") : tables.open("g2"));
            },
            stats,
            () -> 0,
            new ReturnedRows(),
            StaleEntries.LEFT_ALONE);

    assertThat(rows(collect(lookup))).containsExactly("r1");
    assertThat(opened).hasValue(2);
  }

  @Test
  void indexThatStaysClosedIsNotReady() {
    tables.closed = true;

    assertThatExceptionOfType(IndexNotReadyException.class)
        .isThrownBy(() -> lookup(Lookup.of("city", KeyRange.all())))
        .withMessageContaining("index city of ns:t is not ready");
  }

  /** Rows before and after the change would be those of two indexes. */
  @Test
  void indexThatIsCreatedAnewDuringTheLookupFailsIt() {
    for (int i = 0; i < 10; i++) {
      tables.put("r" + i, "city", "Rome");
    }
    tables.afterPage = page -> tables.closed = page == 2;
    AtomicInteger life = new AtomicInteger();

    IndexLookup lookup =
        new IndexLookup(
            Lookup.of("city", KeyRange.all()).pageSize(2),
            stale -> CompletableFuture.completedFuture(tables.open("g" + life.incrementAndGet())),
            stats,
            () -> 0,
            new ReturnedRows(),
            StaleEntries.LEFT_ALONE);

    assertThatExceptionOfType(IndexNotReadyException.class).isThrownBy(() -> collect(lookup));
  }

  @Test
  void failureOfACallIsTheLookupsFailure() {
    Supplier<CompletableFuture<OpenIndex>> unknown =
        () ->
            CompletableFuture.failedFuture(
                new UnknownIndexException(TableName.valueOf("ns:t"), "town", List.of("city")));

    assertThatExceptionOfType(UnknownIndexException.class)
        .isThrownBy(
            () ->
                collect(
                    new IndexLookup(
                        Lookup.of("town", KeyRange.all()),
                        stale -> unknown.get(),
                        stats,
                        () -> 0,
                        new ReturnedRows(),
                        StaleEntries.LEFT_ALONE)))
        .withMessage("index 'town' of ns:t: there is no such index; the table has city");
  }

  @Test
  void rangeOfTheWrongTypeFailsTheLookup() {
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> lookup(Lookup.of("city", KeyRange.exact(5))))
        .withMessage("index city: value '5' of Integer: expected string");
  }

  @Test
  void scannerHandsOutAllRowsAndFetchesAhead() throws IOException {
    for (int i = 0; i < 600; i++) {
      tables.put("r%03d".formatted(i), "city", "Rome");
    }

    try (IndexScanner scanner =
        new IndexScanner(newLookup(Lookup.of("city", KeyRange.all()), new ReturnedRows()))) {
      assertThat(scanner.next()).isNotNull();
      assertThat(tables.fetches).as("one batch is fetched ahead").hasSize(2);
      int count = 1;
      for (IndexedRow row : scanner) {
        assertThat(row.moved()).isFalse();
        count++;
      }
      assertThat(count).isEqualTo(600);
      assertThat(scanner.next()).isNull();
    }
  }

  private static byte[] bytes(String text) {
    return FakeTables.bytes(text);
  }

  private static void run(boolean now, Runnable action) {
    if (now) {
      action.run();
    }
  }

  private List<IndexedRow> lookup(Lookup lookup) throws IOException {
    return lookup(lookup, new ReturnedRows());
  }

  private List<IndexedRow> lookup(Lookup lookup, ReturnedRows returned) throws IOException {
    return collect(newLookup(lookup, returned));
  }

  private IndexLookup newLookup(Lookup lookup, ReturnedRows returned) {
    return new IndexLookup(
        lookup,
        stale -> CompletableFuture.completedFuture(tables.open("g1")),
        stats,
        () -> 0,
        returned,
        (index, entries) ->
            entries.forEach(entry -> met.add(Bytes.toString(entry.row()) + "@" + entry.stamp())));
  }

  private static List<IndexedRow> collect(IndexLookup lookup) throws IOException {
    List<IndexedRow> rows = new ArrayList<>();
    while (true) {
      List<IndexedRow> batch = Waiting.await(lookup.nextBatch());
      if (batch.isEmpty()) {
        return rows;
      }
      rows.addAll(batch);
    }
  }

  private static List<String> rows(List<IndexedRow> found) {
    return found.stream().map(row -> Bytes.toString(row.row())).toList();
  }
}
