// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.manager.cluster.LogLines;
import io.lighter.manager.monitor.Monitor;
import io.lighter.manager.monitor.Snapshot;
import io.lighter.manager.monitor.Snapshots;
import io.lighter.service.audit.AuditLog;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The web server with its real parts over a scripted cluster. */
class WebServerTest {
  private static final int UNAUTHENTICATED_REQUESTS = 100;

  private final HttpClient client = HttpClient.newHttpClient();
  private final RecordingOperations operations = new RecordingOperations();
  private final AtomicInteger refused = new AtomicInteger();
  private final List<TableName> askedTables = new CopyOnWriteArrayList<>();
  private boolean leads = true;
  private boolean zooKeeperAnswers = true;
  private Optional<String> leader = Optional.empty();
  private Optional<String> otherLeader = Optional.empty();
  private double fraction = 0.25;
  private WebServer server;

  @AfterEach
  void stop() throws IOException {
    if (server != null) {
      server.close();
    }
  }

  @Test
  void everyReadRouteAnswersJsonWithSecurityHeaders() throws Exception {
    start(Map.of());
    for (String path :
        List.of(
            "/status",
            "/servers",
            "/servers/a,1,1",
            "/jobs",
            "/jobs?limit=1&offset=1&sort=time&order=desc&search=T",
            "/build-jobs",
            "/build-jobs?limit=1&offset=1&sort=work&order=desc&search=T",
            "/warmups",
            "/warmups?limit=1&offset=1&sort=age_ms&order=asc&search=t",
            "/region-servers",
            "/tables",
            "/tables?limit=1&offset=1&sort=unmerged_bytes&order=asc&search=t",
            "/tables/ns:t/stores",
            "/tiers",
            "/tiers?limit=1&offset=1&sort=misplaced_bytes&order=asc&search=t",
            "/indexes",
            "/indexes?limit=1&offset=1&sort=index_bytes&order=asc&search=t",
            "/assignments",
            "/assignments?table=ns:t",
            "/fallbacks",
            "/alerts",
            "/history",
            "/history?server=a,1,1&server=gone,1,1&minutes=10",
            "/openapi.json")) {
      HttpResponse<String> response = get(path);

      assertThat(response.statusCode()).as(path).isEqualTo(200);
      assertThat(json(response).keySet()).as(path).isNotEmpty();
      assertThat(header(response, "Content-Type")).startsWith("application/json");
      assertThat(header(response, "X-Content-Type-Options")).isEqualTo("nosniff");
      assertThat(header(response, "X-Frame-Options")).isEqualTo("DENY");
      assertThat(header(response, "Content-Security-Policy")).contains("default-src 'none'");
    }
  }

  @Test
  void answersContainTheReportedValues() throws Exception {
    start(Map.of());

    JsonObject job = json(get("/jobs")).getAsJsonArray("jobs").get(0).getAsJsonObject();
    assertThat(job.get("state").getAsString()).isEqualTo("compacting");
    assertThat(job.get("server").getAsString()).isEqualTo("a,1,1");
    assertThat(json(get("/fallbacks")).getAsJsonArray("fallbacks").toString())
        .isEqualTo("[{\"reason\":\"busy\",\"count\":4}]");
    JsonObject totals = json(get("/status")).getAsJsonObject("totals");
    assertThat(totals.get("running").getAsInt()).isEqualTo(1);
    assertThat(totals.get("local").getAsInt()).isEqualTo(4);
    assertThat(json(get("/history")).getAsJsonArray("series")).hasSize(1);
  }

  @Test
  void regionServersAreAskedForTheStoresOfATableThatSomebodyLooksAt() throws Exception {
    start(Map.of());

    assertThat(json(get("/tables/ns:t/stores")).getAsJsonArray("stores")).isEmpty();
    assertThat(askedTables).containsExactly(TableName.valueOf("ns:t"));
    assertRefused(get("/tables/ns:t:u/stores"), 400, "table = 'ns:t:u': expected NAMESPACE:TABLE");
    assertThat(askedTables).hasSize(1);
  }

