// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.metrics.MetricProcess;
import io.lighter.common.metrics.MetricSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.metrics.impl.MetricRegistryImpl;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Which entries travel together, and what becomes of those that such a call does not confirm. */
class EntrySenderTest {
  private static final ServerName OTHER = ServerName.valueOf("rs2", 16020, 1);
  private static final TableName A = TableName.valueOf("t__a");
  private static final TableName B = TableName.valueOf("t__b");
  private static final TableName C = TableName.valueOf("t__c");

  private final FakeStore store = new FakeStore();
  private final IndexRegionMetrics metrics =
      new IndexRegionMetrics(
          new MetricSet(
              MetricProcess.REGION_SERVER,
              new MetricRegistryImpl(MetricProcess.REGION_SERVER.registry())),
          () -> 0,
          () -> 0);
  private final EntrySender sender = new EntrySender(store, metrics);

  @Test
  void regionsOfOneServerShareACall() throws IOException {
    store.servers.put(C, OTHER);

    assertAllInserted(sender.insert(places(A, B, C)), A, B, C);

    assertThat(store.together).containsExactly("insert rs1: t__a k@7, t__b k@7");
    assertThat(store.calls).containsExactly("insert t__c k@7"); // alone on its server
    assertThat(metrics.serverCallCount()).isEqualTo(1);
    assertThat(metrics.sentAgainCount()).isZero();
  }

  @Test
  void eachServerGetsItsOwnCall() throws IOException {
    store.servers.put(B, OTHER);
    store.servers.put(C, OTHER);
    TableName d = TableName.valueOf("t__d");

    assertAllInserted(sender.insert(places(A, B, C, d)), A, B, C, d);

    assertThat(store.together)
        .containsExactlyInAnyOrder(
            "insert rs1: t__a k@7, t__d k@7", "insert rs2: t__b k@7, t__c k@7");
    assertThat(store.calls).isEmpty();
  }

  @Test
  void serverWithoutTheServiceGetsACallForEachRegion() throws IOException {
    store.without.add(FakeStore.SERVER);

    assertAllInserted(sender.insert(places(A, B)), A, B);

    assertThat(store.together).isEmpty();
    assertThat(store.calls).containsExactlyInAnyOrder("insert t__a k@7", "insert t__b k@7");
    assertThat(metrics.serverCallCount()).isZero();
  }

  @Test
  void regionThatIsNotInTheAnswerIsInsertedByItself() throws IOException {
    store.durable = CompletableFuture.completedFuture(Set.of(FakeStore.region(A)));

    assertAllInserted(sender.insert(places(A, B)), A, B);

    assertThat(store.together).hasSize(1);
    assertThat(store.calls).containsExactly("insert t__b k@7");
    assertThat(metrics.sentAgainCount()).isEqualTo(1);
  }

  @Test
  void failedCallIsRepeatedForEachRegion() throws IOException {
    store.durable = CompletableFuture.failedFuture(new IOException("server is gone"));

    assertAllInserted(sender.insert(places(A, B)), A, B);

    assertThat(store.calls).containsExactlyInAnyOrder("insert t__a k@7", "insert t__b k@7");
    assertThat(metrics.sentAgainCount()).isEqualTo(2);
  }

  @Test
  void insertIsNotDoneBeforeTheServerAnswers() throws IOException {
    store.durable = new CompletableFuture<>();

    Map<RegionInfo, CompletableFuture<Void>> inserts = sender.insert(places(A, B));

    assertThat(inserts.values()).noneMatch(CompletableFuture::isDone);
    assertThat(store.calls).isEmpty();
    store.durable.complete(Set.of(FakeStore.region(A), FakeStore.region(B)));
    assertAllInserted(inserts, A, B);
  }

  @Test
  void insertFailsForTheRegionWhoseSecondCallFails() throws IOException {
    store.durable = CompletableFuture.completedFuture(Set.of(FakeStore.region(A)));
    store.answer = CompletableFuture.failedFuture(new IOException("still gone"));

    Map<RegionInfo, CompletableFuture<Void>> inserts = sender.insert(places(A, B));

    assertThat(inserts.get(FakeStore.region(A))).isCompleted();
    assertThat(inserts.get(FakeStore.region(B))).isCompletedExceptionally();
  }

  @Test
  void manyEntriesAreDividedBetweenCallsByRegion() throws IOException {
    Map<EntryStore.Place, List<Entry>> places = places(A, B, C);
    places
        .values()
        .forEach(
            some ->
                some.addAll(Collections.nCopies(EntrySender.MOST_TOGETHER / 2 - 1, some.get(0))));

    assertAllInserted(sender.insert(places), A, B, C);

    assertThat(store.together).hasSize(1); // A and B
    assertThat(store.calls).hasSize(EntrySender.MOST_TOGETHER / 2).allMatch(c -> c.contains("__c"));
  }

  @Test
  void removalsTravelTogetherToo() throws IOException {
    store.servers.put(C, OTHER);

    assertThat(sender.remove(places(A, B, C))).isCompleted();

    assertThat(store.together).containsExactly("remove rs1: t__a k@7, t__b k@7");
    assertThat(store.calls).containsExactly("remove t__c k@7");
  }

  @Test
  void removalThatIsNotConfirmedIsSentAgain() throws IOException {
    store.durable = CompletableFuture.completedFuture(Set.of(FakeStore.region(B)));

    assertThat(sender.remove(places(A, B))).isCompleted();

    assertThat(store.calls).containsExactly("remove t__a k@7");
    store.answer = CompletableFuture.failedFuture(new IOException("gone"));
    assertThat(sender.remove(places(A, B))).isCompletedExceptionally();
  }

  private static void assertAllInserted(
      Map<RegionInfo, CompletableFuture<Void>> inserts, TableName... tables) {
    assertThat(inserts.keySet())
        .containsExactlyInAnyOrder(
            List.of(tables).stream().map(FakeStore::region).toArray(RegionInfo[]::new));
    assertThat(inserts.values())
        .allMatch(each -> each.isDone() && !each.isCompletedExceptionally());
  }

  /** An entry for each table. */
  private Map<EntryStore.Place, List<Entry>> places(TableName... tables) {
    Map<EntryStore.Place, List<Entry>> places = new LinkedHashMap<>();
    for (TableName table : tables) {
      Entry entry = new Entry(table, Bytes.toBytes("k"), 7);
      places.put(store.placeOf(entry).join(), new ArrayList<>(List.of(entry)));
    }
    return places;
  }
}
