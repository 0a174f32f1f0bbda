// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import io.lighter.common.protocol.LighterProtos.FileSettings;
import io.lighter.common.protocol.LighterProtos.ReasonCount;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.manager.monitor.Snapshot;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonNull;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** Region servers' reports as JSON. */
final class RegionServerJson {
  private RegionServerJson() {}

  static JsonObject all(Snapshot snapshot) {
    JsonArray servers = new JsonArray();
    for (RegionServerReport report : sorted(snapshot)) {
      JsonObject json = new JsonObject();
      json.addProperty("region_server", report.getRegionServer());
      json.addProperty("version", report.getVersion());
      json.addProperty("in_flight", report.getAway());
      json.addProperty("offloaded", report.getOffloaded());
      json.addProperty("adopted", report.getAdopted());
      json.addProperty("failed_attempts", report.getFailedAttempts());
      json.addProperty("cancelled", report.getCancelled());
      json.addProperty("local", local(report));
      json.addProperty("warmups", report.getWarmupCount());
      json.addProperty("warmups_completed", report.getWarmupsCompleted());
      json.addProperty("warmups_ended_early", report.getWarmupsEndedEarly());
      json.addProperty("outputs_without_local_replica", report.getOutputsWithoutLocalReplica());
      json.add("file_settings", fileSettings(report));
      servers.add(json);
    }
    JsonObject json = new JsonObject();
    json.add("region_servers", servers);
    return json;
  }

  /** The settings for creating files in HDFS; null if not reported. */
  private static JsonElement fileSettings(RegionServerReport report) {
    if (!report.hasFileSettings()) {
      return JsonNull.INSTANCE;
    }
    FileSettings settings = report.getFileSettings();
    JsonObject json = new JsonObject();
    json.addProperty("replication", settings.getReplication());
    json.addProperty("block_size", settings.getBlockSize());
    json.addProperty("umask", "%03o".formatted(settings.getUmask()));
    json.addProperty("checksum_type", settings.getChecksumType());
    json.addProperty("bytes_per_checksum", settings.getBytesPerChecksum());
    return json;
  }

  /** Fallbacks, summed over region servers, the most frequent first. */
  static JsonObject fallbacks(Snapshot snapshot) {
    Map<String, Long> counts = new TreeMap<>();
    for (RegionServerReport report : snapshot.regionServers().values()) {
      for (ReasonCount reason : report.getLocalList()) {
        if (reason.getCount() > 0) {
          counts.merge(reason.getReason(), reason.getCount(), Long::sum);
        }
      }
    }
    JsonArray fallbacks = new JsonArray();
    counts.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .forEach(
            reason -> {
              JsonObject json = new JsonObject();
              json.addProperty("reason", reason.getKey());
              json.addProperty("count", reason.getValue());
              fallbacks.add(json);
            });
    JsonObject json = new JsonObject();
    json.add("fallbacks", fallbacks);
    return json;
  }

  /** Number of compactions that ran on the region server, for any reason. */
  static long local(RegionServerReport report) {
    return report.getLocalList().stream().mapToLong(ReasonCount::getCount).sum();
  }

  private static List<RegionServerReport> sorted(Snapshot snapshot) {
    return List.copyOf(new TreeMap<>(snapshot.regionServers()).values());
  }
}