  @Test
  void nanBecomesNull() throws Exception {
    fraction = Double.NaN;
    start(Map.of());

    JsonObject server = json(get("/servers")).getAsJsonArray("servers").get(0).getAsJsonObject();
    assertThat(server.get("cpu_load").isJsonNull()).isTrue();
  }

  @Test
  void descriptionNamesExactlyTheRoutes() throws Exception {
    start(Map.of());
    JsonObject paths = json(get("/openapi.json")).getAsJsonObject("paths");
    Set<String> described = new TreeSet<>();
    for (String path : paths.keySet()) {
      for (String method : paths.getAsJsonObject(path).keySet()) {
        described.add(method.toUpperCase(java.util.Locale.ROOT) + ' ' + path);
      }
    }

    Set<String> routes = new TreeSet<>();
    new Api(content(), true)
        .routes()
        .forEach(each -> routes.add(each.method() + ' ' + each.path()));

    assertThat(described).isEqualTo(routes);
  }

  @Test
  void descriptionNamesTheParametersOfEachReadRoute() throws Exception {
    start(Map.of());
    JsonObject paths = json(get("/openapi.json")).getAsJsonObject("paths");

    for (Route route : new Api(content(), true).routes()) {
      if (!route.writes()) {
        Set<String> described = new TreeSet<>();
        JsonObject method = paths.getAsJsonObject(route.path()).getAsJsonObject("get");
        if (method.has("parameters")) {
          method
              .getAsJsonArray("parameters")
              .forEach(
                  each -> {
                    if (each.getAsJsonObject().get("in").getAsString().equals("query")) {
                      described.add(each.getAsJsonObject().get("name").getAsString());
                    }
                  });
        }
        assertThat(described).as(route.path()).isEqualTo(route.parameters());
      }
    }
  }

  @Test
  void invalidRequestsAreNamedWithoutStackTrace() throws Exception {
    start(Map.of("lighter.manager.api.writes", "true"));

    assertRefused(get("/nothing"), 404, "openapi.json");
    assertRefused(get("/servers/gone,1,1"), 404, "gone,1,1");
    assertRefused(get("/servers/nonsense"), 400, "name = 'nonsense': expected host,port,startcode");
    assertRefused(get("/assignments?table=absent"), 404, "absent");
    assertRefused(get("/assignments?table=a%20b"), 400, "table = 'a b'");
    assertRefused(get("/history?minutes=61"), 400, "minutes = '61': expected a whole number");
    assertRefused(get("/history?minutes=x"), 400, "minutes = 'x'");
    assertRefused(get("/history?minuts=1"), 400, "minuts");
    assertRefused(get("/jobs?limit=0"), 400, "limit = '0': expected a whole number from 1 to 1000");
    assertRefused(get("/jobs?limit=1001"), 400, "limit = '1001'");
    assertRefused(get("/warmups?offset=-1"), 400, "offset = '-1'");
    assertRefused(get("/jobs?sort=age"), 400, "sort = 'age': expected one of [input_bytes, ");
    assertRefused(get("/warmups?order=up"), 400, "order = 'up': expected asc or desc");
    assertRefused(get("/servers?limit=1"), 400, "limit");
    HttpResponse<String> wrongMethod = send(request("/switch").DELETE());
    assertRefused(wrongMethod, 405, "expected one of [POST]");
    assertThat(header(wrongMethod, "Allow")).isEqualTo("POST");
    assertThat(header(send(request("/status").DELETE()), "Allow")).isEqualTo("GET, HEAD");

    assertRefused(post("/switch", "text/plain", "{\"on\":true}"), 415, "application/json");
    assertRefused(
        post("/switch", "application/json", "{\"on\":1}"), 400, "on = '1': expected true");
    assertRefused(post("/switch", "application/json", "{}"), 400, "on = 'null'");
    assertRefused(post("/switch", "application/json", "{\"on\":tru"), 400, "well-formed");
    assertRefused(post("/switch", "application/json", "[]"), 400, "JSON object");
    assertRefused(post("/switch", "application/json", "{\"on\":true}{}"), 400, "");
    assertRefused(post("/switch", "application/json", "{\"off\":true}"), 400, "off");
    assertRefused(
        post("/switch", "application/json", "{\"on\":true,\"table\":\"a b\"}"),
        400,
        "table = 'a b'");
    assertRefused(
        post("/switch", "application/json", " ".repeat(70_000) + "{\"on\":true}"), 413, "65536");
    assertThat(operations.asked()).isEmpty();
  }

