// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterOption;
import io.lighter.common.metrics.LighterMetric;
import io.lighter.common.metrics.MetricProcess;
import io.lighter.server.CompactionServer;
import io.lighter.testing.fixtures.CliRun;
import io.lighter.testing.fixtures.MiniClusterSite;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.StartMiniClusterOption;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.apache.hadoop.hbase.metrics.MetricRegistry;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code lighter index create} with compaction servers, which read and merge. */
@Timeout(600)
class IndexBuildOnServersIT {
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] CITY = Bytes.toBytes("city");
  private static final int ROWS = 2_000;
  private static final int REGIONS = 16;

  /** Enough for a server to be stopped while a job reads a region. */
  private static final int MANY_ROWS = 60_000;

  private static final int CITIES = 50;
  private static final long WAIT_MS = 120_000;

  private static final HBaseTestingUtility UTIL = new HBaseTestingUtility();

  private static Configuration conf;

  @BeforeAll
  static void start() throws Exception {
    conf = UTIL.getConfiguration();
    MiniClusterSite.applyTo(conf);
    conf.setInt(LighterOption.SERVER_PORT.key(), 0);
    conf.setInt(LighterOption.SERVER_CHUNK_PORT.key(), 0);
    conf.setInt(LighterOption.SERVER_INFO_PORT.key(), -1);
    conf.set(LighterOption.SERVER_BIND_ADDRESS.key(), "127.0.0.1");
    conf.set(LighterOption.SERVER_HOSTNAME.key(), "localhost");
    conf.set(LighterOption.ZOOKEEPER_SESSION_TIMEOUT.key(), "60s");
    UTIL.startMiniCluster(StartMiniClusterOption.builder().numDataNodes(1).build());
    // HBase's test utility puts it into the root folder, where a build must not write
    conf.set(HConstants.TEMPORARY_FS_DIRECTORY_KEY, "/lighter-build-test");
  }

  @AfterAll
  static void stop() throws Exception {
    UTIL.shutdownMiniCluster();
  }

  private static byte[] row(int number) {
    return Bytes.toBytes("r%05d".formatted(number));
  }

  private static TableName createTable(String name) throws IOException {
    return createTable(name, ROWS, REGIONS);
  }

  private static TableName createTable(String name, int rows, int regions) throws IOException {
    TableName table = TableName.valueOf(name);
    byte[][] splits = new byte[regions - 1][];
    for (int i = 0; i < splits.length; i++) {
      splits[i] = row((i + 1) * rows / regions);
    }
    try (Table created = UTIL.createTable(table, F, splits)) {
      List<Put> puts = new ArrayList<>();
      for (int i = 0; i < rows; i++) {
        puts.add(put(i, i % CITIES));
      }
      created.put(puts);
    }
    return table;
  }

  private static Put put(int row, int city) {
    return new Put(row(row)).addColumn(F, CITY, Bytes.toBytes("c%02d".formatted(city)));
  }

  private static CliRun run(String... args) {
    return CliRun.of(Lighter.commandLine(() -> new Configuration(conf)), args);
  }

  private static long count(MetricRegistry registry, LighterMetric metric) {
    return registry.get(metric.metricName()).map(found -> ((Counter) found).getCount()).orElse(0L);
  }

  private static MetricRegistry metrics() {
    return MetricRegistries.global().get(MetricProcess.COMPACTION_SERVER.registry()).orElseThrow();
  }

  /** Overwrites rows until it is stopped. */
  private static Void write(TableName table, AtomicBoolean stopped, AtomicInteger written)
      throws IOException {
    try (Table data = UTIL.getConnection().getTable(table)) {
      for (int i = 0; !stopped.get(); i++) {
        data.put(put(i * 7 % MANY_ROWS, (i + i / MANY_ROWS) % CITIES));
        written.incrementAndGet();
      }
    }
    return null;
  }

  @Test
  void serverThatStopsDuringABuildLosesNoEntry() throws Exception {
    TableName table = createTable("stopped", MANY_ROWS, 2);
    ExecutorService pool = Executors.newCachedThreadPool();
    AtomicBoolean stopped = new AtomicBoolean();
    AtomicInteger written = new AtomicInteger();
    CompactionServer first = CompactionServer.start(conf);
    CompactionServer second = CompactionServer.start(conf);
    try {
      MetricRegistry metrics = metrics();
      Future<Void> writer = pool.submit(() -> write(table, stopped, written));
      Future<CliRun> creation =
          pool.submit(() -> run("index", "create", "stopped", "city", "value f:city string"));
      UTIL.waitFor(WAIT_MS, 5, () -> count(metrics, LighterMetric.SERVER_BUILD_JOBS_STARTED) >= 2);
      first.close();
      CliRun created = creation.get(WAIT_MS, TimeUnit.MILLISECONDS);
      stopped.set(true);
      Void unused = writer.get(WAIT_MS, TimeUnit.MILLISECONDS);

      assertThat(created.exitCode()).as(created.err()).isZero();
      assertThat(created.err())
          .containsPattern("ib-[0-9a-f]{16}: jobs run on compaction servers \\(2\\), 2 at a time\n")
          .contains("read regions, 2 of 2");
      assertThat(written.get()).isPositive();
      assertThat(count(metrics, LighterMetric.SERVER_BUILD_JOBS_CANCELLED))
          .as("jobs of the server that was closed")
          .isPositive();
      assertThat(count(metrics, LighterMetric.SERVER_BUILD_ENTRIES_WRITTEN))
          .as("each entry is written when its region is read, and merged")
          .isGreaterThanOrEqualTo(2 * MANY_ROWS);
    } finally {
      first.close();
      second.close();
      stopped.set(true);
      pool.shutdownNow();
    }
    assertConsistent("stopped");
    assertNothingIsLeft();
  }

  @Test
  void operatorMayKeepTheBuildInTheCommand() throws Exception {
    createTable("kept");
    CompactionServer server = CompactionServer.start(conf);
    try {
      MetricRegistry metrics = metrics();
      CliRun created = run("index", "create", "kept", "city", "value f:city string", "--here");

      assertThat(created.exitCode()).as(created.err()).isZero();
      assertThat(created.err()).contains("jobs run in this process, 2 at a time");
      assertThat(count(metrics, LighterMetric.SERVER_BUILD_JOBS_STARTED)).isZero();

      CliRun rebuilt = run("index", "rebuild", "kept", "city");
      assertThat(rebuilt.exitCode()).as(rebuilt.err()).isZero();
      assertThat(rebuilt.err()).contains("jobs run on compaction servers (1), 1 at a time");
      assertThat(count(metrics, LighterMetric.SERVER_BUILD_JOBS_STARTED)).isPositive();
    } finally {
      server.close();
    }
    assertConsistent("kept");
  }

  @Test
  void rowWithoutAnEntryEndsABuildOnServersWithItsName() throws Exception {
    TableName table = createTable("refused");
    try (Table data = UTIL.getConnection().getTable(table)) {
      data.put(new Put(row(1)).addColumn(F, CITY, new byte[40_000]));
    }
    CompactionServer server = CompactionServer.start(conf);
    try {
      CliRun refused = run("index", "create", "refused", "city", "value f:city bytes");

      assertThat(refused.exitCode()).isEqualTo(1);
      assertThat(refused.err())
          .contains("jobs run on compaction servers (1)")
          .contains("row 'r00001'")
          .contains("change the row and run the command again");
    } finally {
      server.close();
    }
  }

  private static void assertConsistent(String table) {
    CliRun check = run("index", "check", table, "city");
    assertThat(check.exitCode()).as(check.out() + check.err()).isZero();
    assertThat(check.out()).contains("missing: 0\n").endsWith("consistent\n");
  }

  private static void assertNothingIsLeft() throws IOException {
    assertThat(UTIL.getAdmin().listSnapshots()).isEmpty();
  }
}
