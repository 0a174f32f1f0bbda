// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.assembly.Launcher.Launched;
import io.lighter.cli.install.Installation;
import io.lighter.testing.cluster.Await;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.LocalClusterSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code install-check} of the distribution on a cluster of real processes. */
@Timeout(600)
class LiveInstallCheckIT {
  private static final TableName TABLE = TableName.valueOf("t");

  @TempDir private Path folder;

  @Test
  void installCheckFindsProcessesTablesAndFoldersOfALiveCluster() throws Exception {
    LocalClusterSettings settings =
        LocalClusterSettings.builder()
            .regionServers(1)
            .managers(1)
            .compactionServers(1)
            .parent(folder)
            .build();
    try (LocalCluster cluster = LocalCluster.start(settings);
        Admin admin = cluster.connection().getAdmin()) {
      admin.createTable(table().setValue("lighter.server.port", "1").build());
      Await.until(
          "the master to list the region", Duration.ofMinutes(1), () -> masterListsRegion(admin));

      Launched run = run(cluster);

      assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
      assertThat(run.out())
          .containsPattern("ok +folders: hbase.rootdir: hdfs://")
          .containsPattern("ok +folders: tables: .* 1 of 1")
          .containsPattern("ok +zookeeper: zookeeper.znode.parent: /hbase")
          .containsPattern("ok +hbase: master: ")
          .containsPattern("ok +hbase: 1 region server: HBase 2.6.")
          .containsPattern("ok +tables: t: names the engine; regions open: 1, on 1 region servers")
          .containsPattern("warning +tables: t, hbase.hstore.engine.class: names the engine: jobs")
          .containsPattern("warning +tables: t, lighter.server.port: has no effect")
          .containsPattern("plug-ins: region server")
          .containsPattern("lighter: manager [^ ]+: version ")
          .containsPattern("lighter: compaction server [^ ]+: version ");

      admin.modifyTable(table().setValue("lighter.offload.min.byte", "1").build());
      Launched wrong = run(cluster);

      assertThat(wrong.exitCode()).isEqualTo(1);
      assertThat(wrong.out())
          .containsPattern("problem +tables: t, lighter.offload.min.byte: '1': unknown option");
    }
  }

  private static boolean masterListsRegion(Admin admin) throws IOException {
    return admin
        .getClusterMetrics(EnumSet.of(ClusterMetrics.Option.LIVE_SERVERS))
        .getLiveServerMetrics()
        .values()
        .stream()
        .flatMap(server -> server.getRegionMetrics().keySet().stream())
        .anyMatch(region -> RegionInfo.getTable(region).equals(TABLE));
  }

  private Launched run(LocalCluster cluster) throws Exception {
    return Launcher.run(Launcher.builder(cluster.confFolder(), "install-check"), folder);
  }

  private static TableDescriptorBuilder table() {
    TableDescriptor plain =
        TableDescriptorBuilder.newBuilder(TABLE)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f".getBytes(StandardCharsets.UTF_8)))
            .build();
    return TableDescriptorBuilder.newBuilder(plain)
        .setValue("hbase.hstore.engine.class", Installation.ENGINE_CLASS);
  }
}
