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
import java.util.function.Function;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** Compares two results of one experiment. */
public final class ResultsComparison {
  private static final List<Phase> PHASES = List.of(Phase.COMPACTION, Phase.WARMUP);
  private static final String SERVERS = "scale_out";
  private static final String ENGINES = "engines";

  private final JsonObject first;
  private final JsonObject second;
  private final ComparedSettings settings;

  private ResultsComparison(JsonObject first, JsonObject second) {
    this.first = first;
    this.second = second;
    this.settings = ComparedSettings.of(first, second);
  }

  /**
   * A figure of a strategy in both results.
   *
   * @param strategy strategy, with its section unless that is the first one; or servers, or an
   *     engine
   * @param name name such as {@code warmup.get_pct}
   */
  record Line(String strategy, String name, ComparedFigure first, ComparedFigure second) {
    /** In the unit of the figure: percentage points for degradations. */
    double difference() {
      return second.value() - first.value();
    }

    /** Whether both are medians of runs, or neither is. */
    boolean isAlike() {
      return first.pooled() == second.pooled();
    }
  }

  /** Two sections that are compared. */
  private record Pair(Section first, Section second) {}

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

  /** The common figures of all common sections, or numbers of servers. */
  List<Line> lines() {
    List<Line> lines = new ArrayList<>();
    if (hasRows()) {
      addRows(lines);
      return lines;
    }
    List<Pair> pairs = pairs();
    for (int i = 0; i < pairs.size(); i++) {
      addLines(lines, pairs.get(i), i == 0);
    }
    return lines;
  }

  /**
   * Differences between the two results besides their figures. Figures are then hardly comparable.
   */
  List<String> differences() {
    List<String> differences = new ArrayList<>(settings.differences());
    if (!hasRows()) {
      addMainSection(differences);
      for (Pair pair : pairs()) {
        addMissing(differences, "first", pair.first, pair.second);
        addMissing(differences, "second", pair.second, pair.first);
      }
    }
    lines().stream()
        .filter(line -> !line.isAlike())
        .map(l -> "statistic: %s and %s".formatted(l.first.statistic(), l.second.statistic()))
        .distinct()
        .forEach(differences::add);
    return differences;
  }

  /** The comparison as text; without differences of figures if the settings are not alike. */
  public String toText() {
    StringBuilder text = new StringBuilder();
    differences().forEach(d -> text.append("Not alike, ").append(d).append(System.lineSeparator()));
    List<Line> lines = lines();
    if (lines.isEmpty()) {
      return text.append("No figure is in both results%n".formatted()).toString();
    }
    boolean comparable = !settings.figuresDiffer() && haveSameSections();
    List<List<String>> rows = new ArrayList<>();
    String who = first.has(SERVERS) ? "servers" : first.has(ENGINES) ? "engine" : "strategy";
    rows.add(List.of(who, "figure", "A", "n", "B", "n", "B - A"));
    for (Line line : lines) {
      rows.add(
          List.of(
              line.strategy(),
              line.name(),
              line.first().text(),
              Integer.toString(line.first().n()),
              line.second().text(),
              Integer.toString(line.second().n()),
              comparable && line.isAlike()
                  ? String.format(Locale.ROOT, "%+,.1f", line.difference())
                  : "not alike"));
    }
    return text.append(TextReport.align(rows)).toString();
  }

  private boolean haveSameSections() {
    return hasRows()
        || pairs().stream().allMatch(pair -> pair.first.key().equals(pair.second.key()));
  }

  /** Sections with the same cache and variant, or set; if there is none, the first ones. */
  private List<Pair> pairs() {
    List<Section> others = Section.of(second);
    List<Section> sections = Section.of(first);
    List<Pair> pairs = new ArrayList<>();
    for (Section section : sections) {
      others.stream()
          .filter(other -> other.key().equals(section.key()))
          .findFirst()
          .ifPresent(other -> pairs.add(new Pair(section, other)));
    }
    return pairs.isEmpty() ? List.of(new Pair(sections.get(0), others.get(0))) : pairs;
  }

  /** A main section that the second result lacks. */
  private void addMainSection(List<String> differences) {
    List<Section> others = Section.of(second);
    Section main = Section.of(first).get(0);
    if (others.stream().noneMatch(other -> other.key().equals(main.key()))) {
      JsonObject other = others.get(0).json();
      String a = ResultsJson.variant(main.json());
      String b = ResultsJson.variant(other);
      if (!a.equals(b)) {
        differences.add("variant: %s and %s".formatted(a, b));
      }
      String cache = ResultsJson.text(main.json(), "cache_factor");
      String otherCache = ResultsJson.text(other, "cache_factor");
      if (!cache.equals(otherCache)) {
        differences.add("cache_factor: %s and %s".formatted(cache, otherCache));
      }
    }
  }

  private static void addMissing(
      List<String> differences, String which, Section section, Section other) {
    List<String> only = new ArrayList<>(byName(section).keySet());
    only.removeAll(byName(other).keySet());
    if (!only.isEmpty()) {
      differences.add(
          "%s: only the %s has %s".formatted(section.heading(), which, String.join(", ", only)));
    }
  }

  /** Whether results have rows of their own in place of strategies: Figure 9, and loads. */
  private boolean hasRows() {
    return first.has(SERVERS) || first.has(ENGINES);
  }

  private static Map<String, Map<String, ComparedFigure>> rows(JsonObject results) {
    return results.has(SERVERS) ? ScaleOutTable.figures(results) : LoadTable.compared(results);
  }

  private void addRows(List<Line> lines) {
    Map<String, Map<String, ComparedFigure>> others = rows(second);
    rows(first)
        .forEach(
            (servers, figures) ->
                figures.forEach(
                    (name, value) -> {
                      ComparedFigure other = others.getOrDefault(servers, Map.of()).get(name);
                      if (other != null) {
                        lines.add(new Line(servers, name, value, other));
                      }
                    }));
  }

  private static void addLines(List<Line> lines, Pair pair, boolean isFirst) {
    Map<String, JsonObject> others = byName(pair.second);
    byName(pair.first)
        .forEach(
            (name, strategy) -> {
              JsonObject same = others.get(name);
              if (same != null) {
                String label = isFirst ? name : name + ", " + pair.first.key().replace('_', '.');
                addLines(lines, pair.first, label, strategy, same);
              }
            });
  }

  private static void addLines(
      List<Line> lines, Section section, String label, JsonObject strategy, JsonObject other) {
    for (Phase phase : PHASES) {
      String start = phase.label() + ".";
      for (String operation : section.compared()) {
        String mean = start + operation + "_pct";
        String p99 = start + operation + "_p99_pct";
        addLine(lines, label, mean, each -> of(each, phase, operation, "mean"), strategy, other);
        addLine(lines, label, p99, each -> of(each, phase, operation, "p99"), strategy, other);
      }
      addLine(
          lines,
          label,
          start + "seconds",
          each -> of(each, phase, "seconds", "mean"),
          strategy,
          other);
    }
  }

  private static Optional<ComparedFigure> of(
      JsonObject strategy, Phase phase, String operation, String statistic) {
    return ComparedFigure.of(strategy, phase, operation, statistic);
  }

  private static void addLine(
      List<Line> lines,
      String label,
      String name,
      Function<JsonObject, Optional<ComparedFigure>> figure,
      JsonObject strategy,
      JsonObject other) {
    Optional<ComparedFigure> a = figure.apply(strategy);
    Optional<ComparedFigure> b = figure.apply(other);
    if (a.isPresent() && b.isPresent()) {
      lines.add(new Line(label, name, a.get(), b.get()));
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
}
