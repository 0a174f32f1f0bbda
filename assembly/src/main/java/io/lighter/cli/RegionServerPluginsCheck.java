package io.lighter.cli;

import io.lighter.cli.install.Check;
import io.lighter.cli.install.Findings;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParseException;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;

/**
 * The version of the plug-in in region servers that use it: they report it to the manager, whose
 * REST API tells. That it cannot be asked is a warning, for nothing else depends on it.
 */
final class RegionServerPluginsCheck implements Check {
  private static final Duration TIMEOUT = Duration.ofSeconds(15);
  private static final String PATH = "/api/v1/region-servers";
  private static final String SUBJECT = "region servers";
  private static final String ACTION = "run install-check --offline on them";
  private static final int OK = 200;

  private final StatusResponse manager;
  private final String version;

  /**
   * Asks nothing yet.
   *
   * @param manager the status of the leader, with the address of its dashboard
   * @param version of this command
   */
  RegionServerPluginsCheck(StatusResponse manager, String version) {
    this.manager = manager;
    this.version = version;
  }

  @Override
  public String name() {
    return "plug-ins";
  }

  @Override
  public void run(Findings findings) throws IOException {
    if (manager.getDashboard().isEmpty()) {
      unknown(findings, "the manager has no REST API (lighter.manager.info.port)");
      return;
    }
    Map<String, String> versions;
    try {
      versions = versions(URI.create(manager.getDashboard()).resolve(PATH));
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      unknown(findings, ErrorReport.message(e));
      return;
    }
    if (versions.isEmpty()) {
      findings.ok(SUBJECT, "none of them has reported that it uses Lighter");
    }
    versions.forEach(
        (server, theirs) -> {
          if (theirs.equals(version)) {
            findings.ok("region server " + server, "runs version " + theirs);
          } else {
            findings.warning(
                "region server " + server,
                "runs version %s, while this command is %s".formatted(theirs, version),
                "replace the plug-in there, and restart it");
          }
        });
  }

  private static void unknown(Findings findings, String why) {
    findings.warning(SUBJECT, "the version of their plug-ins is not known: " + why, ACTION);
  }

  private static Map<String, String> versions(URI uri) throws IOException {
    HttpRequest request;
    try {
      request = HttpRequest.newBuilder(uri).timeout(TIMEOUT).build();
    } catch (IllegalArgumentException e) { // a host with an underscore is none to Java
      throw new IOException(uri + " is no address that can be asked: " + e.getMessage(), e);
    }
    HttpResponse<String> response;
    try {
      response =
          HttpClient.newBuilder()
              .connectTimeout(TIMEOUT)
              .build()
              .send(request, HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted at " + uri).initCause(e);
    } catch (IOException e) {
      throw new IOException(uri + " does not answer: " + ErrorReport.message(e), e);
    }
    if (response.statusCode() != OK) {
      throw new IOException("%s answers %d".formatted(uri, response.statusCode()));
    }
    try {
      return parse(response.body());
    } catch (JsonParseException | IllegalStateException e) {
      throw new IOException(uri + " answers something else than region servers", e);
    }
  }

  private static Map<String, String> parse(String body) {
    Map<String, String> versions = new TreeMap<>();
    JsonElement servers = JsonParser.parseString(body).getAsJsonObject().get("region_servers");
    if (servers == null) {
      throw new JsonParseException("no region_servers");
    }
    for (JsonElement each : servers.getAsJsonArray()) {
      JsonObject server = each.getAsJsonObject();
      versions.put(server.get("region_server").getAsString(), server.get("version").getAsString());
    }
    return versions;
  }
}
