// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import io.lighter.benchmarks.experiment.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * Tables of the figures that {@link PooledJson} adds to a section: verdicts, additional waiting
 * time, and stalls. Results without these figures have no such table.
 */
final class PooledTables {
  private static final List<String> FIGURES = List.of("mean", "p99");

  private final List<String> operations;
  private final List<JsonObject> strategies;

  /**
   * A table.
   *
   * @param name its id in the page
   * @param caption line above it
   * @param rows titles, then a row for each strategy
   */
  record Table(String name, String caption, List<List<String>> rows) {}

  private PooledTables(List<JsonObject> strategies, List<String> operations) {
    this.strategies = strategies;
    this.operations = operations;
  }

  /**
   * The tables of a section.
   *
   * @param operations all operations of the results
   */
  static List<Table> of(Section section, List<String> operations) {
    List<JsonObject> pooled =
        section.strategies().asList().stream()
            .map(JsonElement::getAsJsonObject)
            .filter(strategy -> pooled(strategy).isPresent())
            .toList();
    if (pooled.isEmpty()) {
      return List.of();
    }
    PooledTables tables = new PooledTables(pooled, operations);
    List<Table> all = new ArrayList<>();
    tables.addAims(all);
    tables.addControl(all);
    all.add(tables.excess());
    all.add(tables.stalls());
    StallTable.of(pooled).ifPresent(all::add);
    return all;
  }

  /** The pooled figures of a strategy; empty in results without them, or without a valid run. */
  static Optional<JsonObject> pooled(JsonObject strategy) {
    return object(strategy, "pooled");
  }

  /** A figure with its interval in brackets; a dash if it is missing. */
  static String cell(JsonObject figures, String name) {
    Optional<Double> low = FigureTable.number(figures, name + "_low");
    Optional<Double> high = FigureTable.number(figures, name + "_high");
    String value = FigureTable.percent(FigureTable.number(figures, name));
    return low.isEmpty() || high.isEmpty()
        ? value
        : "%s [%s, %s]".formatted(value, FigureTable.percent(low), FigureTable.percent(high));
  }

  /** Pooled figures of an operation in a phase; without fields if they are missing. */
  static JsonObject figures(JsonObject pooled, String phase, String operation) {
    return object(pooled, phase)
        .flatMap(measured -> object(measured, operation))
        .orElseGet(JsonObject::new);
  }

  private void addAims(List<Table> tables) {
    List<Phase> phases = List.of(Phase.COMPACTION, Phase.WARMUP);
    List<JsonObject> compared = strategies.stream().filter(s -> !isControl(s)).toList();
    addVerdicts(
        tables,
        "aims",
        "Against the aims, in % above the baseline, with intervals of 95 % over n compactions",
        compared,
        phases);
  }

  private void addControl(List<Table> tables) {
    List<JsonObject> controls = strategies.stream().filter(PooledTables::isControl).toList();
    addVerdicts(
        tables,
        "control",
        "The control against its aim, ±3 %: how much clients change without a compaction",
        controls,
        List.of(Phase.REST));
  }

  private void addVerdicts(
      List<Table> tables,
      String name,
      String caption,
      List<JsonObject> compared,
      List<Phase> phases) {
    List<String> titles = new ArrayList<>(List.of("Strategy", "n"));
    List<List<String>> rows = new ArrayList<>();
    for (JsonObject strategy : compared) {
      rows.add(start(strategy));
    }
    for (Phase phase : phases) {
      for (String operation : operations) {
        for (String figure : FIGURES) {
          List<JsonObject> column =
              compared.stream()
                  .map(s -> figures(pooled(s).orElseThrow(), phase.label(), operation))
                  .toList();
          Optional<String> aim =
              column.stream().flatMap(figures -> aim(figures, figure).stream()).findFirst();
          if (aim.isPresent()) {
            String of = figure.equals("mean") ? operation : operation + " " + figure;
            titles.add("%s %s %s".formatted(phase.label(), of, aim.get()));
            for (int row = 0; row < rows.size(); row++) {
              rows.get(row).add(verdict(column.get(row), figure));
            }
          }
        }
      }
    }
    if (titles.size() > 2) {
      rows.add(0, titles);
      tables.add(new Table(name, caption, rows));
    }
  }

