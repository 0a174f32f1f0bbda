// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import io.lighter.common.CompactionJobId;
import io.lighter.common.ServerNames;
import io.lighter.common.protocol.LighterProtos.CancelJobsResponse;
import io.lighter.common.protocol.LighterProtos.OffloadSwitch;
import io.lighter.common.protocol.LighterProtos.ServerStatus;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import io.lighter.manager.monitor.History;
import io.lighter.manager.monitor.Monitor;
import io.lighter.manager.monitor.Snapshot;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;

/** The API's routes. Thread-safe. */
final class Api {
  static final String ROOT = "/api/v1";

  /** The one route that a standby serves itself. */
  static final String DESCRIPTION = "/openapi.json";

  private static final Set<String> NONE = Set.of();
  private static final String REASON = "an operator asked by the REST API";
  private static final int MAX_MINUTES = (int) History.RETENTION.toMinutes();
  private static final int MAX_SERIES = 100;

  private final WebServer.Content content;
  private final boolean writes;
  private final JsonElement description;
  private final List<Route> routes;

  /**
   * @param writes whether any caller may make changes
   * @throws IOException if the description is missing
   */
  Api(WebServer.Content content, boolean writes) throws IOException {
    this.content = content;
    this.writes = writes;
    this.description = readDescription();
    this.routes =
        List.of(
            get("/status", NONE, request -> ClusterJson.status(view(), this.writes)),
            get("/servers", NONE, request -> servers()),
            get("/servers/{name}", NONE, this::server),
            get("/jobs", Paging.PARAMETERS, this::jobs),
            get("/build-jobs", Paging.PARAMETERS, this::buildJobs),
            get("/warmups", Paging.PARAMETERS, this::warmups),
            get("/region-servers", NONE, request -> RegionServerJson.all(view().snapshot())),
            get("/tables", Paging.PARAMETERS, this::tables),
            get("/tables/{table}/stores", NONE, this::stores),
            get("/tiers", Paging.PARAMETERS, this::tiers),
            get("/indexes", Paging.PARAMETERS, this::indexes),
            get("/assignments", Set.of("table"), this::assignments),
            get("/fallbacks", NONE, request -> RegionServerJson.fallbacks(view().snapshot())),
            get("/alerts", NONE, request -> ClusterJson.alerts(view())),
            get("/history", Set.of("server", "minutes"), this::history),
            get(DESCRIPTION, NONE, request -> description),
            new Route("POST", "/switch", NONE, this::switchOffload),
            new Route("POST", "/servers/{name}/drain", NONE, request -> drain(request, true)),
            new Route("DELETE", "/servers/{name}/drain", NONE, request -> drain(request, false)),
            new Route("DELETE", "/jobs/{id}", NONE, this::cancelJob),
            new Route("DELETE", "/tables/{table}/jobs", NONE, this::clearQueue));
  }

  private static Route get(String path, Set<String> parameters, Route.Handler handler) {
    return new Route("GET", path, parameters, handler);
  }

  List<Route> routes() {
    return routes;
  }

  private Monitor.View view() throws ApiException {
    return content
        .monitor()
        .view()
        .orElseThrow(
            () ->
                new ApiException(
                    ApiException.UNAVAILABLE,
                    "this manager does not lead, or has just begun to; try again"));
  }

  private JsonElement servers() throws ApiException {
    return ClusterJson.servers(view().snapshot(), content.monitor().history());
  }

  private JsonElement server(ApiRequest request) throws ApiException {
    String name = serverName("name", request.path("name")).getServerName();
    StatusResponse cluster = view().snapshot().status();
    for (ServerStatus status : cluster.getServerList()) {
      if (status.getReport().getServer().equals(name)) {
        return ServerJson.withJobs(status);
      }
    }
    if (cluster.getSilentServerList().contains(name)) {
      return ServerJson.silent(name);
    }
    throw new ApiException(
        ApiException.NOT_FOUND,
        "there is no compaction server '%s'".formatted(ApiException.shortened(name)));
  }

  private JsonElement jobs(ApiRequest request) throws ApiException {
    return JobList.page(view().snapshot(), Paging.of(request, JobList.ORDERS));
  }

  private JsonElement buildJobs(ApiRequest request) throws ApiException {
    return BuildJobList.page(view().snapshot(), Paging.of(request, BuildJobList.ORDERS));
  }

  private JsonElement warmups(ApiRequest request) throws ApiException {
    return WarmupList.page(view().snapshot(), Paging.of(request, WarmupList.ORDERS));
  }

