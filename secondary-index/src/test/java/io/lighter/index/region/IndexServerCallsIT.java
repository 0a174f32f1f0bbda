// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import static io.lighter.index.region.IndexCluster.F;
import static io.lighter.index.region.IndexCluster.WAIT_MS;
import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.metrics.LighterMetric;
import io.lighter.common.metrics.MetricProcess;
import io.lighter.index.spec.IndexNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.apache.hadoop.hbase.metrics.MetricRegistry;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

/**
 * Calls for the entries of a table with ten indexes. The data table is on the server of {@code
 * hbase:meta}; five indexes are on each of two others, so that these may die.
 */
@Timeout(900)
class IndexServerCallsIT {
  private static final int INDEXES = 10;
  private static final String TOGETHER = "ExecRegionServerService";
  private static final IndexCluster CLUSTER = new IndexCluster();
  private static final HBaseTestingUtility UTIL = CLUSTER.util();

  private TableName name;
  private List<ServerName> servers;
  private long fallbacksBefore;

  @BeforeAll
  static void startCluster() throws Exception {
    UTIL.getConfiguration()
        .set(
            "hbase.region.server.rpc.scheduler.factory.class",
            CountingSchedulerFactory.class.getName());
    CLUSTER.start(3, "5m"); // no removal is among the calls
  }

  @AfterAll
  static void stopCluster() throws Exception {
    CLUSTER.stop();
  }

  @BeforeEach
  void createTables(TestInfo test) throws Exception {
    Map<String, String> definitions = new TreeMap<>();
    for (int i = 0; i < INDEXES; i++) {
      definitions.put(index(i), "value f:c" + i + " string");
    }
    while (UTIL.getHBaseCluster().getLiveRegionServerThreads().size() < 3) {
      UTIL.getHBaseCluster().startRegionServerAndWait(WAIT_MS);
    }
    ServerName meta = UTIL.getHBaseCluster().getServerHoldingMeta();
    servers =
        UTIL.getHBaseCluster().getLiveRegionServerThreads().stream()
            .map(thread -> thread.getRegionServer().getServerName())
            .filter(server -> !server.equals(meta))
            .toList();
    name = CLUSTER.create(test.getTestMethod().orElseThrow().getName(), definitions, new byte[0][]);
    move(name, meta);
    for (int i = 0; i < INDEXES; i++) {
      move(IndexNames.indexTable(name, index(i)), servers.get(i % 2));
    }
    put("first", "first"); // fills the caches of locations
    long unused = takeFallbacks();
    CountingSchedulerFactory.takeCalls();
  }

  @Test
  void putWithTenIndexesMakesOneCallToEachServer() throws Exception {
    put("a", "x");
    assertThat(CountingSchedulerFactory.takeCalls()).containsExactly(TOGETHER, TOGETHER);

    put("a", "y");
    assertThat(CountingSchedulerFactory.takeCalls()).containsExactly(TOGETHER, TOGETHER);

    put("a", "y"); // no new key
    assertThat(CountingSchedulerFactory.takeCalls()).isEmpty();
    assertThat(takeFallbacks()).isZero();
    everyKeyHasItsEntry();
  }

  /** Does not notice a missing sync, as {@code EntryBatchesTest} does. */
  @Test
  void entriesSurviveTheDeathOfBothIndexServers() throws Exception {
    put("a", "x");
    for (ServerName server : servers) {
      kill(server); // nothing was flushed
    }

    everyKeyHasItsEntry();
  }

  @Test
  void movedRegionGetsItsEntriesAndTheNextCallFindsIt() throws Exception {
    move(IndexNames.indexTable(name, index(0)), servers.get(1));

    put("a", "x");
    assertThat(takeFallbacks()).isEqualTo(1);
    assertThat(CountingSchedulerFactory.takeCalls()).filteredOn(TOGETHER::equals).hasSize(2);

    put("a", "y");
    assertThat(takeFallbacks()).isZero();
    assertThat(CountingSchedulerFactory.takeCalls()).containsExactly(TOGETHER, TOGETHER);
    everyKeyHasItsEntry();
  }

