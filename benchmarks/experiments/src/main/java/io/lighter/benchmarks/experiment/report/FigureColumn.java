// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * A column of a table of figures.
 *
 * @param title title
 * @param field field of the figures
 * @param format format of a number
 */
record FigureColumn(String title, String field, String format) {
  /** The cell; a dash if the figures lack the field. */
  String cell(JsonObject figures) {
    JsonElement value = figures.get(field);
    return value == null ? "–" : String.format(Locale.ROOT, format, value.getAsDouble());
  }

  /** Medians of runs by field, without those that the figures lack. */
  static Map<String, ComparedFigure> medians(
      List<FigureColumn> columns, JsonObject figures, int runs) {
    Map<String, ComparedFigure> medians = new LinkedHashMap<>();
    for (FigureColumn column : columns) {
      JsonElement value = figures.get(column.field());
      if (value != null && !value.isJsonNull()) {
        medians.put(column.field(), ComparedFigure.median(value.getAsDouble(), runs));
      }
    }
    return medians;
  }
}
