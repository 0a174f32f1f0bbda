// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.common.WarmupId;
import io.lighter.common.protocol.LighterProtos.WarmProgress;
import io.lighter.common.protocol.LighterProtos.WarmRequest;
import io.lighter.regionserver.warmup.FakeParts;
import io.lighter.regionserver.warmup.request.WarmRequestTask.RegionParts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.zookeeper.KeeperException;
import org.junit.jupiter.api.Test;

class WarmRequestsTest {
  private final FakeParts stores = new FakeParts();
  private final FakeRequestStore requestStore = new FakeRequestStore();
  private final Map<TableName, List<RegionParts>> regions = new HashMap<>();
  private final List<String> asked = new ArrayList<>();
  private long nanos = 42;
  private final WarmRequests requests =
      new WarmRequests(
          requestStore,
          (id, table, rows) -> {
            asked.add(table + " " + rows);
            return regions.getOrDefault(table, List.of());
          },
          stores.queue::add,
          () -> {},
          () -> nanos,
          () -> 0.5);

  @Test
  void requestIsAnsweredAndItsRangeWarmed() throws Exception {
    regions.put(TableName.valueOf("ns:t"), List.of(stores.region("r1", "f")));
    String id = requestStore.post("ns:t");

    requests.look();

    assertThat(asked).containsExactly("ns:t [b, d)");
    assertThat(requestStore.progress.get(id).getRegionsDone()).isZero();
    stores.runAll();
    requests.report();
    assertThat(requestStore.progress.get(id).getRegionsDone()).isEqualTo(1);
    assertThat(requestStore.progress.get(id).getBytesDone()).isEqualTo(FakeParts.BYTES);
  }

  @Test
  void requestIsAnsweredOnce() throws Exception {
    table("t", stores.region("r1", "f"));
    requestStore.post("t");

    requests.look();
    stores.runAll();
    requests.look();

    assertThat(stores.warmed).containsExactly("r1/f");
    assertThat(requestStore.answers).isEqualTo(1);
  }

  @Test
  void requestWithoutARegionOfTheRangeIsNotAnswered() throws Exception {
    requestStore.post("elsewhere");

    requests.look();
    requests.look();
    requests.report();

    assertThat(asked).hasSize(1);
    assertThat(requestStore.progress).isEmpty();
  }

  @Test
  void progressIsWrittenOnlyWhenItChanges() throws Exception {
    table("t", stores.region("r1", "f"), stores.region("r2", "f"));
    requestStore.post("t");
    requests.look();

    secondsPass(5);
    assertThat(requestStore.updates).isZero();
    stores.runNext();
    secondsPass(5);

    assertThat(requestStore.updates).isEqualTo(1);
  }

  @Test
  void fiveHundredRegionServersWriteTwentyTimesPerSecondTogether() throws Exception {
    RegionParts[] many = new RegionParts[200];
    Arrays.setAll(many, region -> stores.region("r" + region, "f"));
    table("t", many);
    requestStore.post("t");
    requestStore.servers = 500;
    requests.look();

    for (int second = 0; second < 100; second++) { // its progress changes each second
      stores.runNext();
      secondsPass(1);
    }

    assertThat(requestStore.updates).as("one of 500 servers, in 100 s").isEqualTo(20 * 100 / 500);
    assertThat(requestStore.asked)
        .as("further operations")
        .isLessThanOrEqualTo(requestStore.updates + 1);
  }

  @Test
  void fewRegionServersWriteOnceASecondEach() throws Exception {
    RegionParts[] many = new RegionParts[200];
    Arrays.setAll(many, region -> stores.region("r" + region, "f"));
    table("t", many);
    requestStore.post("t");
    requestStore.servers = 5;
    requests.look();

    for (int tick = 0; tick < 100; tick++) { // four of them a second
      stores.runNext();
      nanos += Duration.ofMillis(250).toNanos();
      requests.report();
    }

    assertThat(requestStore.updates).isBetween(24, 25);
  }

  @Test
  void endIsWrittenAtOnceWithAnyNumberOfRegionServers() throws Exception {
    table("t", stores.region("r1", "f"));
    String id = requestStore.post("t");
    requestStore.servers = 500;
    requests.look();

    stores.runAll();
    requests.report();

    assertThat(requestStore.progress.get(id).getRegionsDone()).isEqualTo(1);
  }

