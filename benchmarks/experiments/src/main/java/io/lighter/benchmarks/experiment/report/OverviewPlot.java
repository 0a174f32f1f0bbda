// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import io.lighter.benchmarks.experiment.Strategy;
import io.lighter.testing.picture.Pictures;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * An overview picture: 99th percentiles over time of stock and Lighter together, each from the
 * start of its own compaction, of its first valid run. A dot marks the commit.
 */
final class OverviewPlot {
  private static final int WIDTH = 800;
  private static final int HEIGHT = 420;
  private static final Map<String, Color> SHOWN =
      Map.of(
          Strategy.SS.name(), new Color(0xc23b22),
          Strategy.TIW.name(), new Color(0x1f6fd0),
          Strategy.AD.name(), new Color(0x2e8b57));

  private OverviewPlot() {}

  /**
   * Writes {@code <experiment>-p99<suffix>.png} and {@code .svg}.
   *
   * @return the written files; empty if there is nothing to compare
   */
  static List<Path> write(String experiment, Section section, Path folder) throws IOException {
    String operation = section.compared().get(0);
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title("99th percentile of %ss around a major compaction".formatted(operation))
            .xAxisTitle("seconds from the start of the compaction (dot: its output is committed)")
            .yAxisTitle("ms")
            .build();
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    chart.getStyler().setLegendPosition(LegendPosition.OutsideS); // lines may be anywhere
    chart.getStyler().setLegendLayout(LegendLayout.Horizontal);
    chart.getStyler().setYAxisLogarithmic(true);
    chart.getStyler().setYAxisDecimalPattern(Plots.MILLISECONDS);
    int lines = 0;
    for (JsonElement element : section.strategies()) {
      JsonObject strategy = element.getAsJsonObject();
      String name = strategy.get("name").getAsString();
      Optional<JsonObject> run = Plots.firstThatCounts(strategy.getAsJsonArray("runs"));
      if (SHOWN.containsKey(name) && run.isPresent()) {
        String title = name + ": " + strategy.get("title").getAsString();
        lines += add(chart, name, title, operation, run.get().getAsJsonObject("course"));
      }
    }
    return lines < 2
        ? List.of()
        : Pictures.save(chart, folder.resolve(experiment + "-p99" + section.suffix()));
  }

  /** Adds lines; returns their number. */
  private static int add(
      XYChart chart, String name, String title, String operation, JsonObject course) {
    JsonObject line = course.getAsJsonObject(operation);
    double[] x = Plots.numbers(line.getAsJsonArray("t"));
    double[] y = Plots.numbers(line.getAsJsonArray("p99_ms"));
    if (y.length == 0) {
      return 0;
    }
    XYSeries series = chart.addSeries(title, x, y);
    series.setMarker(SeriesMarkers.NONE);
    series.setLineColor(SHOWN.get(name));
    double commit = commit(course);
    XYSeries dot =
        chart.addSeries(
            name + " commit", new double[] {commit}, new double[] {y[indexAfter(x, commit)]});
    dot.setMarker(SeriesMarkers.CIRCLE);
    dot.setMarkerColor(SHOWN.get(name));
    dot.setShowInLegend(false);
    return 1;
  }

  private static double commit(JsonObject course) {
    for (JsonElement element : course.getAsJsonArray("phases")) {
      JsonObject phase = element.getAsJsonObject();
      if ("compaction".equals(phase.get("name").getAsString())) {
        return phase.get("to").getAsDouble();
      }
    }
    throw new IllegalArgumentException("a course without a compaction");
  }

  private static int indexAfter(double[] x, double time) {
    for (int i = 0; i < x.length; i++) {
      if (x[i] >= time) {
        return i;
      }
    }
    return x.length - 1;
  }
}
