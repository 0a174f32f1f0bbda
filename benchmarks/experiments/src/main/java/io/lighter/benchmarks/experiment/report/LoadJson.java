// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import io.lighter.benchmarks.experiment.load.AdvisedLoad;
import io.lighter.benchmarks.experiment.load.LoadResult;
import io.lighter.benchmarks.experiment.load.LoadRun;
import io.lighter.benchmarks.experiment.load.MeasuredRun;
import io.lighter.benchmarks.experiment.load.ReadWindow;
import io.lighter.benchmarks.experiment.load.ReadWindow.Kind;
import io.lighter.benchmarks.experiment.load.Reads;
import io.lighter.benchmarks.experiment.load.Row;
import io.lighter.benchmarks.experiment.load.StoreLog;
import io.lighter.testing.isolation.IsolationReport;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * Loads of several engines in the format of {@link ResultsJson}, without strategies: {@code
 * engines} has the figures of each row, and {@code ratios} those of some relative to the others of
 * their {@code group}, with bars. A ratio or a bar whose figure is missing is there without a
 * value. Without groups all rows have been loaded alike.
 */
public final class LoadJson {
  private static final double BYTES_PER_MB = 1 << 20;

  /** Figures of loads beside those of their reads. */
  private static final List<LoadMeasure> OF_LOADS =
      List.of(
          LoadMeasure.WRITE_AMPLIFICATION,
          LoadMeasure.COMPACTED_SHARE,
          LoadMeasure.LARGEST_COMPACTION,
          LoadMeasure.PEAK_SPACE);

  private static final List<LoadMeasure> OF_READS =
      List.of(LoadMeasure.BLOCKS_PER_SCAN, LoadMeasure.BLOCKS_PER_GET, LoadMeasure.WORST_WINDOW);

  /** Figures that only {@code bench tiers} has. */
  private static final List<LoadMeasure> OF_TIERS =
      List.of(
          LoadMeasure.INSERT_RATE,
          LoadMeasure.BY_FORMULA,
          LoadMeasure.GET_RATE,
          LoadMeasure.HITS_KEPT,
          LoadMeasure.GETS_BESIDE_MERGES,
          LoadMeasure.COMMITS_LOST);

  private final LoadResult result;
  private final LoadBars bars;

  private LoadJson(LoadResult result, LoadBars bars) {
    this.result = result;
    this.bars = bars;
  }

  /** The whole document of {@code bench range}, with bars for range engines. */
  public static JsonObject ofRanges(LoadResult result) {
    return new LoadJson(result, new RangeBars()).document();
  }

  /** The whole document of {@code bench forest}, with bars for forests. */
  public static JsonObject ofForests(LoadResult result) {
    return new LoadJson(result, new ForestBars()).document();
  }

  /** The whole document of {@code bench tiers}, with bars for levels and tiers. */
  public static JsonObject ofTiers(LoadResult result) {
    boolean isLimited =
        !result.about().settings().profile().typedDisks().isEmpty()
            && IsolationReport.missing(result.about().isolation()).isEmpty();
    JsonObject json = new LoadJson(result, new TierBars(isLimited)).document();
    json.add("better_baselines", BetterBaselines.of(json.getAsJsonArray("ratios")));
    return json;
  }

  private JsonObject document() {
    JsonObject json = ResultsJson.header(result.about());
    json.remove("warmup_end_rule"); // no figure depends on this value
    JsonArray engines = new JsonArray();
    result.rows().forEach(row -> engines.add(engine(row)));
    json.add("engines", engines);
    JsonArray ratios = new JsonArray();
    result.rows().stream().filter(bars::isCompared).forEach(row -> addFigures(ratios, row));
    json.add("ratios", ratios);
    json.add("strategies", new JsonArray());
    json.add("other_caches", new JsonArray());
    json.add("excluded", excluded());
    return json;
  }

  private JsonObject engine(Row row) {
    JsonObject json = new JsonObject();
    json.addProperty("name", row.name());
    addGroup(json, row);
    json.addProperty("title", row.title());
    JsonObject settings = new JsonObject();
    row.settings().forEach(settings::addProperty);
    json.add("settings", settings);
    List<JsonObject> counted = new ArrayList<>();
    JsonArray runs = new JsonArray();
    for (MeasuredRun run : result.runs(row)) {
      JsonObject one = run(run);
      runs.add(one);
      if (run.isValid()) {
        counted.add(one.getAsJsonObject("figures"));
      }
    }
    json.addProperty("runs_counted", counted.size());
    json.add("figures", counted.isEmpty() ? null : Medians.of(counted));
    json.add("runs", runs);
    return json;
  }

  private void addGroup(JsonObject json, Row row) {
    if (result.hasGroups()) {
      json.addProperty("group", row.group());
    }
  }

  private static JsonObject run(MeasuredRun run) {
    JsonObject json = new JsonObject();
    json.addProperty("repeat", run.repeat());
    json.addProperty("valid", run.isValid());
    JsonArray failures = new JsonArray();
    run.failures().forEach(failures::add);
    json.add("failures", failures);
    json.add("figures", figures(run));
    json.add("course", LoadCourse.of(run));
    return json;
  }

