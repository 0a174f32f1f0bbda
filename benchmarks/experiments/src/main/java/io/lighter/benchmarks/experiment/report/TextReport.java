// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import java.util.ArrayList;
import java.util.List;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** The results as text for a terminal. */
public final class TextReport {
  private static final int GAP = 2;

  private TextReport() {}

  /** The tables, and a list of excluded runs. */
  public static String of(JsonObject results) {
    StringBuilder text = new StringBuilder();
    if (results.has("sets")) {
      text.append("New-Orders a minute").append(System.lineSeparator());
      text.append(align(TpmcTable.of(results))).append(System.lineSeparator());
    }
    List<String> operations = Operations.all(results);
    Section.of(results).forEach(section -> addTables(text, section, operations));
    Remarks.nativeLibrary(results).ifPresent(remark -> text.append("%s.%n".formatted(remark)));
    Remarks.leftOut(results).forEach(remark -> text.append("Left out, %s%n".formatted(remark)));
    text.append(excluded(results, "trials"));
    return text.toString();
  }

  /**
   * Lines about what is not in the figures; those of {@link Remarks#leftOut} go before.
   *
   * @param units what the experiment consists of
   */
  static String excluded(JsonObject results, String units) {
    StringBuilder text = new StringBuilder();
    Remarks.unfinished(results, units)
        .ifPresent(remark -> text.append("Not finished: %s%n".formatted(remark)));
    ExcludedRun.of(results)
        .forEach(run -> text.append("Excluded: %s, %s%n".formatted(run.name(), run.whereAndWhy())));
    return text.toString();
  }

  private static void addTables(StringBuilder text, Section section, List<String> operations) {
    FigureTable table = new FigureTable(section, "");
    List<List<String>> rows = new ArrayList<>();
    rows.add(table.titles());
    for (JsonElement strategy : section.strategies()) {
      rows.add(table.row(strategy.getAsJsonObject()));
    }
    text.append(
        "%s: compaction, warm-up, then the paper's figures of both%n".formatted(section.heading()));
    text.append(align(rows)).append(System.lineSeparator());
    for (PooledTables.Table pooled : PooledTables.of(section, operations)) {
      text.append("%s%n".formatted(pooled.caption()));
      text.append(align(pooled.rows())).append(System.lineSeparator());
    }
    for (PooledTables.Table requests : StoreTable.of(section)) {
      text.append("%s%n".formatted(requests.caption()));
      text.append(align(requests.rows())).append(System.lineSeparator());
    }
    Remarks.notes(section).forEach(note -> text.append("Note: %s%n".formatted(note)));
  }

  /** Aligns columns to their widest value: the first one left, others right. */
  public static String align(List<List<String>> rows) {
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
