// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.LocalClusterSettings;
import io.lighter.testing.cluster.ProcessName;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(900)
class BlockCacheCountersIT {
  private static final TableName TABLE = TableName.valueOf("t");
  private static final byte[] FAMILY = bytes("f");
  private static final ProcessName REGION_SERVER = ProcessName.regionServer(1);
  private static final Progress SILENT =
      new PlainProgress(new PrintWriter(Writer.nullWriter()), System::nanoTime);
  private static final int FILES = 3;

  @TempDir private Path parent;

  @Test
  void readsOfClientsAreCountedAndCompactionsAreNot() throws IOException {
    try (LocalCluster cluster = LocalCluster.start(settings());
        BlockCacheCounters counters =
            BlockCacheCounters.attach(Map.of(REGION_SERVER, cluster.pid(REGION_SERVER)))) {
      Connection connection = cluster.connection();
      createFiles(connection);
      CacheFiller filler = new CacheFiller(connection, TABLE, SILENT);

      var empty = counters.read();
      filler.fill();
      var full = counters.read();
      assertThat(full.since(empty).misses()).isGreaterThanOrEqualTo(FILES);

      get(connection);
      var read = counters.read();
      assertThat(read.since(full).hits()).isPositive();

      try (Admin admin = connection.getAdmin()) {
        new TableCompaction(admin, TABLE, SILENT).run();
      }
      var compacted = counters.read();
      assertThat(compacted.since(read)).isEqualTo(HitCounts.NONE);

      get(connection);
      assertThat(counters.read().since(compacted).misses()).isPositive();
    }
  }

  private LocalClusterSettings settings() {
    return LocalClusterSettings.builder()
        .withoutLighter()
        .regionServers(1)
        .hdfs(1, 1)
        .parent(parent)
        .startTimeout(Duration.ofMinutes(5))
        .build();
  }

  private static void createFiles(Connection connection) throws IOException {
    try (Admin admin = connection.getAdmin();
        Table table = connection.getTable(TABLE)) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TABLE)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .setValue("hbase.hstore.compaction.min", "10")
              .build());
      for (int file = 0; file < FILES; file++) {
        table.put(new Put(bytes("row")).addColumn(FAMILY, bytes("c" + file), bytes("value")));
        admin.flush(TABLE);
      }
    }
  }

  private static void get(Connection connection) throws IOException {
    try (Table table = connection.getTable(TABLE)) {
      assertThat(table.get(new Get(bytes("row"))).size()).isEqualTo(FILES);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
