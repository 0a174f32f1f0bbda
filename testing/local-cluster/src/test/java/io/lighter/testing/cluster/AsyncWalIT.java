// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterOption;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.regionserver.OffloadingStoreEngine;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Kills a region server that has acknowledged writes with {@code ASYNC_WAL}, with and without
 * {@code lighter.wal.async.max.delay}. The table that is written does not have Lighter's engine;
 * another table of the region server does.
 */
@Tag("long")
@Timeout(1_800)
class AsyncWalIT {
  private static final Logger LOG = LoggerFactory.getLogger(AsyncWalIT.class);
  private static final ProcessName REGION_SERVER = ProcessName.regionServer(1);
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] VALUE = Bytes.toBytes("0123456789abcdef");
  private static final byte[][] SPLIT_KEYS = {{'2'}, {'4'}, {'6'}, {'8'}};

  /** Writes that are older than the delay when the region server is killed. */
  private static final int OLD_WRITES = 10_000;

  private static final int BATCH = 50;
  private static final Duration DELAY = Duration.ofSeconds(3);
  private static final Duration OLD = DELAY.plusSeconds(1);
  private static final Duration RECOVERY = Duration.ofMinutes(10);

  /** No log syncs because of its size, so that all that is recovered was synced in time. */
  private static final String BATCH_BYTES = Integer.toString(256 << 20);

  @TempDir private static Path parent;

  private static LocalCluster cluster;

  /**
   * A write that was acknowledged.
   *
   * @param row row
   * @param nanos time of the acknowledgement
   */
  private record Write(String row, long nanos) {}

  @BeforeAll
  static void startCluster() throws Exception {
    cluster =
        LocalCluster.start(
            LocalClusterSettings.builder()
                .withoutLighter()
                .regionServers(1)
                .hdfs(1, 1)
                .parent(parent)
                .startTimeout(Duration.ofMinutes(5))
                .build());
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"asyncfs", "filesystem", "multiwal"})
  void writesOlderThanTheDelaySurviveAKill(String provider) throws Exception {
    restartWith(
        Map.of(
            "hbase.wal.provider",
            provider,
            LighterOption.WAL_ASYNC_MAX_DELAY.key(),
            DELAY.toSeconds() + "s"));
    TableName table = createTables(provider);

    List<Write> old = writeUntilKilled(table);

    assertThat(old).hasSizeGreaterThanOrEqualTo(OLD_WRITES);
    List<String> lost = lost(table, old);
    LOG.info("{}: {} of {} old writes were lost", provider, lost.size(), old.size());
    assertThat(lost).isEmpty();
  }

  /** What HBase does by itself, without which the other test would show nothing. */
  @Test
  void writesOfAnyAgeAreLostWithoutADelay() throws Exception {
    restartWith(Map.of());
    TableName table = createTables("unbounded");

    List<Write> old = writeUntilKilled(table);

    List<String> lost = lost(table, old);
    LOG.info("without a delay: {} of {} old writes were lost", lost.size(), old.size());
    assertThat(lost).isNotEmpty();
  }

  private static void restartWith(Map<String, String> site) throws IOException {
    Map<String, String> all = new HashMap<>(site);
    all.put("hbase.wal.batch.size", BATCH_BYTES);
    cluster.setSite(Role.REGION_SERVER, all);
    cluster.restart(REGION_SERVER);
  }

  /** Creates a table with Lighter's engine, which loads the plug-in, and one without. */
  private static TableName createTables(String name) throws IOException {
    TableName plain = TableName.valueOf(name);
    try (Admin admin = cluster.connection().getAdmin()) {
      admin.createTable(
          table(TableName.valueOf(name + "-engine"))
              .setValue("hbase.hstore.engine.class", OffloadingStoreEngine.class.getName())
              .build());
      admin.createTable(table(plain).build(), SPLIT_KEYS);
    }
    return plain;
  }

  private static TableDescriptorBuilder table(TableName name) {
    return TableDescriptorBuilder.newBuilder(name)
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY));
  }

  /**
   * Writes without a pause until enough writes are old, and kills the region server meanwhile.
   *
   * @return the writes that were old at the time of the kill
   */
  private static List<Write> writeUntilKilled(TableName table) throws Exception {
    List<Write> writes = Collections.synchronizedList(new ArrayList<>());
    AtomicBoolean killed = new AtomicBoolean();
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      Future<?> writer =
          thread.submit(
              () -> {
                write(table, writes, killed);
                return null;
              });
      Await.until(
          "old writes",
          Duration.ofMinutes(5),
          () -> {
            if (writer.isDone()) {
              throw new IOException("the writer has ended");
            }
            return old(writes, System.nanoTime()).size() >= OLD_WRITES;
          });
      long killNanos = System.nanoTime();
      killed.set(true);
      cluster.kill(REGION_SERVER);
      cluster.restart(REGION_SERVER);
      writer.get(RECOVERY.toMinutes(), TimeUnit.MINUTES);
      return old(writes, killNanos);
    } finally {
      thread.shutdownNow();
    }
  }

  /** The writer's last batch may be sent again after the restart; it is not old then. */
  private static void write(TableName name, List<Write> writes, AtomicBoolean killed)
      throws Exception {
    try (Table table = cluster.connection().getTable(name)) {
      for (int next = 0; !killed.get(); next += BATCH) {
        List<Put> batch = new ArrayList<>();
        for (int i = next; i < next + BATCH; i++) {
          batch.add(
              new Put(Bytes.toBytes("%d-%07d".formatted(i % 10, i)))
                  .addColumn(FAMILY, null, VALUE)
                  .setDurability(Durability.ASYNC_WAL));
        }
        table.put(new ArrayList<>(batch));
        long acknowledged = System.nanoTime();
        batch.forEach(put -> writes.add(new Write(Bytes.toString(put.getRow()), acknowledged)));
        TimeUnit.MILLISECONDS.sleep(10); // spreads the writes over several delays
      }
    }
  }

  private static List<Write> old(List<Write> writes, long nanos) {
    synchronized (writes) {
      return writes.stream().filter(write -> nanos - write.nanos() >= OLD.toNanos()).toList();
    }
  }

  /** Rows of writes that are not in the table, once all its regions are open again. */
  private static List<String> lost(TableName table, List<Write> writes) throws IOException {
    Set<String> found = new HashSet<>();
    Await.until(
        "the regions after the kill",
        RECOVERY,
        () -> {
          try {
            found.addAll(rows(table));
            return true;
          } catch (IOException e) { // a scan waits for a minute only
            LOG.info("Not yet", e);
            return false;
          }
        });
    return writes.stream().map(Write::row).filter(row -> !found.contains(row)).toList();
  }

  private static Set<String> rows(TableName name) throws IOException {
    Set<String> found = new HashSet<>();
    try (Table table = cluster.connection().getTable(name);
        ResultScanner rows =
            table.getScanner(new Scan().setCaching(1_000).setFilter(new KeyOnlyFilter()))) {
      for (Result row = rows.next(); row != null; row = rows.next()) {
        found.add(Bytes.toString(row.getRow()));
      }
    }
    return found;
  }
}
