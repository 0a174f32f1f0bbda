// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import io.lighter.manager.monitor.Sample;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonNull;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonPrimitive;

/** Samples by column, in the form for charts. */
final class HistoryJson {
  private HistoryJson() {}

  /**
   * Returns a series.
   *
   * @param server server; empty: all together
   */
  static JsonObject series(Optional<ServerName> server, List<Sample> samples) {
    JsonObject json = new JsonObject();
    json.add(
        "server",
        server
            .<JsonElement>map(name -> new JsonPrimitive(name.getServerName()))
            .orElse(JsonNull.INSTANCE));
    json.add("time_ms", column(samples, sample -> new JsonPrimitive(sample.timeMs())));
    json.add("cpu_load", column(samples, sample -> Json.fraction(sample.cpuLoad())));
    json.add(
        "heap_used_bytes", column(samples, sample -> new JsonPrimitive(sample.heapUsedBytes())));
    json.add(
        "retained_bytes", column(samples, sample -> new JsonPrimitive(sample.retainedBytes())));
    json.add(
        "reserved_bytes", column(samples, sample -> new JsonPrimitive(sample.reservedBytes())));
    json.add("queued", column(samples, sample -> new JsonPrimitive(sample.queued())));
    json.add("running", column(samples, sample -> new JsonPrimitive(sample.running())));
    json.add(
        "compacted_per_s",
        column(samples, sample -> new JsonPrimitive(sample.compactedPerSecond())));
    json.add(
        "streamed_per_s", column(samples, sample -> new JsonPrimitive(sample.streamedPerSecond())));
    return json;
  }

  private static JsonArray column(List<Sample> samples, Function<Sample, JsonElement> value) {
    JsonArray column = new JsonArray(samples.size());
    samples.forEach(sample -> column.add(value.apply(sample)));
    return column;
  }
}
