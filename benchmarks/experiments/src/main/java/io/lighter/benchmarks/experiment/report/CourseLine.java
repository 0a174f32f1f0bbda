// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import java.util.ArrayList;
import java.util.List;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** A line of a course: arrays of equal length, the first one with times. */
final class CourseLine {
  private final List<String> names;
  private final List<JsonArray> columns = new ArrayList<>();

  /** Creates a line without points. */
  CourseLine(String... names) {
    this.names = List.of(names);
    this.names.forEach(name -> columns.add(new JsonArray()));
  }

  /** A line for {@link #addLatencies}. */
  static CourseLine ofLatencies() {
    return new CourseLine("t", "mean_ms", "p99_ms");
  }

  /** Adds a point, with a value for each name. */
  void add(Number... values) {
    for (int i = 0; i < values.length; i++) {
      columns.get(i).add(values[i]);
    }
  }

  /** Adds mean and 99th percentile. */
  void addLatencies(double t, LatencyFigures figures) {
    add(t, Rounding.round(figures.mean()), Rounding.round(figures.p99()));
  }

  /** The line in the format of {@link ResultsJson}. */
  JsonObject json() {
    JsonObject json = new JsonObject();
    for (int i = 0; i < columns.size(); i++) {
      json.add(names.get(i), columns.get(i));
    }
    return json;
  }
}
