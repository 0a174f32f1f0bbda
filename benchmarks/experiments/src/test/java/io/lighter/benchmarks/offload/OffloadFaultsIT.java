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
import io.lighter.testing.cluster.Role;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.OffloadingStoreEngine;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills and stops real processes while a compaction is in flight: no data is lost, and all
 * compactions complete.
 */
@Timeout(900)
class OffloadFaultsIT {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] QUALIFIER = Bytes.toBytes("q");
  private static final int FILES = 3;
  private static final int ROWS_PER_FILE = 500;
  private static final int VALUE_BYTES = 20_000;

  /** Rate with which a job takes ten seconds on any machine, so that faults hit its middle. */
  private static final String BYTES_PER_SECOND = "2MB";

  private static final Duration TIMEOUT = Duration.ofMinutes(3);
  private static final List<ProcessName> COMPACTION_SERVERS =
      List.of(ProcessName.compactionServer(1), ProcessName.compactionServer(2));
  private static final List<ProcessName> REGION_SERVERS =
      List.of(ProcessName.regionServer(1), ProcessName.regionServer(2));

  @TempDir private static Path parent;

  private static LocalCluster cluster;

  private final Map<ProcessName, LogWatch> logs = new HashMap<>();
  private final Map<String, Integer> hashByRow = new TreeMap<>();
  private TableName table;

  @BeforeAll
  static void startCluster() throws Exception {
    LocalClusterSettings.Builder settings = LocalClusterSettings.builder();
    FastHdfsClose.SITE.forEach(settings::site);
    cluster =
        LocalCluster.start(
            settings
                .regionServers(2)
                .compactionServers(2)
                .hdfs(1, 1)
                .parent(parent)
                .site("lighter.offload.min.bytes", "1")
                .site("lighter.offload.server.timeout", "30s")
                .site("lighter.server.throughput.limit", BYTES_PER_SECOND)
                .site("hbase.hstore.compaction.min", "100")
                .build());
    try (Admin admin = cluster.connection().getAdmin()) {
      boolean unused = admin.balancerSwitch(false, true); // a moving region would cancel its job
    }
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

  @BeforeEach
  void loadTable(TestInfo test) throws Exception {
    table = TableName.valueOf(test.getTestMethod().orElseThrow().getName());
    try (Admin admin = cluster.connection().getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(table)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, OffloadingStoreEngine.class.getName())
              .build());
      Random random = new Random(7);
      for (int file = 0; file < FILES; file++) {
        try (BufferedMutator writer = cluster.connection().getBufferedMutator(table)) {
          for (int i = 0; i < ROWS_PER_FILE; i++) {
            String row = "row%06d".formatted(random.nextInt(4 * ROWS_PER_FILE));
            byte[] value = new byte[VALUE_BYTES];
            random.nextBytes(value);
            writer.mutate(new Put(Bytes.toBytes(row)).addColumn(FAMILY, QUALIFIER, value));
            hashByRow.put(row, Bytes.hashCode(value));
          }
        }
        admin.flush(table);
      }
    }
    for (ProcessName name : cluster.processNames()) {
      logs.put(name, new LogWatch(cluster.logFile(name)));
    }
  }

  @AfterEach
  void everyRowIsThereAndNoJobFolderIsLeft() throws Exception {
    assertThat(readAll()).isEqualTo(hashByRow);
    Await.until("the end of all job folders", TIMEOUT, () -> jobFolders().isEmpty());
    try (Admin admin = cluster.connection().getAdmin()) {
      admin.disableTable(table);
      admin.deleteTable(table);
    }
  }

  @Test
  void compactionOfAKilledServerIsDoneByTheOther() throws Exception {
    ProcessName target = compactUntilAServerWorks();
    cluster.kill(target);

    awaitOneFile();
    assertThat(regionServerLines("compaction attempt failed:")).hasSize(1);
    assertThat(regionServerLines("compaction offloaded:")).hasSize(1);
    cluster.restart(target);
  }

  @Test
  void compactionOfAHungServerIsDoneByTheOtherWithinItsTimeout() throws Exception {
    ProcessName target = compactUntilAServerWorks();
    cluster.signal(target, "STOP");
    try {
      awaitOneFile();
      assertThat(regionServerLines("compaction attempt failed:")).hasSize(1);
      assertThat(regionServerLines("compaction offloaded:")).hasSize(1);
    } finally {
      cluster.signal(target, "CONT");
    }
    Await.until(
        "the server that hung", TIMEOUT, () -> cluster.registered(Role.COMPACTION_SERVER) == 2);
  }

  @Test
  void compactionContinuesWithoutTheManager() throws Exception {
    cluster.kill(ProcessName.manager(1));
    try (Admin admin = cluster.connection().getAdmin()) {
      admin.majorCompact(table);
    }
    awaitOneFile();
    assertThat(regionServerLines("compaction offloaded:")).hasSize(1);
    cluster.restart(ProcessName.manager(1));
  }

  @Test
  void jobOfAKilledRegionServerIsCancelledAndRepeatedByTheNext() throws Exception {
    ProcessName busy = compactUntilAServerWorks();
    ProcessName owner = regionServerThatSubmitted();
    cluster.kill(owner);

    logs.get(busy).await(line -> line.contains("cancelled"), TIMEOUT);
    cluster.restart(owner);
    assertThat(readAll()).isEqualTo(hashByRow);
    try (Admin admin = cluster.connection().getAdmin()) {
      admin.majorCompact(table);
    }
    awaitOneFile();
  }

  /** Requests a major compaction and returns the compaction server that has started the job. */
  private ProcessName compactUntilAServerWorks() throws Exception {
    try (Admin admin = cluster.connection().getAdmin()) {
      admin.majorCompact(table);
    }
    List<ProcessName> working = new ArrayList<>();
    Await.until(
        "the start of the job",
        TIMEOUT,
        () -> {
          for (ProcessName name : COMPACTION_SERVERS) {
            if (!linesOf(name, " starts:").isEmpty()) {
              working.add(name);
            }
          }
          return !working.isEmpty();
        });
    return working.get(0);
  }

  /**
   * Finds the region server. Processes write logs at their own pace, so the job may have started
   * already.
   */
  private ProcessName regionServerThatSubmitted() throws Exception {
    List<ProcessName> owners = new ArrayList<>();
    Await.until(
        "the region server's line about the job",
        TIMEOUT,
        () -> {
          REGION_SERVERS.stream()
              .filter(name -> !linesOf(name, "compaction submitted:").isEmpty())
              .forEach(owners::add);
          return !owners.isEmpty();
        });
    return owners.get(0);
  }

  private void awaitOneFile() throws IOException {
    Await.until(
        "the end of the compaction",
        TIMEOUT,
        () -> {
          try (Admin admin = cluster.connection().getAdmin()) {
            return storeFiles(admin) == 1;
          }
        });
  }

  private int storeFiles(Admin admin) throws IOException {
    RegionInfo region = admin.getRegions(table).get(0);
    return admin.getClusterMetrics().getLiveServerMetrics().keySet().stream()
        .mapToInt(
            server -> {
              try {
                return admin.getRegionMetrics(server, table).stream()
                    .filter(
                        metrics -> Bytes.equals(metrics.getRegionName(), region.getRegionName()))
                    .mapToInt(metrics -> metrics.getStoreFileCount())
                    .sum();
              } catch (IOException e) {
                return 0; // the server has just died; the next look queries live ones
              }
            })
        .sum();
  }

  private Map<String, Integer> readAll() throws IOException {
    Map<String, Integer> found = new TreeMap<>();
    try (Table reader = cluster.connection().getTable(table);
        ResultScanner scanner = reader.getScanner(new Scan())) {
      for (Result result : scanner) {
        found.put(
            Bytes.toString(result.getRow()), Bytes.hashCode(result.getValue(FAMILY, QUALIFIER)));
      }
    }
    return found;
  }

  private List<org.apache.hadoop.fs.Path> jobFolders() throws IOException {
    List<org.apache.hadoop.fs.Path> folders = new ArrayList<>();
    org.apache.hadoop.fs.Path root = CommonFSUtils.getRootDir(cluster.configuration());
    FileSystem fs = root.getFileSystem(cluster.configuration());
    FileStatus[] found =
        fs.globStatus(
            new org.apache.hadoop.fs.Path(CommonFSUtils.getTableDir(root, table), "*/.tmp/cj-*"));
    for (FileStatus status : found == null ? new FileStatus[0] : found) {
      folders.add(status.getPath());
    }
    return folders;
  }

  private List<String> regionServerLines(String event) {
    return REGION_SERVERS.stream().flatMap(name -> linesOf(name, event).stream()).toList();
  }

  /** Lines of a process about this test's table. */
  private List<String> linesOf(ProcessName name, String event) {
    try {
      return logs.get(name).lines().stream()
          .filter(line -> line.contains(event) && line.contains(table.getNameAsString()))
          .toList();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
