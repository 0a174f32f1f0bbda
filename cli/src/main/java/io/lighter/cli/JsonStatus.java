// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.common.protocol.LighterProtos.ServerRegistration;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import io.lighter.manager.web.ServerJson;
import java.util.List;
import org.apache.hbase.thirdparty.com.google.gson.Gson;
import org.apache.hbase.thirdparty.com.google.gson.GsonBuilder;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonNull;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** The status as JSON; {@code docs/reference/json.md} documents the names. */
final class JsonStatus {
  private static final Gson GSON = new GsonBuilder().setPrettyPrinting().serializeNulls().create();

  private JsonStatus() {}

  /** One JSON object, indented, without a final line feed. */
  static String render(ClusterStatus status) {
    JsonObject json = new JsonObject();
    if (status instanceof ClusterStatus.Managed managed) {
      addManaged(json, managed.response());
    } else if (status instanceof ClusterStatus.Unmanaged unmanaged) {
      addUnmanaged(json, unmanaged);
    }
    return GSON.toJson(json);
  }

  /** All jobs as one JSON object. */
  static String queue(Queue queue) {
    JsonArray jobs = new JsonArray();
    for (Queue.Job job : queue.jobs()) {
      JsonObject json = new JsonObject();
      json.addProperty("server", job.server());
      ServerJson.job(job.report())
          .entrySet()
          .forEach(each -> json.add(each.getKey(), each.getValue()));
      jobs.add(json);
    }
    JsonObject json = new JsonObject();
    json.add("jobs", jobs);
    json.add("silent_servers", strings(queue.silentServers()));
    return GSON.toJson(json);
  }

  private static void addUnmanaged(JsonObject json, ClusterStatus.Unmanaged status) {
    json.add("manager", JsonNull.INSTANCE);
    json.addProperty("problem", status.problem());
    json.add("standby", new JsonArray());
    json.add(
        "switch",
        status
            .offloadSwitch()
            .map(each -> offloadSwitch(each.getOn(), each.getOffTableList(), true))
            .orElseGet(JsonStatus::unknownSwitch));
    JsonArray servers = new JsonArray();
    for (ServerRegistration registration : status.servers()) {
      JsonObject server = new JsonObject();
      server.addProperty("server", registration.getServer());
      server.addProperty("version", registration.getVersion());
      server.addProperty("group", registration.getGroup());
      server.addProperty("cache_bytes", registration.getCacheBytes());
      server.addProperty("threads", registration.getThreads());
      servers.add(server);
    }
    json.add("servers", servers);
  }

  private static void addManaged(JsonObject json, StatusResponse status) {
    JsonObject manager = new JsonObject();
    manager.addProperty("server", status.getLeader());
    manager.addProperty("version", status.getVersion());
    manager.addProperty("uptime_ms", status.getUptimeMs());
    json.add("manager", manager);
    json.add("problem", JsonNull.INSTANCE);
    json.add("standby", strings(status.getStandbyList()));
    json.add(
        "switch",
        offloadSwitch(
            status.getSwitchedOn(),
            status.getSwitchedOffTableList(),
            !status.getSwitchUnreadable()));
    json.add("regions", status.getRegions() < 0 ? JsonNull.INSTANCE : number(status.getRegions()));
    json.add(
        "wanted_servers",
        status.getWantedServers() < 0 ? JsonNull.INSTANCE : number(status.getWantedServers()));
    JsonArray servers = new JsonArray();
    status.getServerList().forEach(server -> servers.add(ServerJson.withJobs(server)));
    json.add("servers", servers);
    json.add("silent_servers", strings(status.getSilentServerList()));
    json.add("groups_without_server", strings(status.getGroupWithoutServerList()));
  }

  private static JsonObject offloadSwitch(boolean on, List<String> offTables, boolean readable) {
    JsonObject json = new JsonObject();
    json.addProperty("on", on);
    json.add("off_tables", strings(offTables));
    json.addProperty("readable", readable);
    return json;
  }

  private static JsonObject unknownSwitch() {
    JsonObject json = offloadSwitch(false, List.of(), false);
    json.add("on", JsonNull.INSTANCE);
    return json;
  }

  private static JsonArray strings(List<String> values) {
    JsonArray array = new JsonArray();
    values.forEach(array::add);
    return array;
  }

  private static JsonElement number(Number value) {
    return GSON.toJsonTree(value);
  }
}
