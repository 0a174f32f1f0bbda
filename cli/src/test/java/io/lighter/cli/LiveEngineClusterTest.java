// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.common.protocol.LighterProtos.ServerStatus;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ClusterMetricsBuilder;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.RegionMetricsBuilder;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerMetricsBuilder;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.Size;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the manager's REST API says of a table, with a web server in its place. */
class LiveEngineClusterTest {
  private static final TableName TABLE = TableName.valueOf("ns:t");

  private static final String NOT_YET =
      """
      {"table": "ns:t", "sums": null, "silent_servers": ["a,1,1"], "stores_left_out": 0,
       "stores": []}\
      """;

  private static final String STORES =
      """
      {"table": "ns:t", "silent_servers": [], "stores_left_out": 3,
       "sums": {"flushed_bytes": 1, "compacted_bytes": 2, "bytes": 3, "unmerged_bytes": 4,
                "most_runs": 5, "write_amplification": 3.0, "read_amplification": null,
                "space_amplification": 1.5},
       "tiers": {"levels": [{"level": 1, "bytes": 30, "merged_bytes": 60,
                             "write_amplification": 2.0}],
                 "full_runs": 1, "full_run_ms": 7, "misplaced_bytes": 3, "cold_in_hot_bytes": 1,
                 "hot_in_cold_bytes": 2, "misplaced_share": null},
       "stores": [{"region_server": "a,1,1", "region": "r", "family": "f", "engine": "E",
                   "decorated": true, "files": 2, "runs": 2, "bytes": 30, "waiting_bytes": 0,
                   "unmerged_bytes": 10,
                   "tree": [{"stage": 2, "files": 2, "bytes": 30, "due_clusters": 1,
                             "due_bytes": 30}],
                   "file": [{"bytes": 20, "from": 0.0, "to": 0.5},
                   {"bytes": 10, "from": 0.4999, "to": 1.0}, {"bytes": 1}]}]}\
      """;

