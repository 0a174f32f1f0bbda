// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.manager.TableNames;
import io.lighter.manager.monitor.Monitor;
import io.lighter.manager.monitor.Snapshot;
import io.lighter.manager.monitor.Snapshots;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Requests in the form in which the web server passes them to the API. An input has a line each for
 * method, path, query and type of the body; the rest is the body.
 */
class ApiFuzzTest {
  /** A sentence that quotes one value of at most a line. */
  private static final int LONGEST_MESSAGE = 400;

  private static ApiServlet servlet;

  @BeforeAll
  static void serve() throws IOException {
    Monitor monitor = new Monitor(new Source());
    monitor.tick();
    WebServer.Content content =
        new WebServer.Content(
            monitor,
            new AlwaysLeads(),
            new NoOpOperations(),
            table ->
                Optional.of(
                    List.of(
                        new AssignmentLookup.RegionSlot(
                            table.getNameAsString(),
                            7,
                            Map.of("default", Optional.<ServerName>empty())))),
            table -> {},
            () -> {});
    servlet =
        new ApiServlet(
            new Api(content, true).routes(),
            new WriteAccess(true, new Configuration(false)),
            new StandbyRedirect(content.leader()),
            content.refused());
  }

  static List<byte[]> seeds() throws IOException {
    List<byte[]> seeds = new ArrayList<>();
    Monitor monitor = new Monitor(new Source());
    WebServer.Content content =
        new WebServer.Content(
            monitor,
            new AlwaysLeads(),
            new NoOpOperations(),
            t -> Optional.empty(),
            t -> {},
            () -> {});
    for (Route route : new Api(content, true).routes()) {
      String path =
          route
              .path()
              .replace("{name}", Snapshots.A.getServerName())
              .replace("{id}", RecordingOperations.JOB.value())
              .replace("{table}", "ns:t");
      seeds.add(input(route.method(), path, "", "application/json", "{\"on\":true}"));
    }
    seeds.add(input("GET", "/assignments", "table=ns:t", "", ""));
    seeds.add(input("GET", "/history", "server=a,1,1&server=b,1,1&minutes=10", "", ""));
    seeds.add(
        input("POST", "/switch", "", "application/json; x", "{\"on\":false,\"table\":\"ns:t\"}"));
    String longName = "x".repeat(1_000);
    seeds.add(input("POST", "/switch", "", "application/json", "{\"" + longName + "\":1}"));
    seeds.add(input("GET", "/status", longName + "=1", "", ""));
    return seeds;
  }

  private static byte[] input(String... lines) {
    return String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
  }

  @MethodSource("seeds")
  @FuzzTest
  void everyRequestGetsJsonWithoutInternalError(byte[] input) throws IOException {
    String[] lines = new String(input, StandardCharsets.ISO_8859_1).split("\n", 5);
    if (lines.length < 5) {
      return;
    }
    Exchange exchange =
        new Exchange(
            lines[0], lines[1], lines[2], lines[3], lines[4].getBytes(StandardCharsets.ISO_8859_1));

    servlet.service(exchange.request(), exchange.response());

    JsonObject answer = JsonParser.parseString(exchange.answer()).getAsJsonObject();
    assertThat(exchange.status()).isIn(200, 400, 403, 404, 405, 413, 415);
    assertThat(answer.has("error")).isEqualTo(exchange.status() != 200);
    if (exchange.status() != 200) {
      assertThat(answer.get("error").getAsString()).hasSizeBetween(1, LONGEST_MESSAGE);
    }
    TableNames.forget();
  }

  static final class AlwaysLeads implements Leader {
    @Override
    public boolean isSelf() {
      return true;
    }

    @Override
    public boolean isKnown() {
      return true;
    }

    @Override
    public Optional<String> dashboard() {
      return Optional.empty();
    }

    @Override
    public Optional<String> other() {
      return Optional.empty();
    }
  }

  private static final class Source implements Monitor.Source {
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
                  Snapshots.server(Snapshots.A).addJob(Snapshots.job(JobState.COMPACTING)).build())
              .build(),
          Set.of(),
          Map.of(Snapshots.CLIENT, Snapshots.client("busy", 4)),
          List.of());
    }
  }
}
