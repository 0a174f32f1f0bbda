// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.index.spec.RepairRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Requests to remove stale entries, with tables in memory. */
class RepairRequestsTest {
  private static final byte[] ROME = Bytes.add(FakeTables.bytes("Rome"), new byte[2]);

  private final LookupStats stats = new LookupStats();
  private final FakeTables tables = new FakeTables("value f:city string");
  private long nanos;
  private final RepairRequests requests = new RepairRequests(stats, () -> nanos);

  @Test
  void requestIsAGetOfTheRowWithTheEntry() throws IOException {
    requests.met(tables.open("g"), List.of(entry("r1", 9)));

    Get get = tables.requests.get(0).get(0);
    RepairRequest request = RepairRequest.parse(get.getAttribute(RepairRequest.ATTRIBUTE));
    assertThat(get.getRow()).isEqualTo(FakeTables.bytes("r1"));
    assertThat(get.isCheckExistenceOnly()).isTrue();
    assertThat(get.getFamilyMap()).containsOnlyKeys(FakeTables.F); // needs no other permission
    assertThat(request.index()).isEqualTo("city");
    assertThat(request.key()).isEqualTo(ROME);
    assertThat(request.stamp()).isEqualTo(9);
    assertThat(stats.counts().repairsAsked()).isEqualTo(1);
  }

  @Test
  void entryIsAskedForAgainAfterAMinuteOnly() {
    ask(entry("r1", 9));
    nanos += RepairRequests.AGAIN.toNanos() - 1;
    ask(entry("r1", 9));
    assertThat(tables.requests).hasSize(1);

    nanos++;
    ask(entry("r1", 9));
    assertThat(tables.requests).hasSize(2);
    ask(entry("r1", 10)); // inserted anew meanwhile
    assertThat(tables.requests).hasSize(3);
  }

  @Test
  void oneCallIsUnderWayAtATime() {
    CompletableFuture<Void> first = new CompletableFuture<>();
    tables.answer = first;
    ask(entry("r1", 9));
    tables.answer = CompletableFuture.completedFuture(null);
    ask(entry("r2", 9));
    ask(entry("r3", 9));
    assertThat(tables.requests).hasSize(1);

    Object unused = first.complete(null);

    assertThat(tables.requests).extracting(List::size).containsExactly(1, 2);
    assertThat(stats.counts().repairsAsked()).isEqualTo(3);
  }

  @Test
  void whatDoesNotFitIsDroppedAndCounted() {
    tables.answer = new CompletableFuture<>();
    ask(entry("first", 9));
    ask(entries(0, RepairRequests.MOST_WAITING - 1));
    assertThat(stats.counts().repairsDropped()).isZero();

    nanos += Duration.ofSeconds(1).toNanos();
    ask(entries(5_000, 5_003));

    assertThat(stats.counts().repairsDropped()).isEqualTo(2);
    assertThat(tables.requests).hasSize(1);
  }

  @Test
  void onlySoManyAreTakenInASecond() {
    ask(entries(0, RepairRequests.MOST_A_SECOND + 5));
    assertThat(stats.counts().repairsAsked()).isEqualTo(RepairRequests.MOST_A_SECOND);
    assertThat(stats.counts().repairsDropped()).isEqualTo(5);
    assertThat(tables.requests)
        .allSatisfy(call -> assertThat(call).hasSize(RepairRequests.MOST_IN_CALL));

    nanos += Duration.ofSeconds(1).toNanos();
    ask(entry("r" + (RepairRequests.MOST_A_SECOND + 1), 9)); // a dropped one may come again
    assertThat(stats.counts().repairsAsked()).isEqualTo(RepairRequests.MOST_A_SECOND + 1);
  }

  @Test
  void callThatFailsIsCountedAndTheNextOneFollows() {
    tables.answer = CompletableFuture.failedFuture(new IOException("down"));
    ask(entry("r1", 9));
    tables.answer = CompletableFuture.completedFuture(null);
    ask(entry("r2", 9));

    assertThat(stats.counts().repairsDropped()).isEqualTo(1);
    assertThat(stats.counts().repairsAsked()).isEqualTo(1);
  }

  private void ask(Entry... entries) {
    requests.met(tables.open("g"), List.of(entries));
  }

  private static Entry[] entries(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> entry("r" + i, 9)).toArray(Entry[]::new);
  }

  private static Entry entry(String row, long stamp) {
    return new Entry(ROME, FakeTables.bytes(row), stamp);
  }
}