  private static JsonObject figures(MeasuredRun run) {
    JsonObject json = new JsonObject();
    if (run instanceof LoadRun load) {
      json.addProperty("load_s", Rounding.round(load.span().seconds()));
      json.addProperty("settled_s", Rounding.round(load.settledSeconds()));
      json.addProperty("compacting", Rounding.round(load.compactingShare()));
    }
    for (Kind kind : Kind.values()) {
      String name = kind.name().toLowerCase(Locale.ROOT);
      latencies(run.reads(), kind, ReadWindow::due).addTo(json, name);
      latencies(run.reads(), kind, ReadWindow::sent).addTo(json, name + "_sent");
    }
    addFigures(json, OF_READS, run);
    if (run.row().engine().isOnTypedVolumes()) {
      addFigures(json, OF_TIERS, run);
    }
    json.addProperty("windows_disturbed", run.reads().windows().disturbed());
    json.addProperty("windows_left_out", run.reads().windows().leftOut());
    if (run instanceof LoadRun load) {
      LatencyFigures.of(load.inserts()).addTo(json, "insert");
      addFigures(json, OF_LOADS, run);
      addCounts(json, load);
    }
    return json;
  }

  /** Adds those figures that the run has. */
  private static void addFigures(JsonObject json, List<LoadMeasure> measures, MeasuredRun run) {
    for (LoadMeasure measure : measures) {
      LoadFigure.alone(measure, List.of(run))
          .value()
          .ifPresent(value -> json.addProperty(measure.label(), Rounding.round(value)));
    }
  }

  private static void addCounts(JsonObject json, LoadRun run) {
    StoreLog log = run.log();
    json.addProperty("flushes", log.flushes().size());
    json.addProperty("flushed_mb", Rounding.round(log.flushedBytes() / BYTES_PER_MB));
    json.addProperty("compactions", log.compactions().size());
    json.addProperty("compactions_offloaded", log.offloaded());
    json.addProperty("compacted_mb", Rounding.round(log.compactedBytes() / BYTES_PER_MB));
    json.addProperty("files", log.files(Instant.MAX));
    json.addProperty("files_most", run.mostFiles());
    AdvisedLoad.of(run)
        .ifPresent(
            advised -> {
              json.addProperty(
                  "advised_write_amplification", Rounding.round(advised.writeAmplification()));
              json.addProperty(
                  "advised_largest_compaction_mb",
                  Rounding.round(advised.largestJobBytes() / BYTES_PER_MB));
            });
  }

  private static LatencyFigures latencies(
      Reads reads, Kind kind, Function<ReadWindow, Histogram> micros) {
    Histogram all = new Histogram(3);
    reads.of(kind).map(micros).forEach(all::add);
    return LatencyFigures.of(all);
  }

  private void addFigures(JsonArray ratios, Row row) {
    List<LoadBar> ofRow = bars.of(row);
    List<MeasuredRun> runs = result.valid(row);
    for (LoadMeasure measure : bars.measures(row)) {
      for (Row other : result.rows()) {
        Optional<String> against = Optional.of(other.name());
        boolean hasBar = LoadBar.find(ofRow, measure, against).isPresent();
        if (other.group().equals(row.group())
            && measure.isRelative()
            && (hasBar || !bars.isCompared(other))) {
          LoadFigure figure = LoadFigure.ratio(measure, runs, result.valid(other));
          ratios.add(figure(row, measure, against, figure, ofRow));
        }
      }
      if (LoadBar.find(ofRow, measure, Optional.empty()).isPresent()) {
        LoadFigure figure = LoadFigure.alone(measure, runs);
        ratios.add(figure(row, measure, Optional.empty(), figure, ofRow));
      }
    }
  }

  private JsonObject figure(
      Row row,
      LoadMeasure measure,
      Optional<String> against,
      LoadFigure figure,
      List<LoadBar> ofRow) {
    JsonObject json = new JsonObject();
    json.addProperty("engine", row.name());
    addGroup(json, row);
    json.addProperty("measure", measure.label());
    json.addProperty("title", measure.title());
    json.addProperty("against", against.orElse(null));
    json.add("value", null);
    figure.value().ifPresent(value -> json.addProperty("value", Rounding.round(value)));
    figure
        .interval()
        .ifPresent(
            interval -> {
              json.addProperty("low", Rounding.round(interval.low()));
              json.addProperty("high", Rounding.round(interval.high()));
            });
    json.addProperty("runs", figure.runs());
    json.addProperty("n", figure.n());
    figure.note().ifPresent(note -> json.addProperty("note", note));
    LoadBar.find(ofRow, measure, against)
        .ifPresent(
            bar -> {
              if (Double.isFinite(bar.aim().least())) {
                json.addProperty("bar_low", bar.aim().least());
              }
              if (Double.isFinite(bar.aim().most())) {
                json.addProperty("bar", Rounding.round(bar.aim().most()));
              }
              json.addProperty("verdict", figure.verdict(bar.aim()).label());
            });
    return json;
  }

  private JsonArray excluded() {
    JsonArray excluded = new JsonArray();
    for (MeasuredRun run : result.runs()) {
      if (!run.isValid()) {
        Row row = run.row();
        String name = result.hasGroups() ? row.name() + ", " + row.group() : row.name();
        excluded.add(ExcludedRun.json(name, run.repeat(), run.failures()));
      }
    }
    return excluded;
  }
}
