// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonParseException;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;

/**
 * Reads the plug-in's counters of all region servers, for all tables, from their web pages, with a
 * delay of up to ten seconds. Thread-safe.
 */
final class PluginCounters {
  private static final String PATH = "/jmx?qry=Hadoop:service=HBase,name=RegionServer,sub=Lighter";
  private static final String OFFLOADED = "OffloadedCompactions";
  private static final String LOCAL = "LocalCompactions_";
  private static final String WARMUPS_STARTED = "WarmupsStarted";
  private static final Set<String> WARMUPS_OPEN = Set.of("WarmupsRunning", "WarmupsWaiting");
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int OK = 200;

  private final Admin admin;
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();

  PluginCounters(Admin admin) {
    this.admin = admin;
  }

  /**
   * Counts of all region servers since their start.
   *
   * @param jobs compactions
   * @param warmupsStarted started warm-ups, with any outcome
   * @param warmupsOpen warm-ups that are pending or in progress
   */
  record Counts(JobCounts jobs, int warmupsStarted, int warmupsOpen) {
    static final Counts NONE = new Counts(new JobCounts(0, Map.of()), 0, 0);

    Counts plus(Counts other) {
      return new Counts(
          jobs.plus(other.jobs),
          warmupsStarted + other.warmupsStarted,
          warmupsOpen + other.warmupsOpen);
    }
  }

  /**
   * The counts, at most some seconds old.
   *
   * @throws IOException naming the unreadable web page
   */
  Counts read() throws IOException {
    ClusterMetrics metrics = admin.getClusterMetrics();
    Counts sum = Counts.NONE;
    for (ServerMetrics server : metrics.getLiveServerMetrics().values()) {
      String address =
          "http://%s:%d%s"
              .formatted(server.getServerName().getHostname(), server.getInfoServerPort(), PATH);
      sum = sum.plus(parse(get(address), address));
    }
    return sum;
  }

  /**
   * Parses the counts in a region server's answer; zero before its first event.
   *
   * @param source name for error messages
   */
  static Counts parse(String json, String source) throws IOException {
    int offloaded = 0;
    int warmupsStarted = 0;
    int warmupsOpen = 0;
    Map<String, Integer> local = new TreeMap<>();
    for (JsonElement bean : beans(json, source)) {
      for (Map.Entry<String, JsonElement> attribute : bean.getAsJsonObject().entrySet()) {
        String name = attribute.getKey();
        if (name.equals(OFFLOADED)) {
          offloaded += attribute.getValue().getAsInt();
        } else if (name.equals(WARMUPS_STARTED)) {
          warmupsStarted += attribute.getValue().getAsInt();
        } else if (WARMUPS_OPEN.contains(name)) {
          warmupsOpen += attribute.getValue().getAsInt();
        } else if (name.startsWith(LOCAL) && attribute.getValue().getAsInt() > 0) {
          String reason = name.substring(LOCAL.length());
          local.merge(reason, attribute.getValue().getAsInt(), Integer::sum);
        }
      }
    }
    return new Counts(new JobCounts(offloaded, local), warmupsStarted, warmupsOpen);
  }

  private static JsonArray beans(String json, String source) throws IOException {
    try {
      JsonElement page = JsonParser.parseString(json);
      if (page.isJsonObject() && page.getAsJsonObject().get("beans") instanceof JsonArray beans) {
        return beans;
      }
    } catch (JsonParseException e) {
      throw new IOException("no metrics at " + source + ": " + e.getMessage(), e);
    }
    throw new IOException("no metrics at " + source);
  }

  private String get(String address) throws IOException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(address)).timeout(TIMEOUT).build();
    try {
      HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() != OK) {
        throw new IOException("status " + answer.statusCode() + " at " + address);
      }
      return answer.body();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while reading " + address);
    }
  }
}
