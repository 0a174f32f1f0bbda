// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.common.WarmupId;
import io.lighter.common.protocol.LighterProtos.WarmProgress;
import io.lighter.common.protocol.LighterProtos.WarmRequest;
import io.lighter.common.zk.LighterZNodes;
import io.lighter.testing.fixtures.ManualClock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class WarmWaitTest {
  @RegisterExtension private static final ZooKeeperExtension ZOO_KEEPER = new ZooKeeperExtension();

  private static final ServerName FIRST = ServerName.valueOf("a.example,16020,1");
  private static final ServerName SECOND = ServerName.valueOf("b.example,16020,1");

  /** Actions of region servers during the command's pauses, one entry per look. */
  private final Deque<Step> steps = new ArrayDeque<>();

  private final List<WarmTotals> shown = new ArrayList<>();
  private final WarmRequest request =
      WarmRequest.newBuilder()
          .setId(WarmupId.random().value())
          .setTable("t")
          .setStartRow(ByteString.copyFromUtf8("a"))
          .setStopRow(ByteString.EMPTY)
          .build();
  private WarmRequestNode node;
  private final ManualClock clock = new ManualClock();

  private interface Step {
    void run() throws Exception;
  }

  @BeforeEach
  void createRequest() throws IOException {
    node = WarmRequestNode.create(ZOO_KEEPER.client(), znodes(), request);
  }

  @AfterEach
  void closeRequest() throws IOException {
    node.close();
  }

  @Test
  void regionServersFindTheRequestAndItsRequester() throws Exception {
    byte[] bytes = ZOO_KEEPER.client().getData().forPath(znodes().warmRequest(request.getId()));

    assertThat(WarmRequest.parseFrom(bytes)).isEqualTo(request);
    assertThat(exists(znodes().warmRequester(request.getId()))).isTrue();
  }

  @Test
  void waitEndsWhenAllServersCompletedAllRegions() throws IOException {
    steps.add(() -> report(FIRST, progress(2, 0, 100, 0)));
    steps.add(() -> report(SECOND, progress(1, 1, 50, 50)));
    steps.add(() -> report(FIRST, progress(2, 1, 100, 60)));
    steps.add(() -> report(FIRST, progress(2, 2, 100, 100)));

    await(FIRST, SECOND);

    assertThat(steps).isEmpty();
    assertThat(shown)
        .containsExactly(
            new WarmTotals(0, 0, 0, 0, 0),
            new WarmTotals(1, 2, 0, 100, 0),
            new WarmTotals(2, 3, 1, 150, 50),
            new WarmTotals(2, 3, 2, 150, 110),
            new WarmTotals(2, 3, 3, 150, 150));
  }

  @Test
  void lookRereadsFewUnfinishedServersAndNoEndedOne() throws Exception {
    int servers = 5 * WarmRequestNode.READS_PER_LOOK;
    reportAll(servers, progress(2, 0, 100, 0));
    assertThat(WarmTotals.of(node.progress().values()).servers()).isEqualTo(servers);
    reportAll(servers, progress(2, 2, 100, 100));

    for (int looks = 1; looks <= 5; looks++) {
      assertThat(WarmTotals.of(node.progress().values()).regionsDone())
          .isEqualTo(2 * looks * WarmRequestNode.READS_PER_LOOK);
    }

    reportAll(servers, progress(2, 0, 100, 0)); // not possible, but shows what is read
    assertThat(WarmTotals.of(node.progress().values()).regionsDone()).isEqualTo(2 * servers);
  }

  @Test
  void serverThatDoesNotAnswerInTimeIsNamed() {
    steps.add(() -> report(FIRST, progress(1, 0, 10, 0)));
    steps.add(() -> clock.advance(Duration.ofSeconds(13)));

    assertThatThrownBy(() -> await(FIRST, SECOND))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no answer from region server b.example:16020 within 15 s")
        .hasMessageContaining("hbase.hstore.engine.class");
    assertThat(clock.nanoTime()).isEqualTo(TimeUnit.SECONDS.toNanos(15));
  }

  @Test
  void serverThatHasAnsweredHasNoTimeout() throws IOException {
    steps.add(() -> report(FIRST, progress(1, 0, 10, 0)));
    steps.add(() -> clock.advance(Duration.ofHours(1)));
    steps.add(() -> report(FIRST, progress(1, 1, 10, 10)));

    await(FIRST);

    assertThat(steps).isEmpty();
  }

  @Test
  void serverThatGoesAwayEndsTheWait() {
    steps.add(() -> report(FIRST, progress(1, 0, 10, 0)));
    steps.add(() -> remove(FIRST));

    assertThatThrownBy(() -> await(FIRST))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("region server a.example:16020 went away");
  }

  @Test
  void failureOfOneServerIsReportedWhenTheOthersAreDone() {
    WarmProgress failed =
        progress(1, 1, 10, 5).toBuilder().setFailed(true).setMessage("the cache is full").build();
    steps.add(() -> report(FIRST, failed));
    steps.add(() -> report(SECOND, progress(1, 0, 10, 5)));
    steps.add(() -> report(SECOND, progress(1, 1, 10, 10)));

    assertThatThrownBy(() -> await(FIRST, SECOND))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not all was cached: a.example:16020: the cache is full");
    assertThat(steps).isEmpty();
  }

  @Test
  void closingDeletesTheRequestWithTheServersProgressAndEndsTheWait() throws Exception {
    report(FIRST, progress(1, 0, 10, 0));

    node.close();
    node.close();

    assertThat(exists(znodes().warmRequest(request.getId()))).isFalse();
    assertThatThrownBy(() -> await(FIRST))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("request " + request.getId() + " was stopped");
  }

  @Test
  void createDeletesAbandonedRequestsOnly() throws Exception {
    String abandoned = WarmupId.random().value();
    String progress = znodes().warmProgress(abandoned, FIRST);
    ZOO_KEEPER.client().create().creatingParentsIfNeeded().forPath(progress, new byte[0]);
    WarmRequest next = request.toBuilder().setId(WarmupId.random().value()).build();

    try (var other = WarmRequestNode.create(ZOO_KEEPER.client(), znodes(), next)) {
      assertThat(other.progress()).isEmpty();
      assertThat(ZOO_KEEPER.client().getChildren().forPath(znodes().warmRequests()))
          .containsExactlyInAnyOrder(request.getId(), next.getId());
    }
  }

  @Test
  void movedRegionIsReportedAsMissing() {
    steps.add(() -> report(FIRST, progress(1, 1, 10, 10)));
    steps.add(() -> report(SECOND, progress(1, 1, 10, 10)));

    assertThatThrownBy(() -> await(Map.of(FIRST, 2, SECOND, 1)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("1 of 3 regions were on no region server");
    assertThat(steps).isEmpty();
  }

  @Test
  void serverToWhichARegionMovedIsWaitedFor() throws IOException {
    steps.add(() -> report(FIRST, progress(2, 1, 20, 10)));
    steps.add(() -> report(SECOND, progress(1, 0, 10, 0)));
    steps.add(() -> report(FIRST, progress(2, 2, 20, 20)));
    steps.add(() -> report(SECOND, progress(1, 1, 10, 10)));

    await(Map.of(FIRST, 2));

    assertThat(steps).isEmpty();
  }

  /** Waits for servers with one region each. */
  private void await(ServerName... servers) throws IOException {
    await(Stream.of(servers).collect(Collectors.toMap(Function.identity(), server -> 1)));
  }

  private void await(Map<ServerName, Integer> regions) throws IOException {
    new WarmWait(node, regions, clock, this::pause).await(shown::add);
  }

  /** Advances a second and runs the next step; fails if no step is left. */
  private void pause() throws IOException {
    clock.advance(Duration.ofSeconds(1));
    if (clock.nanoTime() > TimeUnit.HOURS.toNanos(2)) {
      throw new IOException("waits for nothing");
    }
    try {
      if (!steps.isEmpty()) {
        steps.remove().run();
      }
    } catch (Exception e) { // Curator declares nothing narrower
      throw new IOException(e);
    }
  }

  private void report(ServerName server, WarmProgress progress) throws Exception {
    String path = znodes().warmProgress(request.getId(), server);
    ZOO_KEEPER.client().create().orSetData().forPath(path, progress.toByteArray());
  }

  private void reportAll(int servers, WarmProgress progress) throws Exception {
    for (int server = 0; server < servers; server++) {
      report(ServerName.valueOf("rs" + server + ".example,16020,1"), progress);
    }
  }

  private void remove(ServerName server) throws Exception {
    ZOO_KEEPER.client().delete().forPath(znodes().warmProgress(request.getId(), server));
  }

  private static WarmProgress progress(int regions, int regionsDone, long bytes, long bytesDone) {
    return WarmProgress.newBuilder()
        .setRegions(regions)
        .setRegionsDone(regionsDone)
        .setBytesTotal(bytes)
        .setBytesDone(bytesDone)
        .setFailed(false)
        .build();
  }

  private static boolean exists(String path) throws Exception {
    return ZOO_KEEPER.client().checkExists().forPath(path) != null;
  }

  private static LighterZNodes znodes() {
    return ZOO_KEEPER.site().znodes();
  }
}
