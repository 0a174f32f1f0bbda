// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import io.lighter.benchmarks.experiment.load.Engine;
import io.lighter.benchmarks.experiment.load.LoadResult;
import io.lighter.benchmarks.experiment.load.LoadRun;
import io.lighter.benchmarks.experiment.load.ReadWindow;
import io.lighter.benchmarks.experiment.load.ReadWindow.Kind;
import io.lighter.benchmarks.experiment.load.SpaceSample;
import io.lighter.benchmarks.experiment.load.StoreLog;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * Loads of several engines in the format of {@link ResultsJson}, without strategies: {@code
 * engines} has the figures of each, and {@code ratios} those of range engines relative to the
 * others, with bars. A ratio or a bar whose figure is missing is there without a value.
 */
public final class LoadJson {
  private static final double BYTES_PER_MB = 1 << 20;

  private LoadJson() {}

  /** The whole document. */
  public static JsonObject of(LoadResult result) {
    JsonObject json = ResultsJson.header(result.about());
    json.remove("warmup_end_rule"); // no figure depends on this value
    JsonArray engines = new JsonArray();
    result.engines().forEach(engine -> engines.add(engine(result, engine)));
    json.add("engines", engines);
    JsonArray ratios = new JsonArray();
    result.engines().stream()
        .filter(Engine::isRange)
        .forEach(engine -> addFigures(ratios, result, engine));
    json.add("ratios", ratios);
    json.add("strategies", new JsonArray());
    json.add("other_caches", new JsonArray());
    json.add("excluded", excluded(result.runs()));
    return json;
  }

  private static JsonObject engine(LoadResult result, Engine engine) {
    JsonObject json = new JsonObject();
    json.addProperty("name", engine.name());
    json.addProperty("title", engine.title());
    JsonObject settings = new JsonObject();
    engine.settings(result.plan()).forEach(settings::addProperty);
    json.add("settings", settings);
    List<JsonObject> counted = new ArrayList<>();
    JsonArray runs = new JsonArray();
    for (LoadRun run : result.runs()) {
      if (run.engine() == engine) {
        JsonObject one = run(run);
        runs.add(one);
        if (run.isValid()) {
          counted.add(one.getAsJsonObject("figures"));
        }
      }
    }
    json.addProperty("runs_counted", counted.size());
    json.add("figures", counted.isEmpty() ? null : Medians.of(counted));
    json.add("runs", runs);
    return json;
  }

  private static JsonObject run(LoadRun run) {
    JsonObject json = new JsonObject();
    json.addProperty("repeat", run.repeat());
    json.addProperty("valid", run.isValid());
    JsonArray failures = new JsonArray();
    run.failures().forEach(failures::add);
    json.add("failures", failures);
    json.add("figures", figures(run));
    json.add("course", course(run));
    return json;
  }

  private static JsonObject figures(LoadRun run) {
    StoreLog log = run.log();
    JsonObject json = new JsonObject();
    json.addProperty("load_s", Rounding.round(run.load().seconds()));
    for (Kind kind : Kind.values()) {
      String name = kind.name().toLowerCase(Locale.ROOT);
      latencies(run, kind, ReadWindow::due).addTo(json, name);
      latencies(run, kind, ReadWindow::sent).addTo(json, name + "_sent");
    }
    LatencyFigures.of(run.inserts()).addTo(json, "insert");
    for (LoadMeasure measure :
        List.of(
            LoadMeasure.BLOCKS_PER_SCAN,
            LoadMeasure.WORST_WINDOW,
            LoadMeasure.WRITE_AMPLIFICATION,
            LoadMeasure.COMPACTED_SHARE,
            LoadMeasure.LARGEST_COMPACTION,
            LoadMeasure.PEAK_SPACE)) {
      LoadFigure.alone(measure, List.of(run))
          .value()
          .ifPresent(value -> json.addProperty(measure.label(), Rounding.round(value)));
    }
    json.addProperty("windows_disturbed", run.windows().disturbed());
    json.addProperty("windows_left_out", run.windows().leftOut());
    json.addProperty("flushes", log.flushes().size());
    json.addProperty("flushed_mb", Rounding.round(log.flushedBytes() / BYTES_PER_MB));
    json.addProperty("compactions", log.compactions().size());
    json.addProperty("compactions_offloaded", log.offloaded());
    json.addProperty("compacted_mb", Rounding.round(log.compactedBytes() / BYTES_PER_MB));
    json.addProperty("files", log.files(Instant.MAX));
    json.addProperty("files_most", run.mostFiles());
    return json;
  }