  @Test
  void unencodedQueryIsAnInvalidRequest() throws Exception {
    start(Map.of());

    String answer = answerTo("GET /api/v1/history?minutes=%zz HTTP/1.0\r\n\r\n");

    assertThat(answer).startsWith("HTTP/1.1 400 ").contains("{\"error\":\"");
  }

  @Test
  void concurrentRequestIsRefusedWithTheTimeToRetry() throws Exception {
    start(Map.of());

    HttpResponse<String> busy = get("/assignments?table=busy");
    assertRefused(busy, 503, "another request reads hbase:meta; ask again");
    assertThat(header(busy, "Retry-After")).isEqualTo("2");

    HttpResponse<String> failed = get("/assignments?table=hangs");
    assertRefused(failed, 503, "ZooKeeper or HBase does not answer");
    assertThat(failed.body()).doesNotContain("10.0.0.7");
    assertThat(header(failed, "Retry-After")).isEqualTo("2");
  }

  @Test
  void switchIsSetOnlyWhereWritesAreOn() throws Exception {
    start(Map.of());
    assertRefused(
        post("/switch", "application/json", "{\"on\":false}"), 403, "lighter.manager.api.writes");
    server.close();

    start(Map.of("lighter.manager.api.writes", "true"));
    HttpResponse<String> response =
        post("/switch", "application/json;charset=utf-8", "{\"on\":false,\"table\":\"ns:t\"}");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(json(response).toString()).isEqualTo("{\"on\":true,\"off_tables\":[\"ns:t\"]}");
    assertThat(operations.asked()).containsExactly("false ns:t");
  }

  /** HBase's web server has a default name for a caller who has not logged in. */
  @Test
  void auditLogHasNoUserWithoutLogin() throws Exception {
    try (LogLines audit = new LogLines(AuditLog.LOGGER)) {
      start(Map.of());
      for (int i = 0; i < UNAUTHENTICATED_REQUESTS; i++) {
        assertThat(post("/switch", "application/json", "{\"on\":false}").statusCode())
            .isEqualTo(403);
      }
      assertThat(refused).hasValue(UNAUTHENTICATED_REQUESTS);
      // One line in ten seconds; a busy machine may need more time than that for all requests.
      assertThat(audit.lines()).hasSizeBetween(1, UNAUTHENTICATED_REQUESTS / 10);
      assertThat(audit.lines().get(0)).contains(" for user unknown;");
      server.close();

      start(Map.of("lighter.manager.api.writes", "true"));
      assertThat(post("/switch", "application/json", "{\"on\":false}").statusCode()).isEqualTo(200);
      assertThat(audit.lines().get(audit.lines().size() - 1)).contains(" for user anonymous;");
    }
  }

