// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.StorageLocation;
import org.junit.jupiter.api.Test;

/** Settings that keep HBase's log, and nothing else, on volumes of its own. */
class WalVolumesTest {
  private static final short REPLICAS = 3;

  @Test
  void regionServersAloneHaveThePolicyAndDataNodesAreProcesses() {
    LocalClusterSettings settings = builder().walVolumes().build();

    assertThat(settings.roleSite())
        .containsOnlyKeys(Role.REGION_SERVER)
        .extractingByKey(Role.REGION_SERVER)
        .isEqualTo(Map.of("hbase.wal.storage.policy", "ALL_SSD"));
    assertThat(settings.count(Role.DATA_NODE)).isEqualTo(3);
    assertThat(builder().build().walVolumes()).isFalse();
  }

  @Test
  void disksThatCanBeFilledAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                builder()
                    .walVolumes()
                    .supportedFaults(new SupportedFaults(false, false, true))
                    .build())
        .withMessageContaining("disks that can be filled");
  }

  @Test
  void hdfsReadsTheTypesOfVolumes() throws Exception {
    Configuration conf = new Configuration(false);
    conf.set("dfs.datanode.data.dir", DataNodeProcess.volumes("/hdfs/dn", "/hdfs/dn-wal"));

    List<StorageLocation> volumes = DataNode.getStorageLocations(conf);

    assertThat(volumes)
        .extracting(StorageLocation::getStorageType)
        .containsExactly(StorageType.DISK, StorageType.SSD);
    assertThat(volumes.get(1).getUri().getPath()).isEqualTo("/hdfs/dn-wal");
    conf.set("dfs.datanode.data.dir", DataNodeProcess.volumes("/hdfs/dn"));
    assertThat(DataNode.getStorageLocations(conf))
        .singleElement()
        .extracting(StorageLocation::getStorageType)
        .isEqualTo(StorageType.DISK);
  }

  @Test
  void thePolicyOfTheLogAndHdfssDefaultNeverMeet() {
    BlockStoragePolicySuite policies = BlockStoragePolicySuite.createDefaultSuite();

    assertThat(
            policies
                .getPolicy(
                    builder()
                        .walVolumes()
                        .build()
                        .roleSite()
                        .get(Role.REGION_SERVER)
                        .get("hbase.wal.storage.policy"))
                .chooseStorageTypes(REPLICAS))
        .containsOnly(StorageType.SSD)
        .hasSize(REPLICAS);
    assertThat(
            policies
                .getDefaultPolicy()
                .chooseStorageTypes(REPLICAS, List.of(), EnumSet.of(StorageType.DISK), true))
        .as("store files, with full disks")
        .doesNotContain(StorageType.SSD);
  }

  private static LocalClusterSettings.Builder builder() {
    return LocalClusterSettings.builder().classPaths(new ClassPaths("a", "b", "c"));
  }
}
