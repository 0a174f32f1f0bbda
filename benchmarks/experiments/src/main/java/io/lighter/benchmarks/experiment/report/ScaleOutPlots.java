// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import io.lighter.testing.picture.Pictures;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.knowm.xchart.AnnotationLine;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Pictures of Figure 9: one per measured value, with a line for each cluster's first valid run.
 * Second 0 is when the first server joins.
 */
final class ScaleOutPlots {
  private static final int WIDTH = 800;
  private static final int HEIGHT = 420;
  private static final int DOT = 6;

  private final JsonObject results;
  private final Path folder;
  private final List<Path> written = new ArrayList<>();

  private ScaleOutPlots(JsonObject results, Path folder) {
    this.results = results;
    this.folder = folder;
  }

  /** The content of a picture: a line of a course, and the names of x and y. */
  private record View(String line, String x, String y, boolean dots) {}

  static List<Path> write(JsonObject results, Path folder) throws IOException {
    ScaleOutPlots plots = new ScaleOutPlots(results, folder);
    plots.measured(
        "waiting", "compactions that wait", new View("waiting", "t", "count", false), false);
    plots.measured("wait", "wait in the queue, s", new View("jobs", "t", "wait_s", true), false);
    plots.measured(
        "compaction",
        "from the request to the output, s",
        new View("jobs", "t", "compaction_s", true),
        false);
    plots.measured(
        "rate", "compactions per minute", new View("compactions", "t", "per_minute", false), false);
    for (String operation : Operations.compared(results)) {
      plots.measured(
          operation,
          "mean latency of " + operation + "s, ms",
          new View(operation, "t", "mean_ms", false),
          true);
    }
    plots.simulated("simulated-wait", "wait in the queue, median of a minute, s");
    return plots.written;
  }

  private void measured(String name, String title, View view, boolean logarithmic)
      throws IOException {
    XYChart chart = chart(title, "seconds from when a compaction server joins");
    chart.getStyler().setYAxisLogarithmic(logarithmic);
    for (JsonElement element : results.getAsJsonArray("scale_out")) {
      JsonObject cluster = element.getAsJsonObject();
      Optional<JsonObject> run = Plots.firstThatCounts(cluster.getAsJsonArray("runs"));
      if (run.isPresent()) {
        JsonObject course = run.get().getAsJsonObject("course");
        add(chart, cluster, course.getAsJsonObject(view.line()), view);
      }
    }
    save(chart, name);
  }

  private void simulated(String name, String title) throws IOException {
    XYChart chart = chart(title, "minutes from when as many compaction servers join");
    for (JsonElement element : results.getAsJsonArray("simulated")) {
      JsonObject cluster = element.getAsJsonObject();
      add(
          chart,
          cluster,
          cluster.getAsJsonObject("course"),
          new View("course", "minute", "wait_p50_s", false));
    }
    save(chart, name);
  }

  private static XYChart chart(String title, String time) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(title)
            .xAxisTitle(time)
            .yAxisTitle(title)
            .build();
    chart.getStyler().setLegendPosition(LegendPosition.InsideNE);
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    chart.addAnnotation(new AnnotationLine(0, true, false));
    return chart;
  }

  private static void add(XYChart chart, JsonObject cluster, JsonObject line, View view) {
    double[] y = Plots.numbers(line.getAsJsonArray(view.y()));
    if (y.length == 0) {
      return;
    }
    XYSeries series =
        chart.addSeries(
            cluster.get("region_servers").getAsString() + " region servers",
            Plots.numbers(line.getAsJsonArray(view.x())),
            y);
    Color color = Plots.LINES.get((chart.getSeriesMap().size() - 1) % Plots.LINES.size());
    series.setLineColor(color);
    if (view.dots()) {
      series.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Scatter);
      series.setMarker(SeriesMarkers.CIRCLE);
      series.setMarkerColor(color);
      chart.getStyler().setMarkerSize(DOT);
    } else {
      series.setMarker(SeriesMarkers.NONE);
    }
  }

  private void save(XYChart chart, String name) throws IOException {
    if (!chart.getSeriesMap().isEmpty()) {
      Path file = folder.resolve(results.get("experiment").getAsString() + "-" + name);
      written.addAll(Pictures.save(chart, file));
    }
  }
}