  @Test
  void serversAreDrainedAndJobsAreCancelledWhereWritesAreOn() throws Exception {
    String drain = "/servers/" + RecordingOperations.SERVER + "/drain";
    start(Map.of());
    assertRefused(write("POST", drain), 403, "lighter.manager.api.writes");
    server.close();

    start(Map.of("lighter.manager.api.writes", "true"));
    assertThat(json(write("POST", drain)).get("draining").getAsBoolean()).isTrue();
    assertThat(json(write("DELETE", drain)).get("draining").getAsBoolean()).isFalse();
    assertRefused(write("POST", "/servers/b,1,1/drain"), 404, "no compaction server 'b,1,1'");
    assertRefused(write("POST", "/servers/b/drain"), 400, "name = 'b'");
    String job = RecordingOperations.JOB.value();
    assertThat(json(write("DELETE", "/jobs/" + job)))
        .hasToString("{\"cancelled\":[\"" + job + "\"],\"unreachable\":[]}");
    assertRefused(write("DELETE", "/jobs/cj-00000000000000000000"), 404, "neither waits nor runs");
    assertRefused(write("DELETE", "/jobs/7"), 400, "id = '7'");
    assertThat(write("DELETE", "/tables/ns:t/jobs").body()).contains("a.example", "hangs");
    assertRefused(write("DELETE", "/tables/a%20b/jobs"), 400, "table = 'a b'");
    assertRefused(send(request(drain).DELETE()), 403, "X-Requested-By");

    assertThat(operations.asked())
        .containsExactly(
            "drain a.example,16040,1",
            "undrain a.example,16040,1",
            "drain b,1,1",
            "cancel " + job,
            "cancel cj-00000000000000000000",
            "clear ns:t");
  }

  @Test
  void secureClusterWithoutLoginRefusesWrites() throws Exception {
    start(
        Map.of("lighter.manager.api.writes", "true", "hbase.security.authentication", "kerberos"));

    assertRefused(
        post("/switch", "application/json", "{\"on\":false}"),
        403,
        "hbase.security.authentication.ui");
    assertThat(refused).hasValue(1);
    assertThat(json(get("/status")).get("writes").getAsBoolean()).isFalse();
  }

  @Test
  void standbyRedirectsBrowserAndClientToTheLeader() throws Exception {
    leads = false;
    leader = Optional.of("http://leader:1/");
    start(Map.of());

    HttpResponse<String> api = get("/history?minutes=1");
    assertThat(api.statusCode()).isEqualTo(307);
    assertThat(header(api, "Location")).isEqualTo("http://leader:1/api/v1/history?minutes=1");
    HttpResponse<String> page = send(HttpRequest.newBuilder(URI.create(server.url())));
    assertThat(page.statusCode()).isEqualTo(307);
    assertThat(get("/openapi.json").statusCode()).isEqualTo(200);

    leader = Optional.empty();
    HttpResponse<String> alone = get("/status");
    assertRefused(alone, 503, "does not lead, and no other one is known");
    assertThat(header(alone, "Retry-After")).isEqualTo("2");

    otherLeader = Optional.of("m2.example,16050,1");
    assertRefused(get("/status"), 503, "m2.example,16050,1, which does, has no web page");
  }

  @Test
  void silentServerIsFoundByItsNameInTheList() throws Exception {
    start(Map.of());

    assertThat(json(get("/servers")).get("silent_servers")).hasToString("[\"b,1,1\"]");
    assertThat(json(get("/servers/b,1,1"))).hasToString("{\"server\":\"b,1,1\",\"silent\":true}");
  }

  @Test
  void lastStateIsReadableAndWritesFailWithoutZooKeeper() throws Exception {
    start(Map.of("lighter.manager.api.writes", "true"));
    leads = false;
    zooKeeperAnswers = false;

    assertThat(get("/status").statusCode()).isEqualTo(200);
    assertRefused(
        post("/switch", "application/json", "{\"on\":false}"), 503, "ZooKeeper does not answer");
  }

  @Test
  void onlyTheDashboardsFilesAreServed() throws Exception {
    start(Map.of());
    for (String name : DashboardFiles.NAMES) {
      HttpResponse<String> file = page(name);
      assertThat(file.statusCode()).as(name).isEqualTo(200);
      assertThat(file.body()).as(name).isNotBlank();
    }
    assertThat(page("").body()).contains("<title>Lighter</title>");
    assertThat(page("lib/chart.js").body()).contains("Chart.js v4");
    assertThat(header(page("js/main.js"), "Content-Type")).startsWith("text/javascript");
    assertThat(page("js/").statusCode()).isEqualTo(404);
    assertThat(page("../openapi.json").statusCode()).isNotEqualTo(200);
    assertThat(page("WEB-INF/").statusCode()).isEqualTo(404);
    assertThat(page("jmx").body()).contains("\"beans\"");
    String tag = header(page("style.css"), "ETag");
    assertThat(
            send(HttpRequest.newBuilder(URI.create(server.url() + "style.css"))
                    .header("If-None-Match", tag))
                .statusCode())
        .isEqualTo(304);
  }

