// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import io.lighter.common.ServerNames;
import io.lighter.common.protocol.LighterProtos.CancelJobsResponse;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.common.protocol.LighterProtos.ServerStatus;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import io.lighter.manager.monitor.AlertBoard;
import io.lighter.manager.monitor.GroupSlots;
import io.lighter.manager.monitor.History;
import io.lighter.manager.monitor.Monitor;
import io.lighter.manager.monitor.Sample;
import io.lighter.manager.monitor.Snapshot;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.apache.hadoop.hbase.TableName;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonNull;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonPrimitive;

/** The state of the whole cluster as JSON. */
final class ClusterJson {
  private ClusterJson() {}

  /**
   * Returns the cluster's state for one page.
   *
   * @param writes whether any caller may make changes
   */
  static JsonObject status(Monitor.View view, boolean writes) {
    StatusResponse status = view.snapshot().status();
    JsonObject manager = new JsonObject();
    manager.addProperty("server", status.getLeader());
    manager.addProperty("version", status.getVersion());
    manager.addProperty("uptime_ms", status.getUptimeMs());
    JsonObject json = new JsonObject();
    json.addProperty("time_ms", view.snapshot().timeMs());
    json.add("manager", manager);
    json.add("standby", Json.strings(status.getStandbyList()));
    json.add("switch", offloadSwitch(status.getSwitchedOn(), status.getSwitchedOffTableList()));
    json.add("regions", Json.count(status.getRegions()));
    json.addProperty("writes", writes);
    json.add("totals", totals(view.snapshot()));
    json.addProperty("alerts", view.alerts().size());
    return json;
  }

  private static JsonObject totals(Snapshot snapshot) {
    List<ServerReport> servers =
        snapshot.status().getServerList().stream().map(ServerStatus::getReport).toList();
    Collection<RegionServerReport> clients = snapshot.regionServers().values();
    JsonObject json = new JsonObject();
    json.addProperty("servers", servers.size() + snapshot.status().getSilentServerCount());
    json.addProperty("region_servers", clients.size());
    json.addProperty("running", sum(servers, s -> ServerJson.jobs(s, JobState.COMPACTING)));
    json.addProperty("queued", sum(servers, s -> ServerJson.jobs(s, JobState.QUEUED)));
    json.addProperty("completed_jobs", sum(servers, ServerReport::getCompletedJobs));
    json.addProperty("failed_jobs", sum(servers, ServerReport::getFailedJobs));
    json.addProperty("cancelled_jobs", sum(servers, ServerReport::getCancelledJobs));
    json.addProperty("refused_requests", sum(servers, ServerReport::getRefusedRequests));
    json.addProperty("compacted_bytes", sum(servers, ServerReport::getCompactedBytes));
    json.addProperty("streamed_bytes", sum(servers, ServerReport::getStreamedBytes));
    json.addProperty("in_flight", sum(clients, RegionServerReport::getAway));
    json.addProperty("offloaded", sum(clients, RegionServerReport::getOffloaded));
    json.addProperty("failed_attempts", sum(clients, RegionServerReport::getFailedAttempts));
    json.addProperty("cancelled", sum(clients, RegionServerReport::getCancelled));
    json.addProperty("local", sum(clients, RegionServerJson::local));
    json.addProperty("warmups", sum(clients, RegionServerReport::getWarmupCount));
    json.addProperty("warmups_completed", sum(clients, RegionServerReport::getWarmupsCompleted));
    json.addProperty("warmups_ended_early", sum(clients, RegionServerReport::getWarmupsEndedEarly));
    return json;
  }

  private static <T> long sum(Collection<T> reports, ToLongFunction<T> value) {
    return reports.stream().mapToLong(value).sum();
  }

  static JsonObject offloadSwitch(boolean on, List<String> offTables) {
    JsonObject json = new JsonObject();
    json.addProperty("on", on);
    json.add("off_tables", Json.strings(offTables));
    return json;
  }

  static JsonObject servers(Snapshot snapshot, History history) {
    JsonArray servers = new JsonArray();
    for (ServerStatus status : snapshot.status().getServerList()) {
      Optional<Sample> latest =
          ServerNames.parse(status.getReport().getServer()).flatMap(history::latest);
      servers.add(ServerJson.withRates(status, latest));
    }
    JsonObject json = new JsonObject();
    json.add("servers", servers);
    json.add("silent_servers", Json.strings(snapshot.status().getSilentServerList()));
    return json;
  }

  static JsonObject alerts(Monitor.View view) {
    JsonArray alerts = new JsonArray();
    for (AlertBoard.Active active : view.alerts()) {
      JsonObject json = new JsonObject();
      json.addProperty("id", active.alert().id());
      json.addProperty("kind", active.alert().kind().tag());
      json.addProperty(
          "severity", active.alert().kind().severity().name().toLowerCase(Locale.ROOT));
      json.add("subject", Json.string(active.alert().subject()));
      json.addProperty("text", active.alert().text());
      json.addProperty("since_ms", active.sinceMs());
      alerts.add(json);
    }
    JsonObject json = new JsonObject();
    json.add("alerts", alerts);
    return json;
  }

  static JsonObject assignments(Snapshot snapshot) {
    JsonArray groups = new JsonArray();
    for (GroupSlots group : snapshot.groups()) {
      JsonArray servers = new JsonArray();
      for (GroupSlots.ServerSlots slots : group.servers()) {
        JsonObject server = new JsonObject();
        server.addProperty("server", slots.server().getServerName());
        server.addProperty("slots", slots.slots());
        server.addProperty("occupied_slots", slots.occupied());
        server.addProperty("regions", slots.regions());
        servers.add(server);
      }
      JsonObject json = new JsonObject();
      json.addProperty("group", group.group());
      json.addProperty("regions", group.regions());
      json.addProperty("occupied_slots", group.occupiedSlots());
      json.addProperty("live_servers", group.liveServers());
      json.add("servers", servers);
      groups.add(json);
    }
    JsonObject json = new JsonObject();
    json.add("groups", groups);
    return json;
  }

  static JsonObject assignments(TableName table, List<AssignmentLookup.RegionSlot> regions) {
    JsonArray array = new JsonArray();
    for (AssignmentLookup.RegionSlot region : regions) {
      JsonObject owners = new JsonObject();
      region
          .ownerByGroup()
          .forEach(
              (group, owner) ->
                  owners.add(
                      group,
                      owner
                          .<JsonElement>map(server -> new JsonPrimitive(server.getServerName()))
                          .orElse(JsonNull.INSTANCE)));
      JsonObject json = new JsonObject();
      json.addProperty("region", region.region());
      json.addProperty("slot", region.slot());
      json.add("server_by_group", owners);
      array.add(json);
    }
    JsonObject json = new JsonObject();
    json.addProperty("table", table.getNameAsString());
    json.add("regions", array);
    return json;
  }

  static JsonObject cancelled(CancelJobsResponse response) {
    JsonArray jobs = new JsonArray();
    response.getCancelledList().forEach(jobs::add);
    JsonArray unreachable = new JsonArray();
    response
        .getUnreachableList()
        .forEach(
            server -> {
              JsonObject each = new JsonObject();
              each.addProperty("server", server.getServer());
              each.addProperty("message", server.getMessage());
              unreachable.add(each);
            });
    JsonObject json = new JsonObject();
    json.add("cancelled", jobs);
    json.add("unreachable", unreachable);
    return json;
  }
}
