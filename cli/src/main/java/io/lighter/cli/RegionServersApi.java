// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.common.hdfs.HdfsFileSettings;
import io.lighter.common.protocol.LighterProtos.FileSettings;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParseException;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;

/** Reads the reports of region servers from the manager's REST API. */
final class RegionServersApi {
  private static final String PATH = "/api/v1/region-servers";

  private RegionServersApi() {}

  /**
   * Region servers that reported in the last minute, by name.
   *
   * @param manager the status of the leader, with the address of its dashboard
   * @throws IOException with a message for operators on why the region servers are unknown
   */
  static List<ReportedRegionServer> read(StatusResponse manager) throws IOException {
    return ManagerApi.read(manager, PATH, "region servers", RegionServersApi::parse);
  }

  private static List<ReportedRegionServer> parse(String body) {
    JsonElement servers = JsonParser.parseString(body).getAsJsonObject().get("region_servers");
    if (servers == null) {
      throw new JsonParseException("no region_servers");
    }
    List<ReportedRegionServer> parsed = new ArrayList<>();
    for (JsonElement each : servers.getAsJsonArray()) {
      JsonObject server = each.getAsJsonObject();
      parsed.add(
          new ReportedRegionServer(
              server.get("region_server").getAsString(),
              server.get("version").getAsString(),
              fileSettings(server.get("file_settings")),
              number(server.get("offloaded")),
              number(server.get("outputs_without_local_replica"))));
    }
    parsed.sort(Comparator.comparing(ReportedRegionServer::name));
    return parsed;
  }

  private static Optional<String> fileSettings(JsonElement element) {
    if (element == null || element.isJsonNull()) { // an older manager, an older plug-in, no HDFS
      return Optional.empty();
    }
    JsonObject json = element.getAsJsonObject();
    return Optional.of(
        text(
            FileSettings.newBuilder()
                .setReplication(json.get("replication").getAsInt())
                .setBlockSize(json.get("block_size").getAsLong())
                .setUmask(Integer.parseInt(json.get("umask").getAsString(), 8))
                .setChecksumType(json.get("checksum_type").getAsString())
                .setBytesPerChecksum(json.get("bytes_per_checksum").getAsInt())
                .build()));
  }

  /** The settings as a process logs them, or the problem if a value is outside its range. */
  static String text(FileSettings settings) {
    try {
      return HdfsFileSettings.of(settings).toString();
    } catch (IllegalArgumentException e) {
      return e.getMessage();
    }
  }

  /** The number, or 0 from an older manager, which does not send the element. */
  private static long number(JsonElement element) {
    return element == null ? 0 : element.getAsLong();
  }
}
