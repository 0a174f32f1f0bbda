// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.offload;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.benchmarks.experiment.LogWatch;
import io.lighter.testing.cluster.Await;
import io.lighter.testing.cluster.FastHdfsClose;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.LocalClusterSettings;
import io.lighter.testing.cluster.ProcessName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.OffloadingStoreEngine;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Overloads one compaction server with a hundred times its concurrent compactions, including one of
 * a store that delays writes.
 */
@Timeout(900)
class OverloadIT {
  private static final TableName TABLE = TableName.valueOf("many");

  /** A table with more files than {@link #BLOCKING_FILES}. */
  private static final TableName URGENT = TableName.valueOf("urgent");

  private static final int BLOCKING_FILES = 3;
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] QUALIFIER = Bytes.toBytes("q");
  private static final int REGIONS = 100;
  private static final int ROWS_PER_REGION = 20;
  private static final int VALUE_BYTES = 2_000;
  private static final int FILES = 2;
  private static final int CAPACITY = 8;

  /** One thread, so that the log shows when a job leaves the queue. */
  private static final int THREADS = 1;

  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  /** No put waits for a compaction; HBase blocks updates for up to 90 s. */
  private static final Duration LONGEST_PUT = Duration.ofSeconds(30);

  private static final ProcessName REGION_SERVER = ProcessName.regionServer(1);
  private static final ProcessName COMPACTION_SERVER = ProcessName.compactionServer(1);
  private static final Pattern EVENT =
      Pattern.compile("(cj-[0-9a-f]{20}) (accepted:|starts:|cancelled while QUEUED)");

  @TempDir private Path parent;

  @Test
  void queueStaysBoundedAndOtherCompactionsRunLocally() throws Exception {
    try (LocalCluster cluster = LocalCluster.start(settings());
        Admin admin = cluster.connection().getAdmin();
        Table table = cluster.connection().getTable(TABLE)) {
      createTables(admin);
      for (int file = 0; file < FILES; file++) {
        for (int region = 0; region < REGIONS; region++) {
          table.put(rows(region, file));
        }
        flushAll(admin);
      }
      fillUrgent(cluster, admin);
      LogWatch regionServer = new LogWatch(cluster.logFile(REGION_SERVER));

      admin.majorCompact(TABLE);
      Await.until("a queue", TIMEOUT, () -> longestQueue(cluster) > CAPACITY / 2);
      admin.majorCompact(URGENT);
      writeUntilCompacted(cluster, admin);
      awaitOneFileInEachStore(admin);

      List<String> lines = regionServer.lines();
      assertUrgentWasNext(Files.readAllLines(cluster.logFile(COMPACTION_SERVER)), lines);
      assertThat(lines).anyMatch(line -> line.contains("compaction local (busy)"));
      assertThat(lines).anyMatch(line -> line.contains("compaction offloaded:"));
      assertThat(lines).noneMatch(line -> line.contains("compaction local (failed)"));
      assertThat(longestQueue(cluster)).isPositive().isLessThanOrEqualTo(CAPACITY + THREADS);

      LogWatch afterwards = new LogWatch(cluster.logFile(REGION_SERVER));
      byte[] region = admin.getRegions(TABLE).get(1).getRegionName();
      table.put(rows(1, FILES));
      admin.flushRegion(region);
      admin.majorCompactRegion(region);
      awaitOneFileInEachStore(admin);
      assertThat(afterwards.lines())
          .anyMatch(line -> line.contains("compaction offloaded:"))
          .noneMatch(line -> line.contains("compaction local ("));
      assertThat(newestFiles(table))
          .hasSize(REGIONS * ROWS_PER_REGION)
          .containsOnly(FILES - 1, FILES);
      assertThat(cluster.isAlive(COMPACTION_SERVER)).as("had memory enough").isTrue();
    }
  }

  private static void fillUrgent(LocalCluster cluster, Admin admin) throws Exception {
    try (Table table = cluster.connection().getTable(URGENT)) {
      for (int file = 0; file <= BLOCKING_FILES; file++) {
        table.put(rows(0, file));
        for (RegionInfo region : admin.getRegions(URGENT)) {
          admin.flushRegion(region.getRegionName());
        }
      }
    }
  }

  /** Writes to the urgent store; no put waits for long. */
  private static void writeUntilCompacted(LocalCluster cluster, Admin admin) throws Exception {
    try (Table table = cluster.connection().getTable(URGENT)) {
      Await.until(
          "the urgent compaction",
          TIMEOUT,
          () -> {
            long start = System.nanoTime();
            table.put(rows(0, BLOCKING_FILES + 1));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LONGEST_PUT);
            return hasOneFileInEachStore(admin, URGENT, 1);
          });
    }
  }

  /** Checks that the urgent job started before all queued ones, or ran locally at once. */
  private static void assertUrgentWasNext(List<String> server, List<String> regionServer) {
    List<String> events =
        server.stream()
            .dropWhile(line -> !line.contains(" accepted: " + URGENT + "/"))
            .filter(line -> line.contains(" starts: "))
            .toList();
    if (events.isEmpty()) {
      assertThat(regionServer)
          .anyMatch(line -> line.contains("compaction local (busy)") && isOf(URGENT, line));
    } else {
      // A job that left the queue before may be logged only now.
      assertThat(events)
          .as("the next to start")
          .isNotEmpty()
          .satisfies(
              next ->
                  assertThat(next.subList(0, Math.min(next.size(), THREADS + 1)))
                      .anyMatch(line -> line.contains(" starts: " + URGENT + "/")));
    }
  }

  private static boolean isOf(TableName table, String line) {
    return line.contains("table=" + table + " ");
  }

  /** For each row, the number of the file with its value. */
  private static List<Integer> newestFiles(Table table) throws Exception {
    List<Integer> files = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(FAMILY)) {
      for (Result result : scanner) {
        files.add(Bytes.toInt(result.getValue(FAMILY, QUALIFIER)));
      }
    }
    return files;
  }

  private LocalClusterSettings settings() {
    LocalClusterSettings.Builder settings = LocalClusterSettings.builder();
    FastHdfsClose.SITE.forEach(settings::site);
    return settings
        .regionServers(1)
        .compactionServers(1)
        .hdfs(1, 1)
        .parent(parent)
        .site("lighter.offload.min.bytes", "1")
        .site("lighter.offload.server.timeout", "30s")
        .site("lighter.offload.max.concurrent", Integer.toString(REGIONS))
        .site("lighter.server.threads", Integer.toString(THREADS))
        .site("lighter.server.queue.capacity", Integer.toString(CAPACITY))
        .site("lighter.server.throughput.limit", "100KB")
        .site("lighter.warmup.strategy", "none")
        .site("hbase.regionserver.thread.compaction.small", "2")
        .site("hbase.regionserver.thread.compaction.large", "2")
        .build();
  }

  private static void createTables(Admin admin) throws Exception {
    admin.createTable(
        TableDescriptorBuilder.newBuilder(URGENT)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
            .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, OffloadingStoreEngine.class.getName())
            .setValue(HStore.BLOCKING_STOREFILES_KEY, Integer.toString(BLOCKING_FILES))
            .setValue("hbase.hstore.compaction.min", "100")
            .build());
    byte[][] splits = new byte[REGIONS - 1][];
    for (int region = 1; region < REGIONS; region++) {
      splits[region - 1] = start(region);
    }
    admin.createTable(
        TableDescriptorBuilder.newBuilder(TABLE)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
            .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, OffloadingStoreEngine.class.getName())
            .build(),
        splits);
  }

  private static List<Put> rows(int region, int file) {
    List<Put> puts = new ArrayList<>();
    for (int row = 0; row < ROWS_PER_REGION; row++) {
      byte[] key = Bytes.add(start(region), Bytes.toBytes("-%03d".formatted(row)));
      byte[] value = Bytes.padTail(Bytes.toBytes(file), VALUE_BYTES);
      puts.add(new Put(key).addColumn(FAMILY, QUALIFIER, value));
    }
    return puts;
  }

  private static byte[] start(int region) {
    return Bytes.toBytes("%03d".formatted(region));
  }

  private static void flushAll(Admin admin) throws Exception {
    for (var region : admin.getRegions(TABLE)) {
      admin.flushRegion(region.getRegionName());
    }
  }

  private static void awaitOneFileInEachStore(Admin admin) throws Exception {
    Await.until(
        "one file in each store", TIMEOUT, () -> hasOneFileInEachStore(admin, TABLE, REGIONS));
  }

  private static boolean hasOneFileInEachStore(Admin admin, TableName table, int regions)
      throws IOException {
    ServerName server = admin.getRegionServers().iterator().next();
    List<RegionMetrics> metrics = admin.getRegionMetrics(server, table);
    return metrics.size() == regions
        && metrics.stream().allMatch(region -> region.getStoreFileCount() == 1);
  }

  /** Largest number of queued jobs, by the order of the compaction server's log. */
  private static int longestQueue(LocalCluster cluster) throws IOException {
    Set<String> waiting = new HashSet<>();
    int longest = 0;
    for (String line : Files.readAllLines(cluster.logFile(COMPACTION_SERVER))) {
      Matcher event = EVENT.matcher(line);
      if (event.find()) {
        if (event.group(2).equals("accepted:")) {
          waiting.add(event.group(1));
        } else {
          waiting.remove(event.group(1));
        }
        longest = Math.max(longest, waiting.size());
      }
    }
    return longest;
  }
}