  @Test
  void splitRegionGetsItsEntriesAndTheNextCallFindsItsDaughters() throws Exception {
    TableName split = IndexNames.indexTable(name, index(0));
    UTIL.getAdmin().split(split, Bytes.toBytes("m"));
    UTIL.waitFor(WAIT_MS, () -> UTIL.getAdmin().getRegions(split).size() == 2);

    put("a", "a");
    put("b", "z"); // the other daughter
    assertThat(takeFallbacks()).isPositive();
    CountingSchedulerFactory.takeCalls();

    put("c", "aa");
    put("d", "zz");
    assertThat(takeFallbacks()).isZero();
    assertThat(CountingSchedulerFactory.takeCalls()).containsOnly(TOGETHER);
    everyKeyHasItsEntry();
  }

  @Test
  void noEntryIsLostWhileRegionsMoveAndAServerDies() throws Exception {
    AtomicBoolean ended = new AtomicBoolean();
    List<String> written = Collections.synchronizedList(new ArrayList<>());
    ExecutorService writers = Executors.newFixedThreadPool(3);
    List<Future<Void>> done = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      int writer = i;
      done.add(writers.submit(() -> writeUntil(ended, writer, written)));
    }
    awaitMore(written);
    for (int i = 0; i < 4; i++) {
      move(IndexNames.indexTable(name, index(i)), servers.get((i + 1) % 2));
      awaitMore(written);
    }
    kill(servers.get(0));
    awaitMore(written);
    ended.set(true);
    for (Future<Void> each : done) {
      assertThat(each.get()).isNull();
    }
    writers.shutdown();

    assertThat(takeFallbacks()).isPositive();
    everyKeyHasItsEntry();
  }

  private Void writeUntil(AtomicBoolean ended, int writer, List<String> written)
      throws IOException {
    for (int i = 0; !ended.get(); i++) {
      String row = "w" + writer + "-" + i % 20;
      put(row, "v" + i);
      written.add(row);
    }
    return null;
  }

  private static void awaitMore(List<String> written) throws Exception {
    int before = written.size();
    UTIL.waitFor(WAIT_MS, 20, () -> written.size() > before + 20);
  }

  private void everyKeyHasItsEntry() throws Exception {
    for (int i = 0; i < INDEXES; i++) {
      assertThat(CLUSTER.expected(name, index(i))).as(index(i)).isNotEmpty();
      assertThat(CLUSTER.entries(name, index(i)).keySet())
          .as(index(i))
          .containsAll(CLUSTER.expected(name, index(i)));
    }
  }

  /** A row whose ten columns have one value. */
  private void put(String row, String value) throws IOException {
    Put put = new Put(Bytes.toBytes(row));
    for (int i = 0; i < INDEXES; i++) {
      put.addColumn(F, Bytes.toBytes("c" + i), Bytes.toBytes(value));
    }
    try (Table table = UTIL.getConnection().getTable(name)) {
      table.put(put);
    }
  }

  private static String index(int number) {
    return "i" + number;
  }

  private static void move(TableName table, ServerName to) throws Exception {
    for (RegionInfo region : UTIL.getAdmin().getRegions(table)) {
      if (!to.equals(
          UTIL.getHBaseCluster().getServerHoldingRegion(table, region.getRegionName()))) {
        UTIL.moveRegionAndWait(region, to);
      }
    }
  }

  private static void kill(ServerName server) throws Exception {
    UTIL.getHBaseCluster().killRegionServer(server);
    UTIL.getHBaseCluster().waitForRegionServerToStop(server, WAIT_MS);
  }

  /** Regions that got their entries by further calls, since the last time. */
  private long takeFallbacks() {
    MetricRegistry registry =
        MetricRegistries.global().get(MetricProcess.REGION_SERVER.registry()).orElseThrow();
    Counter counter =
        (Counter)
            registry.get(LighterMetric.INDEX_SERVER_CALL_FALLBACKS.metricName()).orElseThrow();
    long since = counter.getCount() - fallbacksBefore;
    fallbacksBefore = counter.getCount();
    return since;
  }
}
