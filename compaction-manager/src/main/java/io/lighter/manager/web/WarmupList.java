// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.WarmupReport;
import io.lighter.manager.monitor.Snapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** List of the warm-ups of all region servers; a request gets a page of the list. */
final class WarmupList {
  static final Paging.Orders<Entry> ORDERS =
      new Paging.Orders<>(
          Map.of(
              "table", by(WarmupReport::getTable),
              "fraction", by(WarmupReport::getFraction),
              "rate", by(WarmupReport::getRate),
              "fetched", by(warmup -> warmup.getBytesFromServer() + warmup.getBytesFromHdfs()),
              "strategy", by(WarmupReport::getStrategy),
              "age_ms", by(WarmupReport::getAgeMs),
              "region", by(WarmupReport::getRegion),
              "region_server", Comparator.comparing(Entry::regionServer)),
          "fraction",
          true);

  /** A warm-up and its region server. */
  private record Entry(String regionServer, WarmupReport warmup) {
    String key() {
      return regionServer + ' ' + warmup.getId();
    }

    String text() {
      return String.join(
          " ",
          warmup.getId(),
          warmup.getTable(),
          warmup.getRegion(),
          regionServer,
          warmup.getStrategy());
    }
  }

  /** A value of a warm-up, as a sort key. */
  private interface Value<V> {
    V of(WarmupReport warmup);
  }

  private WarmupList() {}

  private static <V extends Comparable<V>> Comparator<Entry> by(Value<V> value) {
    return Comparator.comparing(entry -> value.of(entry.warmup()));
  }

  /** Returns the page, in its order. */
  static JsonObject page(Snapshot snapshot, Paging paging) {
    List<Entry> entries = new ArrayList<>();
    for (RegionServerReport server : snapshot.regionServers().values()) {
      server
          .getWarmupList()
          .forEach(warmup -> entries.add(new Entry(server.getRegionServer(), warmup)));
    }
    Paging.Page<Entry> page = paging.of(entries, ORDERS, Entry::key, Entry::text);
    JsonArray warmups = new JsonArray();
    page.entries().forEach(entry -> warmups.add(json(entry.regionServer(), entry.warmup())));
    JsonObject json = new JsonObject();
    json.add("warmups", warmups);
    paging.addTo(json, page.total());
    return json;
  }

  private static JsonObject json(String regionServer, WarmupReport report) {
    JsonObject json = new JsonObject();
    json.addProperty("id", report.getId());
    json.add("job_id", Json.string(report.getJobId()));
    json.addProperty("region_server", regionServer);
    json.addProperty("table", report.getTable());
    json.addProperty("region", report.getRegion());
    json.addProperty("family", report.getFamily());
    json.addProperty("strategy", report.getStrategy());
    json.add("fraction", Json.fraction(report.getFraction()));
    json.addProperty("bytes_total", report.getBytesTotal());
    json.addProperty("bytes_from_server", report.getBytesFromServer());
    json.addProperty("bytes_from_hdfs", report.getBytesFromHdfs());
    json.addProperty("rate", report.getRate());
    json.addProperty("age_ms", report.getAgeMs());
    return json;
  }
}
