// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.lighter.cli.install.Finding;
import io.lighter.cli.install.Severity;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the check against a web server with a manager's answers. */
class RegionServerPluginsCheckTest {
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void namesTheVersionOfEachRegionServer() {
    answer(
        200,
        "{\"region_servers\": [{\"region_server\": \"a,1,1\", \"version\": \"1.0\"},"
            + " {\"region_server\": \"b,1,1\", \"version\": \"0.9\"}]}");

    assertThat(findings())
        .satisfiesExactly(
            a -> assertThat(a.severity()).isEqualTo(Severity.OK),
            b -> {
              assertThat(b.severity()).isEqualTo(Severity.WARNING);
              assertThat(b.subject()).isEqualTo("region server b,1,1");
              assertThat(b.found()).isEqualTo("runs version 0.9, while this command is 1.0");
            });
  }

  @Test
  void noReportingRegionServerIsFine() {
    answer(200, "{\"region_servers\": []}");

    assertThat(findings()).singleElement().extracting(Finding::severity).isEqualTo(Severity.OK);
  }

  @Test
  void requiredLogInIsAWarning() {
    answer(401, "{}");

    assertThat(findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.severity()).isEqualTo(Severity.WARNING);
              assertThat(finding.found()).contains("/api/v1/region-servers answers 401");
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"<html>", "{}", "[]", "{\"region_servers\": 1}"})
  void unexpectedAnswerIsAWarning(String body) {
    answer(200, body);

    assertThat(findings())
        .singleElement()
        .extracting(Finding::severity)
        .isEqualTo(Severity.WARNING);
  }

  @Test
  void hostNameThatJavaRejectsIsAWarning() {
    assertThat(findings("http://lighter_manager:16051/"))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.severity()).isEqualTo(Severity.WARNING);
              assertThat(finding.found()).contains("no address that can be asked");
            });
  }

  @Test
  void aManagerWithoutRestApiIsAWarning() {
    assertThat(new RegionServerPluginsCheck(Statuses.empty(), "1.0").findings())
        .singleElement()
        .extracting(Finding::found)
        .asString()
        .contains("lighter.manager.info.port");
  }

  private List<Finding> findings() {
    return findings("http://127.0.0.1:" + server.getAddress().getPort() + "/");
  }

  private static List<Finding> findings(String dashboard) {
    StatusResponse manager = Statuses.empty().toBuilder().setDashboard(dashboard).build();
    return new RegionServerPluginsCheck(manager, "1.0").findings();
  }

  private void answer(int status, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    server.createContext(
        "/api/v1/region-servers",
        exchange -> {
          exchange.sendResponseHeaders(status, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
  }
}