  /** The aim of a figure in words of a title; its range is symmetric if it has a lower end. */
  private static Optional<String> aim(JsonObject figures, String figure) {
    String sign = figures.has(figure + "_aim_low_pct") ? "±" : "≤ ";
    return FigureTable.number(figures, figure + "_aim_pct")
        .map(most -> "%s%.0f".formatted(sign, most));
  }

  private static String verdict(JsonObject figures, String figure) {
    JsonElement verdict = figures.get(figure + "_verdict");
    return verdict == null
        ? "–"
        : "%s: %s".formatted(verdict.getAsString(), cell(figures, figure + "_pct"));
  }

  private Table excess() {
    List<List<String>> rows = new ArrayList<>();
    List<String> titles = new ArrayList<>(List.of("Strategy", "n"));
    List<String> spans =
        List.of(Phase.COMPACTION.label(), MeasuredCompaction.WINDOW, MeasuredCompaction.WHOLE);
    for (String span : spans) {
      operations.forEach(operation -> titles.add(span.replace('_', ' ') + " " + operation));
      titles.add("covered s");
    }
    rows.add(titles);
    for (JsonObject strategy : strategies) {
      List<String> row = start(strategy);
      for (String span : spans) {
        JsonObject pooled = pooled(strategy).orElseThrow();
        operations.forEach(
            operation -> row.add(cell(figures(pooled, span, operation), "excess_op_s")));
        row.add(cell(figures(pooled, span, operations.get(0)), "covered_s"));
      }
      rows.add(row);
    }
    return new Table(
        "excess",
        "Additional waiting of all operations for one compaction, in operation-seconds: in the"
            + " compaction, from the commit to 120 s after it as far as the trial lasts, and in both."
            + " Seconds that are not covered count as the covered ones on average",
        rows);
  }

  private Table stalls() {
    List<Phase> phases = List.of(Phase.COMPACTION, Phase.WARMUP, Phase.REST);
    List<List<String>> rows = new ArrayList<>();
    List<String> titles = new ArrayList<>(List.of("Strategy", "n"));
    for (Phase phase : phases) {
      titles.add(phase.label() + " s");
      for (String operation : operations) {
        titles.add(phase.label() + " " + operation);
        titles.add("longest ms");
      }
    }
    rows.add(titles);
    for (JsonObject strategy : strategies) {
      List<String> row = start(strategy);
      JsonObject pooled = pooled(strategy).orElseThrow();
      for (Phase phase : phases) {
        row.add(FigureTable.percent(coveredSeconds(pooled, phase)));
        for (String operation : operations) {
          JsonObject figures = figures(pooled, phase.label(), operation);
          row.add(cell(figures, "stalls_per_100s"));
          row.add(cell(figures, "longest_ms"));
        }
      }
      rows.add(row);
    }
    return new Table(
        "stalls",
        "Stalls: intervals with an operation over 50 ms, in 100 s, and the longest; s: the seconds"
            + " of all n compactions that were measured",
        rows);
  }

  /** Covered time of a phase in all compactions; empty if it is missing. */
  private Optional<Double> coveredSeconds(JsonObject pooled, Phase phase) {
    return FigureTable.number(figures(pooled, phase.label(), operations.get(0)), "covered_s")
        .map(each -> each * pooled.get("n").getAsInt());
  }

  private static List<String> start(JsonObject strategy) {
    return new ArrayList<>(
        List.of(
            strategy.get("name").getAsString(),
            pooled(strategy).orElseThrow().get("n").getAsString()));
  }

  private static boolean isControl(JsonObject strategy) {
    JsonElement control = strategy.get("control");
    return control != null && control.getAsBoolean();
  }

  private static Optional<JsonObject> object(JsonObject json, String name) {
    JsonElement value = json.get(name);
    return value != null && value.isJsonObject()
        ? Optional.of(value.getAsJsonObject())
        : Optional.empty();
  }
}