  private void start(Map<String, String> options) throws Exception {
    Configuration conf = new Configuration(false);
    conf.addResource("core-default.xml");
    conf.addResource("hbase-default.xml");
    conf.set("lighter.manager.info.port", "0");
    conf.set("lighter.manager.info.bind.address", "127.0.0.1");
    options.forEach(conf::set);
    server = WebServer.start(conf, LighterConfiguration.of(conf), "localhost", content());
  }

  private WebServer.Content content() {
    Monitor monitor = new Monitor(new Scripted());
    monitor.tick();
    return new WebServer.Content(
        monitor,
        new Leader() {
          @Override
          public boolean isSelf() {
            return leads;
          }

          @Override
          public boolean isKnown() {
            return zooKeeperAnswers;
          }

          @Override
          public Optional<String> dashboard() {
            return leader;
          }

          @Override
          public Optional<String> other() {
            return otherLeader;
          }
        },
        operations,
        WebServerTest::regions,
        askedTables::add,
        refused::incrementAndGet);
  }

  private static Optional<List<AssignmentLookup.RegionSlot>> regions(TableName table)
      throws IOException {
    return switch (table.getNameAsString()) {
      case "absent" -> Optional.empty();
      case "busy" -> throw new BusyException("another request reads hbase:meta; ask again");
      case "hangs" -> throw new IOException("no answer from 10.0.0.7");
      default ->
          Optional.of(
              List.of(
                  new AssignmentLookup.RegionSlot(
                      "r", 7, Map.of("default", Optional.<ServerName>empty()))));
    };
  }

  private final class Scripted implements Monitor.Source {
    @Override
    public boolean isConnected() {
      return true;
    }

    @Override
    public boolean leads() {
      return true;
    }

    @Override
    public boolean anotherLeads() {
      return false;
    }

    @Override
    public long timeMs() {
      return 1000;
    }

    @Override
    public Snapshot read() {
      return new Snapshot(
          timeMs(),
          Snapshots.status(
                  Snapshots.server(Snapshots.A)
                      .setCpuLoad(fraction)
                      .addJob(Snapshots.job(JobState.COMPACTING))
                      .build())
              .addSilentServer(Snapshots.B.getServerName())
              .build(),
          Set.of(),
          Map.of(Snapshots.CLIENT, Snapshots.client("busy", 4)),
          List.of());
    }
  }

  private HttpResponse<String> get(String path) throws Exception {
    return send(request(path));
  }

  private HttpResponse<String> page(String path) throws Exception {
    return send(HttpRequest.newBuilder(URI.create(server.url() + path)));
  }

  private HttpResponse<String> post(String path, String type, String body) throws Exception {
    return send(request(path).header("Content-Type", type).POST(BodyPublishers.ofString(body)));
  }

  private HttpResponse<String> write(String method, String path) throws Exception {
    return send(
        request(path).header("X-Requested-By", "test").method(method, BodyPublishers.noBody()));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(server.url() + "api/v1" + path));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), BodyHandlers.ofString());
  }

  /** The server's answer to a request that no HTTP client sends. */
  private String answerTo(String request) throws IOException {
    URI url = URI.create(server.url());
    try (Socket socket = new Socket(url.getHost(), url.getPort())) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static JsonObject json(HttpResponse<String> response) {
    return JsonParser.parseString(response.body()).getAsJsonObject();
  }

  private static String header(HttpResponse<String> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }

  private static void assertRefused(HttpResponse<String> response, int status, String message) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(json(response).keySet()).containsExactly("error");
    assertThat(json(response).get("error").getAsString())
        .contains(message)
        .doesNotContain("Exception", "\tat ");
  }
}
