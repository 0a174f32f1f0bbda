// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.manager.cluster.LogLines;
import io.lighter.service.audit.AuditLog;
import io.lighter.service.zk.UnreadableSwitchException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ApiServletTest {
  private static final int REQUESTS = 1_000;

  private final AtomicInteger refused = new AtomicInteger();
  private final LogLines audit = new LogLines(AuditLog.LOGGER);
  private ApiServlet servlet;

  @BeforeEach
  void listen() {
    servlet =
        new ApiServlet(
            List.of(
                new Route("POST", "/switch", Set.of(), request -> new JsonObject()),
                failing("/unreadable", () -> new UnreadableSwitchException("/a/switch", null)),
                failing("/denied", () -> new AccessDeniedException("ZooKeeper refuses\nat a.B")),
                failing("/silent", () -> new IOException("10.0.0.7 is silent"))),
            new WriteAccess(false, new Configuration(false)),
            new StandbyRedirect(new ApiFuzzTest.AlwaysLeads()),
            refused::incrementAndGet);
  }

  @AfterEach
  void stopListening() {
    audit.close();
  }

  @Test
  void unauthenticatedRequestsAreRefusedAndCountedWithinTheAuditBound() throws Exception {
    for (int i = 0; i < REQUESTS; i++) {
      assertThat(statusOf(write())).isEqualTo(ApiException.FORBIDDEN);
    }

    assertThat(refused).hasValue(REQUESTS);
    assertThat(audit.lines().get(0))
        .startsWith("Access denied for user unknown; reason: lighter.manager.api.writes")
        .contains("remote address: 127.0.0.1; request: POST /switch");
    // One line in ten seconds; a busy machine may need more time than that for all requests.
    assertThat(audit.lines()).hasSizeLessThan(REQUESTS / 10);
  }

  @Test
  void everyRefusalOfALoggedInUserIsInTheAuditLog() throws Exception {
    assertThat(statusOf(write())).isEqualTo(ApiException.FORBIDDEN);
    assertThat(statusOf(write().by("eve"))).isEqualTo(ApiException.FORBIDDEN);
    assertThat(statusOf(write().by("eve"))).isEqualTo(ApiException.FORBIDDEN);

    assertThat(refused).hasValue(3);
    assertThat(audit.lines()).filteredOn(line -> line.contains(" for user eve;")).hasSize(2);
  }

  /** A client that tries again, as after 503, would not help. */
  @Test
  void failureThatRemainsHasItsMessageAndIsNotUnavailable() throws Exception {
    Exchange unreadable = read("/unreadable");
    assertThat(statusOf(unreadable)).isEqualTo(ApiException.INTERNAL);
    assertThat(unreadable.answer()).contains("/a/switch does not hold a switch", "repairs it");

    Exchange denied = read("/denied");
    assertThat(statusOf(denied)).isEqualTo(ApiException.FORBIDDEN);
    assertThat(denied.answer()).isEqualTo("{\"error\":\"ZooKeeper refuses\"}");
    assertThat(refused).as("the caller had permission").hasValue(0);

    Exchange silent = read("/silent");
    assertThat(statusOf(silent)).isEqualTo(ApiException.UNAVAILABLE);
    assertThat(silent.answer()).doesNotContain("10.0.0.7");
  }

  private static Route failing(String path, Supplier<IOException> failure) {
    return new Route(
        "GET",
        path,
        Set.of(),
        request -> {
          throw failure.get();
        });
  }

  private static Exchange read(String path) {
    return new Exchange("GET", path, "", "", new byte[0]);
  }

  private static Exchange write() {
    byte[] body = "{\"on\":false}".getBytes(StandardCharsets.UTF_8);
    return new Exchange("POST", "/switch", "", "application/json", body);
  }

  private int statusOf(Exchange exchange) throws IOException {
    servlet.service(exchange.request(), exchange.response());
    return exchange.status();
  }
}