  private final AtomicInteger asked = new AtomicInteger();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/api/v1/region-servers",
        exchange ->
            respond(
                exchange,
                200,
                """
                {"region_servers": [{"region_server": "a,1,1", "version": "0.1.0"}]}"""));
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void asksUntilAllRegionServersHaveReported() throws Exception {
    answer(200, NOT_YET, NOT_YET, STORES);

    EngineCluster.Observed observed = observed(manager().addServer(server(400, 100)));

    assertThat(asked).hasValue(3);
    assertThat(observed.problem()).isEmpty();
    assertThat(observed.stores().leftOut()).isEqualTo(3);
    assertThat(observed.stores().sums())
        .contains(
            new TableStores.Sums(
                1, 2, 3, 4, 5, Optional.of(3.0), Optional.empty(), Optional.of(1.5)));
    assertThat(observed.stores().tiers())
        .contains(
            new TableStores.Tiers(
                List.of(new TableStores.Level(1, 30, 60, Optional.of(2.0))),
                1,
                7,
                3,
                1,
                2,
                Optional.empty()));
    assertThat(observed.stores().stores())
        .singleElement()
        .satisfies(
            store ->
                assertThat(store.reported())
                    .containsExactly(
                        new TableStores.ReportedFile(20, 0, 5_000),
                        new TableStores.ReportedFile(10, 4_999, 10_000)))
        .satisfies(
            store ->
                assertThat(store.trees()).containsExactly(new TableStores.Tree(2, 2, 30, 1, 30)));
    assertThat(observed.bytesPerSecond()).isEqualTo(OptionalLong.of(4000));
    assertThat(observed.threads()).isEqualTo(2);
  }

  @Test
  void managerOfAnEarlierVersionTellsNothingOfTiers() throws Exception {
    answer(200, STORES.replace("\"tiers\"", "\"unknown\""));

    EngineCluster.Observed observed = observed(manager());

    assertThat(observed.problem()).isEmpty();
    assertThat(observed.stores().tiers()).isEmpty();
  }

  @Test
  void regionServersThatDoNotReportAreWaitedForWithinLimits() throws Exception {
    answer(200, NOT_YET);

    EngineCluster.Observed observed = observed(manager());

    assertThat(asked).hasValue(26);
    assertThat(observed.stores().silentServers()).containsExactly("a,1,1");
    assertThat(observed.bytesPerSecond()).isEmpty();
  }

  /** A server whose largest tables are others is not among the silent ones. */
  @Test
  void regionsOfServersThatReportAreWaitedFor() throws Exception {
    answer(200, NOT_YET.replace("\"a,1,1\"", ""), STORES);

    EngineCluster.Observed observed = observed(manager());

    assertThat(asked).hasValue(2);
    assertThat(observed.stores().stores()).hasSize(1);
    assertThat(observed.versions()).containsExactly(Map.entry("a,1,1", "0.1.0"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<html>",
        "{}",
        "[]",
        "{\"stores\": 1}",
        "{\"stores\": [{}], \"silent_servers\": []}"
      })
  void unexpectedAnswerIsAProblem(String body) throws Exception {
    answer(200, body);

    assertThat(observed(manager()).problem().orElseThrow()).contains("answers something else");
  }

  /** A server that has none of the table's regions does not count. */
  @Test
  void loadIsThatOfTheRegionServersWithTheTable() {
    long minute = 60_000;
    ClusterMetrics metrics =
        ClusterMetricsBuilder.newBuilder()
            .setLiveServerMetrics(
                Map.of(
                    ServerName.valueOf("a", 1, minute),
                    metrics("a", minute, region("ns:t", 0, 600, 40), region("other", 0, 7, 10)),
                    ServerName.valueOf("b", 1, 9 * minute),
                    metrics("b", 9 * minute, region("ns:t", 0, 300, 20)),
                    ServerName.valueOf("c", 1, 1),
                    metrics("c", 1, region("other", 0, 9, 100))))
            .build();

    EngineCluster.Load load = LiveEngineCluster.load(metrics, TABLE, 0);

    // One region was counted for ten minutes, the other one for two.
    assertThat(load.covered()).isEqualTo(Duration.ofMinutes(6));
    assertThat(load.changed()).isFalse();
    assertThat(load.rowsReadPerSecond()).isEqualTo(600 / 600.0 + 300 / 120.0);
    assertThat(load.heapBytes()).isEqualTo(2_000L << 20);
    assertThat(load.servedBytes()).isEqualTo(70L << 20);
    assertThat(load.compression()).isEqualTo(0.5);
    // A table that is younger than its region servers.
    EngineCluster.Load young = LiveEngineCluster.load(metrics, TABLE, 10 * minute);
    assertThat(young.covered()).isEqualTo(Duration.ofMinutes(1));
    assertThat(young.rowsReadPerSecond()).isEqualTo(900 / 60.0);
  }

  @Test
  void regionsThatAreYoungerThanTheirServerAndTheTableAreAChange() {
    long minute = 60_000;
    ClusterMetrics metrics =
        ClusterMetricsBuilder.newBuilder()
            .setLiveServerMetrics(
                Map.of(
                    ServerName.valueOf("a", 1, minute),
                    metrics(
                        "a",
                        minute,
                        region("ns:t", 2 * minute, 1, 1),
                        region("ns:t", 5 * minute, 1, 1))))
            .build();

    assertThat(LiveEngineCluster.load(metrics, TABLE, 2 * minute).changed()).isTrue();
    assertThat(LiveEngineCluster.load(metrics, TABLE, 5 * minute).changed()).isFalse();
  }

  private static ServerMetrics metrics(String host, long started, RegionMetrics... regions) {
    return ServerMetricsBuilder.newBuilder(ServerName.valueOf(host, 1, started))
        .setReportTimestamp(11 * 60_000)
        .setMaxHeapSize(new Size(1_000, Size.Unit.MEGABYTE))
        .setRegionMetrics(List.of(regions))
        .build();
  }

  private static RegionMetrics region(String table, long created, long reads, int megabytes) {
    RegionInfo region =
        RegionInfoBuilder.newBuilder(TableName.valueOf(table)).setRegionId(created).build();
    return RegionMetricsBuilder.newBuilder(region.getRegionName())
        .setReadRequestCount(reads)
        .setStoreFileSize(new Size(megabytes, Size.Unit.MEGABYTE))
        .setUncompressedStoreFileSize(new Size(2 * megabytes, Size.Unit.MEGABYTE))
        .build();
  }

  @Test
  void managerWithoutAnswerIsAProblem() throws Exception {
    answer(503, "{}");
    assertThat(observed(manager()).problem().orElseThrow()).contains("answers 503");

    assertThat(observed(Statuses.empty().toBuilder()).problem().orElseThrow())
        .contains("lighter.manager.info.port");
  }

  private static EngineCluster.Observed observed(StatusResponse.Builder manager) throws Exception {
    Map<String, Optional<String>> regions =
        Map.of("r", Optional.of("a,1,1"), "elsewhere", Optional.of("b,1,1"));
    return LiveEngineCluster.observed(manager.build(), TABLE, regions, Duration.ZERO);
  }

  private StatusResponse.Builder manager() {
    return Statuses.empty().toBuilder()
        .setDashboard("http://127.0.0.1:" + server.getAddress().getPort() + "/");
  }

  private static ServerStatus.Builder server(long compacted, long millis) {
    return ServerStatus.newBuilder()
        .setReport(
            ServerReport.newBuilder()
                .setServer("s,1,1")
                .setVersion("test")
                .setGroup("default")
                .setCacheBytes(1)
                .setReservedBytes(0)
                .setThreads(2)
                .setQueueCapacity(1)
                .setCompletedJobs(1)
                .setFailedJobs(0)
                .setCancelledJobs(0)
                .setRefusedRequests(0)
                .setCompactedBytes(compacted)
                .setCompactingMs(millis)
                .setUptimeMs(1)
                .setCpuLoad(0)
                .setDraining(false))
        .setReportAgeMs(0)
        .setSlots(0)
        .setOccupiedSlots(0)
        .setRegions(0);
  }

  /** Gives the answers one by one, and then the last one again. */
  private void answer(int status, String... bodies) {
    server.createContext(
        "/api/v1/tables/ns:t/stores",
        exchange -> {
          int number = Math.min(asked.getAndIncrement(), bodies.length - 1);
          respond(exchange, status, Arrays.asList(bodies).get(number));
        });
  }

  private static void respond(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }
}
