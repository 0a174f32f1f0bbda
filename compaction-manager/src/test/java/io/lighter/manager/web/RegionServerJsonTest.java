// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.hdfs.HdfsFileSettings;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.manager.monitor.Snapshot;
import io.lighter.manager.monitor.Snapshots;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;

class RegionServerJsonTest {
  @Test
  void settingsOfFilesAndOutputsOnOtherMachinesAreShown() {
    JsonObject json =
        json(
            Snapshots.client("busy", 1).toBuilder()
                .setOutputsWithoutLocalReplica(7)
                .setFileSettings(new HdfsFileSettings(2, 1 << 20, 0027, "CRC32", 512).toProto())
                .build());

    assertThat(json.get("outputs_without_local_replica").getAsLong()).isEqualTo(7);
    assertThat(json.get("file_settings"))
        .hasToString(
            "{\"replication\":2,\"block_size\":1048576,\"umask\":\"027\","
                + "\"checksum_type\":\"CRC32\",\"bytes_per_checksum\":512}");
  }

  @Test
  void unreportedSettingsAreNull() {
    JsonObject json = json(Snapshots.client("busy", 1));

    assertThat(json.get("outputs_without_local_replica").getAsLong()).isZero();
    assertThat(json.get("file_settings").isJsonNull()).isTrue();
  }

  private static JsonObject json(RegionServerReport report) {
    Snapshot snapshot =
        new Snapshot(
            0, Snapshots.status().build(), Set.of(), Map.of(Snapshots.CLIENT, report), List.of());
    return RegionServerJson.all(snapshot).getAsJsonArray("region_servers").get(0).getAsJsonObject();
  }
}
