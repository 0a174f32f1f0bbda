// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import io.lighter.benchmarks.experiment.Phase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** Compares two results of one experiment. */
public final class ResultsComparison {
  private static final List<Phase> PHASES = List.of(Phase.COMPACTION, Phase.WARMUP);

  private final JsonObject first;
  private final JsonObject second;

  private ResultsComparison(JsonObject first, JsonObject second) {
    this.first = first;
    this.second = second;
  }

  /**
   * A figure of a strategy in both results.
   *
   * @param strategy strategy, or number of servers
   * @param name name such as {@code warmup.get_pct}
   */
  public record Line(String strategy, String name, double first, double second) {
    /** In the unit of the figure: percentage points for degradations. */
    public double difference() {
      return second - first;
    }
  }

  /**
   * Compares two results.
   *
   * @throws IllegalArgumentException if the experiments differ
   */
  public static ResultsComparison of(JsonObject first, JsonObject second) {
    String a = first.get("experiment").getAsString();
    String b = second.get("experiment").getAsString();
    if (!a.equals(b)) {
      throw new IllegalArgumentException("%s and %s are different experiments".formatted(a, b));
    }
    return new ResultsComparison(first, second);
  }

  /** The common figures, for the paper's cache, all sets, or all numbers of servers. */
  public List<Line> lines() {
    List<Line> lines = new ArrayList<>();
    if (isScaleOut()) {
      addScaleOut(lines);
      return lines;
    }
    List<Section> sections = Section.of(first);
    List<Section> others = Section.of(second);
    int compared = first.has("sets") ? Math.min(sections.size(), others.size()) : 1;
    for (int i = 0; i < compared; i++) {
      addLines(lines, sections.get(i), others.get(i));
    }
    return lines;
  }

  /**
   * Differences between the settings of the two runs, across which figures are hardly comparable.
   */
  public List<String> differences() {
    List<String> differences = new ArrayList<>();
    for (String field :
        List.of(
            "profile",
            "quick",
            "scale",
            "repeat",
            "compactions",
            "cache_factor",
            "machine",
            "workload")) {
      JsonElement a = first.get(field);
      JsonElement b = second.get(field);
      if (a != null && !a.equals(b)) {
        differences.add("%s: %s and %s".formatted(field, a, b));
      }
    }
    String a = ResultsJson.variant(first);
    String b = ResultsJson.variant(second);
    if (!a.equals(b)) {
      differences.add("variant: %s and %s".formatted(a, b));
    }
    return differences;
  }

  /** The comparison as text. */
  public String toText() {
    StringBuilder text = new StringBuilder();
    differences().forEach(d -> text.append("Not alike, ").append(d).append(System.lineSeparator()));
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of(isScaleOut() ? "servers" : "strategy", "figure", "A", "B", "B - A"));
    for (Line line : lines()) {
      rows.add(
          List.of(
              line.strategy(),
              line.name(),
              number(line.first(), "%,.1f"),
              number(line.second(), "%,.1f"),
              number(line.difference(), "%+,.1f")));
    }
    return text.append(TextReport.align(rows)).toString();
  }

  private boolean isScaleOut() {
    return first.has("scale_out");
  }

  private void addScaleOut(List<Line> lines) {
    Map<String, Map<String, Double>> others = ScaleOutTable.figures(second);
    ScaleOutTable.figures(first)
        .forEach(
            (servers, figures) ->
                figures.forEach(
                    (name, value) -> {
                      Double other = others.getOrDefault(servers, Map.of()).get(name);
                      if (other != null) {
                        lines.add(new Line(servers, name, value, other));
                      }
                    }));
  }

  private static void addLines(List<Line> lines, Section section, Section other) {
    Map<String, JsonObject> others = byName(other);
    byName(section)
        .forEach(
            (name, strategy) -> {
              JsonObject same = others.get(name);
              if (same != null) {
                addLines(lines, section, name, strategy, same);
              }
            });
  }

  private static void addLines(
      List<Line> lines, Section section, String name, JsonObject strategy, JsonObject other) {
    for (Phase phase : PHASES) {
      List<String> figures = new ArrayList<>();
      for (String operation : section.compared()) {
        figures.addAll(List.of(operation + "_pct", operation + "_p99_pct"));
      }
      figures.add("seconds");
      for (String figure : figures) {
        Optional<Double> a = FigureTable.number(strategy, phase, figure);
        Optional<Double> b = FigureTable.number(other, phase, figure);
        if (a.isPresent() && b.isPresent()) {
          lines.add(new Line(name, phase.label() + "." + figure, a.get(), b.get()));
        }
      }
    }
  }

  private static Map<String, JsonObject> byName(Section section) {
    Map<String, JsonObject> strategies = new LinkedHashMap<>();
    for (JsonElement element : section.strategies()) {
      JsonObject strategy = element.getAsJsonObject();
      strategies.put(strategy.get("name").getAsString(), strategy);
    }
    return strategies;
  }

  private static String number(double value, String format) {
    return String.format(Locale.ROOT, format, value);
  }
}
