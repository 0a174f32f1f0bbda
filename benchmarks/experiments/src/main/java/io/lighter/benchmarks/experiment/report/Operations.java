// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import java.util.List;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** Operations in results. */
final class Operations {
  private static final int COMPARED = 2;

  private Operations() {}

  static List<String> all(JsonObject results) {
    return results.getAsJsonArray("operations").asList().stream()
        .map(JsonElement::getAsString)
        .toList();
  }

  /** Operations with columns in tables: the first ones. */
  static List<String> compared(JsonObject results) {
    List<String> all = all(results);
    return all.subList(0, Math.min(COMPARED, all.size()));
  }
}