  private JsonElement tables(ApiRequest request) throws ApiException {
    return TableList.page(view().snapshot(), Paging.of(request, TableList.ORDERS));
  }

  private JsonElement tiers(ApiRequest request) throws ApiException {
    return TierList.page(view().snapshot(), Paging.of(request, TierList.ORDERS));
  }

  private JsonElement indexes(ApiRequest request) throws ApiException {
    return IndexList.page(view().snapshot(), Paging.of(request, IndexList.ORDERS));
  }

  private JsonElement stores(ApiRequest request) throws ApiException {
    TableName table = ApiRequest.tableName("table", request.path("table"));
    Snapshot snapshot = view().snapshot();
    content.askForStores().accept(table);
    return StoreList.of(snapshot, table.getNameAsString());
  }

  private JsonElement assignments(ApiRequest request) throws ApiException, IOException {
    Optional<TableName> table = request.table("table");
    if (table.isEmpty()) {
      return ClusterJson.assignments(view().snapshot());
    }
    return content
        .assignments()
        .of(table.get())
        .map(regions -> ClusterJson.assignments(table.get(), regions))
        .orElseThrow(
            () ->
                new ApiException(
                    ApiException.NOT_FOUND,
                    "there is no table '%s'".formatted(ApiException.shortened(table.get()))));
  }

  private JsonElement history(ApiRequest request) throws ApiException {
    Duration back = Duration.ofMinutes(request.number("minutes", MAX_MINUTES, 1, MAX_MINUTES));
    List<String> servers = request.parameters("server");
    if (servers.size() > MAX_SERIES) {
      throw ApiException.badValue(
          "server", servers.size() + " of them", "at most " + MAX_SERIES + " of them");
    }
    History history = content.monitor().history();
    JsonArray series = new JsonArray();
    if (servers.isEmpty()) {
      series.add(HistoryJson.series(Optional.empty(), history.totals(back)));
    }
    for (String name : servers) {
      ServerName server = serverName("server", name);
      series.add(HistoryJson.series(Optional.of(server), history.of(server, back)));
    }
    JsonObject json = new JsonObject();
    json.addProperty("interval_ms", History.INTERVAL.toMillis());
    json.add("series", series);
    return json;
  }

  private JsonElement switchOffload(ApiRequest request) throws ApiException, IOException {
    JsonObject body = request.body(Set.of("on", "table"));
    OffloadSwitch now =
        content
            .operations()
            .switchOffload(ApiRequest.bool(body, "on"), ApiRequest.table(body, "table"));
    return ClusterJson.offloadSwitch(now.getOn(), now.getOffTableList());
  }

  private JsonElement drain(ApiRequest request, boolean on) throws ApiException, IOException {
    ServerName server = serverName("name", request.path("name"));
    boolean known = on ? content.operations().drain(server) : content.operations().undrain(server);
    if (!known) {
      throw new ApiException(
          ApiException.NOT_FOUND,
          "there is no compaction server '%s'".formatted(ApiException.shortened(server)));
    }
    JsonObject json = new JsonObject();
    json.addProperty("server", server.getServerName());
    json.addProperty("draining", on);
    return json;
  }

  private JsonElement cancelJob(ApiRequest request) throws ApiException, IOException {
    CompactionJobId job;
    try {
      job = new CompactionJobId(request.path("id"));
    } catch (IllegalArgumentException e) {
      throw ApiException.badValue("id", request.path("id"), "the id of a job, cj-…");
    }
    CancelJobsResponse response = content.operations().cancelJob(job, REASON);
    if (response.getCancelledCount() == 0 && response.getUnreachableCount() == 0) {
      throw new ApiException(
          ApiException.NOT_FOUND, "job '%s' neither waits nor runs".formatted(job.value()));
    }
    return ClusterJson.cancelled(response);
  }

  private JsonElement clearQueue(ApiRequest request) throws ApiException, IOException {
    TableName table;
    try {
      table = TableName.valueOf(request.path("table"));
    } catch (IllegalArgumentException e) {
      throw ApiException.badValue("table", request.path("table"), "the name of a table");
    }
    return ClusterJson.cancelled(content.operations().clearQueue(table, REASON));
  }

  private static ServerName serverName(String field, String value) throws ApiException {
    return ServerNames.parse(value)
        .orElseThrow(() -> ApiException.badValue(field, value, "host,port,startcode"));
  }

  private static JsonElement readDescription() throws IOException {
    try (InputStream in = Api.class.getResourceAsStream("openapi.json")) {
      if (in == null) {
        throw new IOException("the API's description openapi.json is not on the class path");
      }
      return JsonParser.parseReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    }
  }
}
