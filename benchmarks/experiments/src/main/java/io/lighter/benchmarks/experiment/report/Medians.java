// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** Medians over repeats, figure by figure. */
final class Medians {
  private Medians() {}

  /** Medians of all numbers in the objects; other values are those of the first object. */
  static JsonObject of(List<JsonObject> objects) {
    Map<String, List<JsonElement>> values = new LinkedHashMap<>();
    for (JsonObject object : objects) {
      object
          .entrySet()
          .forEach(
              e -> values.computeIfAbsent(e.getKey(), k -> new ArrayList<>()).add(e.getValue()));
    }
    JsonObject medians = new JsonObject();
    values.forEach(
        (key, elements) -> {
          if (elements.stream().allMatch(Medians::isNumber)) {
            medians.addProperty(
                key, median(elements.stream().map(JsonElement::getAsDouble).toList()));
          } else {
            medians.add(key, elements.get(0));
          }
        });
    return medians;
  }

  /** The middle value, or the mean of the two middle values. */
  static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  private static boolean isNumber(JsonElement element) {
    return element.isJsonPrimitive() && element.getAsJsonPrimitive().isNumber();
  }
}
