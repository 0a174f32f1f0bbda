// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.chaos;

import io.lighter.testing.picture.Pictures;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Charts of each gauge, with a line per process; a killed process ends its line. */
final class SoakPlots {
  private static final int WIDTH = 900;
  private static final int HEIGHT = 420;
  private static final double S_PER_MINUTE = 60;
  private static final List<Color> LINES =
      List.of(
          new Color(0x1f6fd0),
          new Color(0xc76a00),
          new Color(0x6b4fc4),
          new Color(0x2b8a3e),
          new Color(0xc2255c),
          new Color(0x0b7285),
          new Color(0x5c940d),
          new Color(0x862e9c),
          new Color(0x495057),
          new Color(0xe8590c),
          new Color(0x364fc7));

  private SoakPlots() {}

  /** Writes {@code soak-<gauge>.png} and {@code .svg}. */
  static List<Path> write(SoakReport report, Path folder) throws IOException {
    System.setProperty("java.awt.headless", "true"); // before the first picture
    List<Path> written = new ArrayList<>();
    for (Gauge gauge : Gauge.values()) {
      XYChart chart = chart(gauge, report.resources());
      if (!chart.getSeriesMap().isEmpty()) {
        written.addAll(Pictures.save(chart, folder.resolve("soak-" + gauge.key())));
      }
    }
    return written;
  }

  private static XYChart chart(
      Gauge gauge, Map<ResourceSampler.Subject, List<ResourceSeries>> resources) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(gauge.label())
            .xAxisTitle("minutes")
            .build();
    chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    chart.getStyler().setYAxisMin(0.0);
    Map<String, Color> colors = new HashMap<>();
    resources.forEach(
        (subject, all) -> {
          for (ResourceSeries series : all) {
            if (series.gauge() == gauge) {
              boolean again = colors.containsKey(subject.name());
              Color color =
                  colors.computeIfAbsent(
                      subject.name(), name -> LINES.get(colors.size() % LINES.size()));
              XYSeries line =
                  chart.addSeries(
                      again ? subject.name() + " " + subject.pid() : subject.name(),
                      series.seconds().stream().mapToDouble(s -> s / S_PER_MINUTE).toArray(),
                      series.values().stream().mapToDouble(value -> value).toArray());
              line.setMarker(SeriesMarkers.NONE);
              line.setLineColor(color);
              line.setShowInLegend(!again);
            }
          }
        });
    return chart;
  }
}
