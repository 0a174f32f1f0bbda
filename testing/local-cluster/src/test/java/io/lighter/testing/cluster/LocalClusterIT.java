// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.util.functional.InvocationRaisingIOE;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

@Timeout(900)
class LocalClusterIT {
  private static final Logger LOG = LoggerFactory.getLogger(LocalClusterIT.class);
  private static final TableName TABLE = TableName.valueOf("t");
  private static final byte[] FAMILY = bytes("f");
  private static final byte[] COLUMN = bytes("c");
  private static final ProcessName REGION_SERVER = ProcessName.regionServer(1);

  @TempDir private Path parent;

  @Test
  void dataSurvivesTheKillOfARegionServerAndNoProcessSurvivesTheCluster() throws Exception {
    LocalCluster cluster = LocalCluster.start(settings().build());
    Map<ProcessName, Long> pids;
    try (cluster) {
      Connection connection = cluster.connection();
      createTable(connection);
      put(connection, "before the kill");

      cluster.kill(REGION_SERVER);
      assertThat(cluster.isAlive(REGION_SERVER)).isFalse();
      cluster.restart(REGION_SERVER);

      assertThat(get(connection)).isEqualTo("before the kill");
      put(connection, "after the restart");
      assertThat(get(connection)).isEqualTo("after the restart");
      pids = cluster.processNames().stream().collect(Collectors.toMap(n -> n, cluster::pid));
      assertThat(cluster.logFile(REGION_SERVER)).isNotEmptyFile();
    }

    assertThat(pids).hasSize(2);
    assertThat(pids.values()).noneMatch(pid -> ProcessHandle.of(pid).isPresent());
    assertThat(parent).isEmptyDirectory();
  }

  @Test
  void everySeparateServiceCanBeKilledAndRestartedWithItsData() throws Exception {
    try (LocalCluster cluster = LocalCluster.start(settings().servicesApart().build())) {
      Connection connection = cluster.connection();
      createTable(connection);
      for (ProcessName service :
          List.of(
              // The master is first, because its start needs a region server, and the others may
              // end one.
              ProcessName.master(),
              ProcessName.zooKeeper(),
              ProcessName.dataNode(1),
              ProcessName.nameNode())) {
        String value = "before the end of " + service;
        retry(cluster, "a put", () -> put(connection, value));

        cluster.kill(service);
        cluster.restart(service);

        retry(cluster, "a flush", () -> flush(connection));
        retry(cluster, "a get", () -> assertThat(get(connection)).isEqualTo(value));
      }
    }
  }

  /**
   * Repeats a request. A master or region server exits if it rolls its log during an outage of
   * HDFS, even long after the last answered request.
   */
  private static void retry(LocalCluster cluster, String what, InvocationRaisingIOE request)
      throws IOException {
    Await.until(
        what,
        Duration.ofMinutes(5),
        () -> {
          cluster.relaunch(
              Stream.of(ProcessName.master(), REGION_SERVER)
                  .filter(process -> !cluster.isAlive(process))
                  .toList());
          try {
            request.apply();
            return true;
          } catch (IOException e) {
            LOG.info("Not yet: {}", what, e);
            return false;
          }
        });
  }

  /**
   * Flushes region by region, because a table flush is a procedure that may miss the master's
   * restart.
   */
  private static void flush(Connection connection) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      for (RegionInfo region : admin.getRegions(TABLE)) {
        admin.flushRegion(region.getRegionName());
      }
    }
  }

  @Test
  void failedStartIsReportedWithTheLogAndLeavesNoProcess() throws Exception {
    LocalClusterSettings broken =
        settings()
            .site(Role.REGION_SERVER, "hbase.regionserver.ipc.address", "203.0.113.1")
            .build();

    assertThatThrownBy(() -> LocalCluster.start(broken))
        .isInstanceOf(LocalClusterException.class)
        .hasMessageContaining("region-server-1 ended with exit code 1")
        .hasMessageContaining("Cannot assign requested address");

    Await.until("the end of all processes", Duration.ofMinutes(1), () -> !anyProcessRunsHere());
    List<Path> kept;
    try (var files = Files.list(parent)) {
      kept = files.toList();
    }
    assertThat(kept).singleElement().satisfies(f -> assertThat(f.resolve("logs")).exists());
  }

  private LocalClusterSettings.Builder settings() {
    return LocalClusterSettings.builder()
        .withoutLighter()
        .regionServers(1)
        .hdfs(1, 1)
        .parent(parent)
        .startTimeout(Duration.ofMinutes(5));
  }

  private boolean anyProcessRunsHere() {
    return ProcessHandle.allProcesses()
        .map(process -> process.info().commandLine().orElse(""))
        .anyMatch(commandLine -> commandLine.contains("-Dlighter.log.file=" + parent));
  }

  private static void createTable(Connection connection) throws Exception {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TABLE)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .build());
    }
  }

  private static void put(Connection connection, String value) throws IOException {
    try (Table table = connection.getTable(TABLE)) {
      table.put(new Put(bytes("row")).addColumn(FAMILY, COLUMN, bytes(value)));
    }
  }

  private static String get(Connection connection) throws IOException {
    try (Table table = connection.getTable(TABLE)) {
      byte[] value = table.get(new Get(bytes("row"))).getValue(FAMILY, COLUMN);
      return new String(value, StandardCharsets.UTF_8);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
