// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lighter.testing.isolation.Isolation;
import io.lighter.testing.isolation.IsolationProfile;
import io.lighter.testing.isolation.IsolationReport;
import io.lighter.testing.isolation.LeftoverControlGroups;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs a cluster with the strictest profile. The cluster must work even if the host forbids
 * isolation.
 */
@Tag("long")
@Timeout(600)
class IsolatedClusterIT {
  private static final TableName TABLE = TableName.valueOf("t");
  private static final byte[] FAMILY = bytes("f");
  private static final int ROWS = 2_000;
  private static final int DATA_NODES = Isolation.dataNodes(IsolationProfile.PAPER_NODE);
  private static final byte[] VALUE = new byte[10_000];

  @TempDir private Path parent;

  @Test
  void aClusterOfPaperNodesServesReadsAndWritesAndLeavesNoGroups() throws Exception {
    LocalCluster cluster = LocalCluster.start(settings());
    IsolationReport report;
    Map<String, String> cpus;
    try (cluster) {
      createTable(cluster);
      write(cluster);
      // A block file and a checksum file for each replica.
      assertThat(cluster.evictStoreFiles()).isGreaterThanOrEqualTo(2 * DATA_NODES);
      assertThat(rowsThatAreThere(cluster)).isEqualTo(ROWS);
      assertThat(storageTypes(cluster, "data/default")).containsOnly(StorageType.DISK);
      assertThat(storageTypes(cluster, "WALs")).containsOnly(StorageType.SSD);

      report = cluster.isolation().report();
      report.lines().forEach(System.out::println);
      cpus =
          cluster.processNames().stream()
              .collect(Collectors.toMap(ProcessName::toString, name -> cpus(cluster.pid(name))));
      assertThat(cluster.processNames())
          .extracting(ProcessName::role)
          .contains(Role.DATA_NODE, Role.REGION_SERVER);
      if (DATA_NODES > 1) {
        assertThat(report.missing())
            .noneMatch(missing -> missing.contains("disk of its own"))
            .noneMatch(missing -> missing.contains("second disk"));
        assertThat(machines(cluster)).containsExactly("127.0.0.2", "127.0.0.3", "127.0.0.4");
        try (Admin admin = cluster.connection().getAdmin()) {
          assertThat(admin.getRegionServers())
              .extracting(ServerName::getHostname)
              .containsExactly("127.0.0.2");
        }
      }
    }

    assertThat(parent).isEmptyDirectory();
    assertThat(LeftoverControlGroups.ofThisJvm()).isEmpty();
    assumeTrue(
        report.missing().stream().noneMatch(m -> m.contains("CPU")), report.missing()::toString);
    assertThat(report.groups())
        .allSatisfy(
            group -> {
              if (cpus.containsKey(group.name())) {
                assertThat(cpus.get(group.name())).as(group.name()).isEqualTo(group.cpus());
              }
            });
    assertThat(cpus.get("region-server-1")).isNotEqualTo(cpus.get("data-node-1"));
    assertThat(cpus.get("base-1")).isEqualTo(cpus.get("data-node-1"));
  }

  /** Types of the volumes of all replicas below a folder of HBase. */
  private static Set<StorageType> storageTypes(LocalCluster cluster, String folder)
      throws Exception {
    Configuration conf = cluster.configuration();
    Set<StorageType> types = EnumSet.noneOf(StorageType.class);
    var root = new org.apache.hadoop.fs.Path(conf.get(HConstants.HBASE_DIR), folder);
    try (FileSystem hdfs = FileSystem.newInstance(FileSystem.getDefaultUri(conf), conf)) {
      var files = hdfs.listFiles(root, true);
      while (files.hasNext()) {
        var file = files.next();
        if (isLogOrStoreFile(file.getPath())) {
          for (BlockLocation block : file.getBlockLocations()) {
            types.addAll(List.of(block.getStorageTypes()));
          }
        }
      }
    }
    return types;
  }

  /** Not descriptions of tables and regions. */
  private static boolean isLogOrStoreFile(org.apache.hadoop.fs.Path file) {
    return file.toString().contains("/WALs/") || file.getParent().getName().equals("f");
  }

  private static Set<String> machines(LocalCluster cluster) throws Exception {
    Configuration conf = cluster.configuration();
    Set<String> names = new TreeSet<>();
    try (FileSystem hdfs = FileSystem.newInstance(FileSystem.getDefaultUri(conf), conf)) {
      for (DatanodeInfo node : ((DistributedFileSystem) hdfs).getDataNodeStats()) {
        names.add(node.getHostName());
      }
    }
    return names;
  }

  private LocalClusterSettings settings() {
    return LocalClusterSettings.builder()
        .withoutLighter()
        .regionServers(1)
        .hdfs(DATA_NODES, DATA_NODES)
        .isolation(IsolationProfile.PAPER_NODE)
        .walVolumes()
        .parent(parent)
        .startTimeout(Duration.ofMinutes(4))
        .build();
  }

  private static void createTable(LocalCluster cluster) throws Exception {
    try (Admin admin = cluster.connection().getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TABLE)
              .setColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(FAMILY)
                      .setBlockCacheEnabled(false)
                      .build())
              .build());
    }
  }

  private static void write(LocalCluster cluster) throws Exception {
    try (Table table = cluster.connection().getTable(TABLE);
        Admin admin = cluster.connection().getAdmin()) {
      for (int row = 0; row < ROWS; row++) {
        table.put(new Put(bytes("row" + row)).addColumn(FAMILY, FAMILY, VALUE));
      }
      admin.flush(TABLE);
    }
  }

  private static int rowsThatAreThere(LocalCluster cluster) throws Exception {
    int found = 0;
    try (Table table = cluster.connection().getTable(TABLE)) {
      List<Get> gets =
          Stream.iterate(0, row -> row + 1)
              .limit(ROWS)
              .map(r -> new Get(bytes("row" + r)))
              .toList();
      for (var result : table.get(gets)) {
        found += result.isEmpty() ? 0 : 1;
      }
    }
    return found;
  }

  private static String cpus(long pid) {
    try (Stream<String> lines = Files.lines(Path.of("/proc", "" + pid, "status"))) {
      return lines
          .filter(line -> line.startsWith("Cpus_allowed_list:"))
          .map(line -> line.substring(line.indexOf('\t') + 1))
          .findFirst()
          .orElse("");
    } catch (IOException e) {
      throw new AssertionError("process " + pid + " is gone", e);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