  private static LatencyFigures latencies(
      LoadRun run, Kind kind, Function<ReadWindow, Histogram> micros) {
    Histogram all = new Histogram(3);
    run.windows(kind).map(micros).forEach(all::add);
    return LatencyFigures.of(all);
  }

  private static JsonObject course(LoadRun run) {
    CourseJson course = new CourseJson(run.load().from(), run.load().from(), run.load().to());
    JsonObject json = new JsonObject();
    for (Kind kind : Kind.values()) {
      CourseLine line = CourseLine.ofLatencies();
      run.windows(kind)
          .forEach(
              window ->
                  line.addLatencies(
                      course.offset(window.span().to()), LatencyFigures.of(window.sent())));
      json.add(kind.name().toLowerCase(Locale.ROOT), line.json());
    }
    json.add("files", files(run, course));
    json.add("space", space(run, course));
    return json;
  }

  /** The number of files after each flush and each compaction. */
  private static JsonObject files(LoadRun run, CourseJson course) {
    CourseLine line = new CourseLine("t", "count");
    Stream.concat(
            run.log().flushes().stream().map(StoreLog.Flush::time),
            run.log().compactions().stream().map(StoreLog.Compaction::end))
        .sorted()
        .forEach(time -> line.add(course.offset(time), run.log().files(time)));
    return line.json();
  }

  private static JsonObject space(LoadRun run, CourseJson course) {
    CourseLine line = new CourseLine("t", "mb");
    for (SpaceSample sample : run.space()) {
      line.add(course.offset(sample.time()), Rounding.round(sample.bytes() / BYTES_PER_MB));
    }
    return line.json();
  }

  private static void addFigures(JsonArray ratios, LoadResult result, Engine engine) {
    List<RangeBar> bars = RangeBar.of(engine, result.plan());
    List<LoadRun> runs = result.valid(engine);
    for (LoadMeasure measure : LoadMeasure.values()) {
      if (!measure.appliesTo(result.plan())) {
        continue;
      }
      for (Engine other : result.engines()) {
        if (measure.isRelative() && !other.isRange()) {
          LoadFigure figure = LoadFigure.ratio(measure, runs, result.valid(other));
          ratios.add(figure(engine, measure, Optional.of(other), figure, bars));
        }
      }
      if (bar(bars, measure, Optional.empty()).isPresent()) {
        LoadFigure figure = LoadFigure.alone(measure, runs);
        ratios.add(figure(engine, measure, Optional.empty(), figure, bars));
      }
    }
  }

  private static JsonObject figure(
      Engine engine,
      LoadMeasure measure,
      Optional<Engine> against,
      LoadFigure figure,
      List<RangeBar> bars) {
    JsonObject json = new JsonObject();
    json.addProperty("engine", engine.name());
    json.addProperty("measure", measure.label());
    json.addProperty("title", measure.title());
    json.addProperty("against", against.map(Engine::name).orElse(null));
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
    bar(bars, measure, against)
        .ifPresent(
            bar -> {
              if (Double.isFinite(bar.aim().least())) {
                json.addProperty("bar_low", bar.aim().least());
              }
              json.addProperty("bar", Rounding.round(bar.aim().most()));
              json.addProperty("verdict", figure.verdict(bar.aim()).label());
            });
    return json;
  }

  private static Optional<RangeBar> bar(
      List<RangeBar> bars, LoadMeasure measure, Optional<Engine> against) {
    return bars.stream()
        .filter(bar -> bar.measure() == measure && bar.against().equals(against))
        .findFirst();
  }

  private static JsonArray excluded(List<LoadRun> runs) {
    JsonArray excluded = new JsonArray();
    for (LoadRun run : runs) {
      if (!run.isValid()) {
        excluded.add(ExcludedRun.json(run.engine().name(), run.repeat(), run.failures()));
      }
    }
    return excluded;
  }
}
