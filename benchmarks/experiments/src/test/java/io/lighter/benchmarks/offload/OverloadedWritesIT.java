// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.offload;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.benchmarks.experiment.LogWatch;
import io.lighter.testing.cluster.Await;
import io.lighter.testing.cluster.FastHdfsClose;
import io.lighter.testing.cluster.JmxCounters;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.LocalClusterSettings;
import io.lighter.testing.cluster.ProcessName;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.DisabledRegionSplitPolicy;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.OffloadingStoreEngine;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Writes to a table while one compaction server repeatedly gets requests for a hundred times its
 * concurrent compactions, and retains their outputs for warm-ups.
 */
@Tag("long")
@Timeout(900)
class OverloadedWritesIT {
  private static final TableName WRITTEN = TableName.valueOf("written");
  private static final TableName OTHERS = TableName.valueOf("others");
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] QUALIFIER = Bytes.toBytes("q");

  /** Number of files from which HBase delays flushes of a region and then refuses updates. */
  private static final int BLOCKING_FILES = 8;

  /** Several times the number of flushes that is possible without compactions. */
  private static final int FLUSHES = 3 * BLOCKING_FILES;

  /** The smallest memstore size that HBase accepts. */
  private static final int FLUSH_BYTES = 1 << 20;

  private static final int VALUE_BYTES = 16 << 10;
  private static final int VALUES_PER_PUT = 16;

  /** Pause with a flush in a second and a half, which HBase itself sustains many times over. */
  private static final Duration BETWEEN_PUTS = Duration.ofMillis(400);

  private static final int REGIONS = 100;
  private static final int THREADS = 1;
  private static final int CAPACITY = 8;
  private static final long CACHE_BYTES = 16 << 20;
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  private static final ProcessName REGION_SERVER = ProcessName.regionServer(1);
  private static final ProcessName COMPACTION_SERVER = ProcessName.compactionServer(1);
  private static final String REGION_SERVER_BEAN =
      "Hadoop:service=HBase,name=RegionServer,sub=Server";
  private static final String COMPACTION_SERVER_BEAN = "Hadoop:service=HBase,name=CompactionServer";

  @TempDir private Path parent;

  /** Samples of the compaction server's load. */
  private record Held(long queued, long cachedBytes) {}

  @Test
  void overloadDoesNotDelayFlushesAndServerStaysWithinItsLimits() throws Exception {
    try (LocalCluster cluster = LocalCluster.start(settings());
        Admin admin = cluster.connection().getAdmin();
        JmxCounters regionServer = JmxCounters.attach(cluster.pid(REGION_SERVER));
        JmxCounters compactionServer = JmxCounters.attach(cluster.pid(COMPACTION_SERVER))) {
      createTables(admin);
      fillOthers(cluster, admin);
      LogWatch log = new LogWatch(cluster.logFile(REGION_SERVER));

      List<Held> held = writeWhileOthersCompact(cluster, admin, log, compactionServer);

      List<String> lines = log.lines();
      assertThat(lines)
          .noneMatch(line -> line.contains("too many store files"))
          .noneMatch(line -> line.contains("compaction local (failed)"))
          .anyMatch(line -> line.contains("compaction local (busy)"))
          .anyMatch(line -> line.contains("compaction offloaded:"))
          .anyMatch(line -> line.contains("compaction submitted:") && isOf(WRITTEN, line));
      assertThat(held)
          .anyMatch(sample -> sample.queued() > 0)
          .allMatch(sample -> sample.queued() <= CAPACITY + THREADS)
          .allMatch(sample -> sample.cachedBytes() <= CACHE_BYTES);
      awaitChunksServed(compactionServer);
      Await.until("few files", TIMEOUT, () -> filesOfWritten(admin) < BLOCKING_FILES);
      assertThat(read(regionServer, REGION_SERVER_BEAN, "blockedRequestCount"))
          .as("updates that HBase refused")
          .containsExactly(0L);
      assertThat(cluster.isAlive(COMPACTION_SERVER)).as("had memory enough").isTrue();
    }
  }

  /** Waits for served chunks, because retained outputs may disappear between two samples. */
  private static void awaitChunksServed(JmxCounters compactionServer) throws Exception {
    Await.until(
        "outputs kept, and their chunks sent",
        TIMEOUT,
        () ->
            read(compactionServer, COMPACTION_SERVER_BEAN, "RetainedOutputs", "ChunksServed")
                .stream()
                .allMatch(count -> count > 0));
  }

  /** Writes until enough flushes happened; returns the compaction server's load. */
  private static List<Held> writeWhileOthersCompact(
      LocalCluster cluster, Admin admin, LogWatch log, JmxCounters compactionServer)
      throws Exception {
    List<Held> held = new ArrayList<>();
    Random random = new Random(5);
    try (Table table = cluster.connection().getTable(WRITTEN)) {
      long[] next = {System.nanoTime()};
      String region = admin.getRegions(WRITTEN).get(0).getEncodedName();
      long row = 0;
      while (flushes(log, region) < FLUSHES) {
        Await.until("its turn", TIMEOUT, () -> System.nanoTime() - next[0] >= 0);
        next[0] = System.nanoTime() + BETWEEN_PUTS.toNanos();
        if (row % (8 * VALUES_PER_PUT) == 0) {
          admin.majorCompact(OTHERS); // HBase ignores requests for queued or running ones
        }
        List<Put> puts = new ArrayList<>();
        for (int i = 0; i < VALUES_PER_PUT; i++) {
          byte[] value = new byte[VALUE_BYTES];
          random.nextBytes(value);
          puts.add(new Put(Bytes.toBytes(row++)).addColumn(FAMILY, QUALIFIER, value));
        }
        table.put(puts);
        List<Long> sample =
            read(compactionServer, COMPACTION_SERVER_BEAN, "QueuedJobs", "CachedBytes");
        held.add(new Held(sample.get(0), sample.get(1)));
      }
    }
    return held;
  }

  private static long flushes(LogWatch log, String region) throws IOException {
    return log.lines().stream()
        .filter(line -> line.contains("Finished flush of") && line.contains(region))
        .count();
  }

  private static List<Long> read(JmxCounters counters, String bean, String... attributes)
      throws IOException {
    List<List<Long>> found = new ArrayList<>();
    Await.until(
        bean,
        TIMEOUT,
        () -> {
          Optional<List<Long>> values = counters.read(bean, attributes);
          values.ifPresent(found::add);
          return values.isPresent();
        });
    return found.get(0);
  }

  private static boolean isOf(TableName table, String line) {
    return line.contains("table=" + table + " ");
  }

  private static int filesOfWritten(Admin admin) throws IOException {
    return admin.getRegionMetrics(admin.getRegionServers().iterator().next(), WRITTEN).stream()
        .mapToInt(region -> region.getStoreFileCount())
        .sum();
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
        .site("lighter.offload.max.concurrent", Integer.toString(2 * REGIONS))
        .site("lighter.offload.max.wait.urgent", "2s")
        .site("lighter.server.threads", Integer.toString(THREADS))
        .site("lighter.server.queue.capacity", Integer.toString(CAPACITY))
        .site("lighter.server.cache.size", Long.toString(CACHE_BYTES))
        .site("lighter.warmup.strategy", "throttled")
        .site("lighter.warmup.min.bytes", "1")
        .site("hbase.regionserver.thread.compaction.small", "2")
        .site("hbase.regionserver.thread.compaction.large", "2")
        .build();
  }

  private static void createTables(Admin admin) throws IOException {
    admin.createTable(
        table(WRITTEN)
            .setMemStoreFlushSize(FLUSH_BYTES)
            .setRegionSplitPolicyClassName(DisabledRegionSplitPolicy.class.getName())
            .setValue(HStore.BLOCKING_STOREFILES_KEY, Integer.toString(BLOCKING_FILES))
            .build());
    byte[][] splits = new byte[REGIONS - 1][];
    for (int region = 1; region < REGIONS; region++) {
      splits[region - 1] = start(region);
    }
    admin.createTable(table(OTHERS).build(), splits);
  }

  private static TableDescriptorBuilder table(TableName name) {
    return TableDescriptorBuilder.newBuilder(name)
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
        .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, OffloadingStoreEngine.class.getName());
  }

  private static void fillOthers(LocalCluster cluster, Admin admin) throws IOException {
    try (Table table = cluster.connection().getTable(OTHERS)) {
      for (int region = 0; region < REGIONS; region++) {
        table.put(new Put(start(region)).addColumn(FAMILY, QUALIFIER, new byte[4 * VALUE_BYTES]));
      }
    }
    for (RegionInfo region : admin.getRegions(OTHERS)) {
      admin.flushRegion(region.getRegionName());
    }
  }

  private static byte[] start(int region) {
    return Bytes.toBytes("%03d".formatted(region));
  }
}
