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
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.OffloadingStoreEngine;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A small version of the paper's Figure 9: an overloaded compaction server, and a second one that
 * joins.
 */
@Tag("long")
@Timeout(900)
class ScaleOutIT {
  private static final TableName TABLE = TableName.valueOf("busy");
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final int REGIONS = 8;
  private static final int ROWS_PER_REGION = 4_000;
  private static final int VALUE_BYTES = 1_000;

  /** Rate with which a job takes a second of idle CPU, so that a second server helps. */
  private static final String BYTES_PER_SECOND = "4MB";

  private static final int JOBS = 24;

  /** Required ratio of the wait with two servers to that with one; about 0.4 is expected. */
  private static final double LESS = 0.75;

  /** Attempts, because another test may occupy the CPUs for as long as one attempt. */
  private static final int ATTEMPTS = 4;

  private static final Duration TIMEOUT = Duration.ofMinutes(3);
  private static final Pattern EVENT = Pattern.compile("(cj-[0-9a-f]{20}) (accepted|starts):");
  private static final ProcessName REGION_SERVER = ProcessName.regionServer(1);

  @TempDir private Path parent;

  @Test
  void secondServerShortensTheQueueWithoutARestart() throws Exception {
    try (LocalCluster cluster = LocalCluster.start(settings());
        Admin admin = cluster.connection().getAdmin()) {
      load(cluster, admin);
      LogWatch regionServer = new LogWatch(cluster.logFile(REGION_SERVER));
      long pid = cluster.pid(REGION_SERVER);
      ExecutorService users = Executors.newFixedThreadPool(REGIONS);
      try {
        List<Future<?>> compacting = new ArrayList<>();
        for (RegionInfo region : admin.getRegions(TABLE)) {
          compacting.add(users.submit(() -> compactAgainAndAgain(admin, region)));
        }
        ProcessName first = ProcessName.compactionServer(1);
        double alone = medianWaitMs(List.of(new LogWatch(cluster.logFile(first))));

        ProcessName second = cluster.addCompactionServer();
        LogWatch joined = new LogWatch(cluster.logFile(second));
        LocalDateTime unused = joined.await(line -> line.contains(" completed in "), TIMEOUT);
        double together = alone;
        for (int i = 0; i < ATTEMPTS && together >= LESS * alone; i++) {
          together =
              medianWaitMs(
                  List.of(
                      new LogWatch(cluster.logFile(first)), new LogWatch(cluster.logFile(second))));
        }

        assertThat(alone).as("ms in the queue of one server").isPositive();
        assertThat(together).as("ms in the queues of two servers").isLessThan(LESS * alone);
        assertThat(compacting).noneMatch(Future::isDone);
        assertThat(cluster.pid(REGION_SERVER)).isEqualTo(pid);
        assertThat(regionServer.lines()).noneMatch(line -> line.contains("compaction local ("));
      } finally {
        users.shutdownNow();
        assertThat(users.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
      }
    }
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
        .site("lighter.server.threads", "1")
        .site("lighter.server.throughput.limit", BYTES_PER_SECOND)
        // By default the manager learns only within 30 s which slots have the regions.
        .site("lighter.manager.regions.interval", "1s")
        .site("lighter.warmup.strategy", "none")
        .build();
  }

  private static void load(LocalCluster cluster, Admin admin) throws IOException {
    byte[][] splits = new byte[REGIONS - 1][];
    for (int i = 1; i < REGIONS; i++) {
      splits[i - 1] = row(i, 0);
    }
    admin.createTable(
        TableDescriptorBuilder.newBuilder(TABLE)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
            .setValue("hbase.hstore.engine.class", OffloadingStoreEngine.class.getName())
            .build(),
        splits);
    try (BufferedMutator writer = cluster.connection().getBufferedMutator(TABLE)) {
      for (int region = 0; region < REGIONS; region++) {
        for (int i = 0; i < ROWS_PER_REGION; i++) {
          writer.mutate(new Put(row(region, i)).addColumn(FAMILY, FAMILY, new byte[VALUE_BYTES]));
        }
      }
    }
    for (RegionInfo region : admin.getRegions(TABLE)) {
      admin.flushRegion(region.getRegionName());
    }
  }

  private static byte[] row(int region, int i) {
    return Bytes.toBytes("%02d-%06d".formatted(region, i));
  }

  /** Requests compactions until interrupted. */
  private static Void compactAgainAndAgain(Admin admin, RegionInfo region) throws Exception {
    while (!Thread.currentThread().isInterrupted()) {
      admin.majorCompactRegion(region.getRegionName());
      Await.until(
          "the end of a compaction",
          TIMEOUT,
          () -> admin.getCompactionStateForRegion(region.getRegionName()) == CompactionState.NONE);
    }
    return null;
  }

  /** Median wait of the next {@value #JOBS} jobs to start. */
  private static double medianWaitMs(List<LogWatch> logs) throws Exception {
    Await.until(JOBS + " jobs that start", TIMEOUT, () -> waitsMs(logs).size() >= JOBS);
    List<Long> waits = waitsMs(logs);
    return waits.stream().sorted().skip(waits.size() / 2).findFirst().orElseThrow();
  }

  private static List<Long> waitsMs(List<LogWatch> logs) throws IOException {
    List<Long> waits = new ArrayList<>();
    for (LogWatch log : logs) {
      Map<String, LocalDateTime> accepted = new HashMap<>();
      for (String line : log.lines()) {
        Matcher event = EVENT.matcher(line);
        if (!event.find()) {
          continue;
        }
        LocalDateTime at = LogWatch.timestamp(line);
        if (event.group(2).equals("accepted")) {
          accepted.put(event.group(1), at);
        } else if (accepted.containsKey(event.group(1))) {
          waits.add(Duration.between(accepted.get(event.group(1)), at).toMillis());
        }
      }
    }
    return waits;
  }
}
