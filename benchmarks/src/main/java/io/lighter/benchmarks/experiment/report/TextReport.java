package io.lighter.benchmarks.experiment.report;

import java.util.ArrayList;
import java.util.List;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** The results for a terminal. */
public final class TextReport {
  private static final int GAP = 2;

  private TextReport() {}

  /** The tables, and what was left out of them. */
  public static String of(JsonObject results) {
    StringBuilder text = new StringBuilder();
    addTable(text, results, results);
    for (JsonElement other : results.getAsJsonArray("other_caches")) {
      addTable(text, results, other.getAsJsonObject());
    }
    for (JsonElement element : results.getAsJsonArray("excluded")) {
      JsonObject run = element.getAsJsonObject();
      text.append(
          "Excluded: %s, cache %s, repeat %d: %s%n"
              .formatted(
                  run.get("name").getAsString(),
                  run.get("cache_factor").getAsString(),
                  run.get("repeat").getAsInt(),
                  run.get("reason").getAsString()));
    }
    return text.toString();
  }

  private static void addTable(StringBuilder text, JsonObject results, JsonObject cache) {
    FigureTable table = new FigureTable(Operations.compared(results), "");
    List<List<String>> rows = new ArrayList<>();
    rows.add(table.titles());
    for (JsonElement strategy : cache.getAsJsonArray("strategies")) {
      rows.add(table.row(strategy.getAsJsonObject()));
    }
    text.append(
        "Cache of %s x the data: compaction, warm-up, then the paper's figures of both%n"
            .formatted(cache.get("cache_factor").getAsString()));
    text.append(align(rows)).append(System.lineSeparator());
  }

  /** Columns as wide as their widest value; the first one to the left, others to the right. */
  static String align(List<List<String>> rows) {
    StringBuilder text = new StringBuilder();
    int columns = rows.get(0).size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int column = 0; column < columns; column++) {
        widths[column] = Math.max(widths[column], row.get(column).length());
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < columns; column++) {
        String padding = " ".repeat(widths[column] - row.get(column).length());
        line.append(column == 0 ? row.get(column) + padding : padding + row.get(column));
        line.append(" ".repeat(GAP));
      }
      text.append(line.toString().stripTrailing()).append(System.lineSeparator());
    }
    return text.toString();
  }
}
