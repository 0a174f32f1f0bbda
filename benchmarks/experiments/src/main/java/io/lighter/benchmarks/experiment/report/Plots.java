// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import io.lighter.testing.picture.Pictures;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.knowm.xchart.AnnotationLine;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Pictures of latency over time for documents, one for each strategy's first valid run: {@code
 * <experiment>-<strategy>.png} and {@code .svg}; and {@link OverviewPlot}.
 */
public final class Plots {
  private static final int WIDTH = 800;
  private static final int HEIGHT = 420;
  private static final Map<String, Color> PHASES =
      Map.of("compaction", new Color(214, 93, 14, 40), "warmup", new Color(60, 120, 216, 36));

  /** Format of a logarithmic axis, which would otherwise show 1E4. */
  static final String MILLISECONDS = "#,##0.###";

  static final List<Color> LINES =
      List.of(new Color(0x1f6fd0), new Color(0xc76a00), new Color(0x6b4fc4));

  private final JsonObject results;

  private Plots(JsonObject results) {
    this.results = results;
  }

  /** Writes the pictures of all strategies into a folder. */
  public static List<Path> write(JsonObject results, Path folder) throws IOException {
    Plots plots = new Plots(results);
    List<Path> written = new ArrayList<>();
    for (Section section : Section.of(results)) {
      written.addAll(plots.writeSection(section, folder));
      written.addAll(OverviewPlot.write(results.get("experiment").getAsString(), section, folder));
    }
    return written;
  }

  private List<Path> writeSection(Section section, Path folder) throws IOException {
    List<Path> written = new ArrayList<>();
    for (JsonElement element : section.strategies()) {
      JsonObject strategy = element.getAsJsonObject();
      Optional<JsonObject> run = firstThatCounts(strategy.getAsJsonArray("runs"));
      if (run.isPresent()) {
        String name = strategy.get("name").getAsString();
        XYChart chart = chart(section, name, strategy.get("title").getAsString(), run.get());
        Path file =
            folder.resolve(results.get("experiment").getAsString() + "-" + name + section.suffix());
        written.addAll(Pictures.save(chart, file));
      }
    }
    return written;
  }

  private static XYChart chart(Section section, String name, String title, JsonObject run) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(name + ": " + title)
            .xAxisTitle("seconds from the start of the compaction")
            .yAxisTitle("mean latency, ms")
            .build();
    chart.getStyler().setLegendPosition(LegendPosition.InsideNE);
    chart.getStyler().setYAxisLogarithmic(true);
    chart.getStyler().setYAxisDecimalPattern(MILLISECONDS);
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    JsonObject course = run.getAsJsonObject("course");
    List<String> operations = section.compared();
    double highest = 0;
    double lowest = Double.MAX_VALUE;
    for (int i = 0; i < operations.size(); i++) {
      JsonObject line = course.getAsJsonObject(operations.get(i));
      double[] y = numbers(line.getAsJsonArray("mean_ms"));
      if (y.length > 0) {
        XYSeries series = chart.addSeries(operations.get(i), numbers(line.getAsJsonArray("t")), y);
        series.setMarker(SeriesMarkers.NONE);
        series.setLineColor(LINES.get(i % LINES.size()));
        for (double value : y) {
          highest = Math.max(highest, value);
          lowest = Math.min(lowest, value);
        }
      }
    }
    shade(chart, course, lowest, highest);
    return chart;
  }

  /** Marks a phase by an area as high as the highest latency, because XChart has no bands. */
  private static void shade(XYChart chart, JsonObject course, double lowest, double highest) {
    if (highest <= 0) {
      return;
    }
    for (JsonElement element : course.getAsJsonArray("phases")) {
      JsonObject phase = element.getAsJsonObject();
      Color color = PHASES.get(phase.get("name").getAsString());
      double from = phase.get("from").getAsDouble();
      double to = phase.get("to").getAsDouble();
      if (color != null && to > from) {
        String label = phase.get("name").getAsString();
        boolean again = chart.getSeriesMap().containsKey(label);
        XYSeries band =
            chart.addSeries(
                again ? label + " " + chart.getSeriesMap().size() : label,
                new double[] {from, to},
                new double[] {highest, highest});
        band.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Area);
        band.setShowInLegend(!again);
        band.setMarker(SeriesMarkers.NONE);
        band.setFillColor(color);
        band.setLineColor(new Color(0, 0, 0, 0));
        chart.addAnnotation(new AnnotationLine(to, true, false));
      }
    }
    chart.getStyler().setYAxisMin(lowest);
    chart.getStyler().setYAxisMax(highest);
  }

  static Optional<JsonObject> firstThatCounts(JsonArray runs) {
    return runs.asList().stream()
        .map(JsonElement::getAsJsonObject)
        .filter(run -> run.get("valid").getAsBoolean())
        .findFirst();
  }

  static double[] numbers(JsonArray array) {
    return array.asList().stream().mapToDouble(JsonElement::getAsDouble).toArray();
  }
}