  @Test
  void requestWithoutARequesterIsStopped() throws Exception {
    table("t", stores.region("r1", "f"), stores.region("r2", "f"));
    String id = requestStore.post("t");
    requests.look();

    requestStore.posted.remove(id);
    requests.look();
    stores.runAll();
    requests.report();

    assertThat(stores.warmed).isEmpty();
    assertThat(requestStore.updates).isZero();
  }

  @Test
  void requestOlderThanThisRegionServerIsIgnored() throws Exception {
    table("t", stores.region("r1", "f"));
    requestStore.post("t", true);

    requests.look();

    assertThat(requestStore.progress).isEmpty();
    assertThat(stores.queue).isEmpty();
  }

  @Test
  void invalidRequestDoesNotPreventOtherAnswers() throws Exception {
    table("t", stores.region("r1", "f"));
    requestStore.posted.put(
        "wu-odd", new WarmRequestStore.Posted(requestStore.request("t"), false));
    requestStore.posted.put(
        WarmupId.random().value(),
        new WarmRequestStore.Posted(ByteString.copyFromUtf8("?"), false));
    requestStore.posted.put(
        WarmupId.random().value(), new WarmRequestStore.Posted(requestStore.request("a b"), false));
    String id = requestStore.post("t");

    requests.look();

    assertThat(requestStore.progress).containsOnlyKeys(id);
  }

  @Test
  void requestAboveTheLimitIsRefused() throws Exception {
    for (int i = 0; i < WarmRequests.MOST_AT_A_TIME; i++) {
      table("t" + i, stores.region("r" + i, "f"));
      requestStore.post("t" + i);
      requests.look();
    }
    table("t", stores.region("r", "f"));

    String refused = requestStore.post("t");
    requests.look();
    assertThat(requestStore.progress.get(refused).getFailed()).isTrue();
    assertThat(requestStore.progress.get(refused).getMessage()).contains("4 other requests");

    stores.runAll();
    String later = requestStore.post("t");
    requests.look();
    assertThat(requestStore.progress.get(later).getFailed()).isFalse();
  }

  @Test
  void answerThatZooKeeperRejectedIsWrittenLater() throws Exception {
    table("t", stores.region("r1", "f"));
    String id = requestStore.post("t");
    requestStore.failing = true;

    assertThatThrownBy(requests::look).isInstanceOf(KeeperException.class);
    requestStore.failing = false;
    stores.runAll();
    requests.report();

    assertThat(requestStore.progress.get(id).getRegionsDone()).isEqualTo(1);
    assertThat(requestStore.answers).isEqualTo(1);
  }

  private void secondsPass(int seconds) throws Exception {
    for (int i = 0; i < seconds; i++) {
      nanos += Duration.ofSeconds(1).toNanos();
      requests.report();
    }
  }

  private void table(String name, RegionParts... parts) {
    regions.put(TableName.valueOf(name), List.of(parts));
  }

  /** Requests in memory. */
  private static final class FakeRequestStore implements WarmRequestStore {
    private final Map<String, Posted> posted = new HashMap<>();
    private final Map<String, WarmProgress> progress = new HashMap<>();
    private int servers = 1;
    private int answers;
    private int asked;
    private int updates;
    private boolean failing;

    String post(String table) {
      return post(table, false);
    }

    String post(String table, boolean isOlder) {
      String id = WarmupId.random().value();
      posted.put(id, new Posted(request(table), isOlder));
      return id;
    }

    ByteString request(String table) {
      return WarmRequest.newBuilder()
          .setId(WarmupId.random().value())
          .setTable(table)
          .setStartRow(ByteString.copyFromUtf8("b"))
          .setStopRow(ByteString.copyFromUtf8("d"))
          .build()
          .toByteString();
    }

    @Override
    public Set<String> awaited() {
      return Set.copyOf(posted.keySet());
    }

    @Override
    public Optional<Posted> read(String id) {
      return Optional.ofNullable(posted.get(id));
    }

    @Override
    public void answer(String id, WarmProgress written) throws KeeperException {
      if (failing) {
        throw new KeeperException.ConnectionLossException();
      }
      answers++;
      progress.put(id, written);
    }

    @Override
    public int answers(String id) {
      asked++;
      return servers;
    }

    @Override
    public void update(String id, WarmProgress written) {
      updates++;
      progress.put(id, written);
    }
  }
}
