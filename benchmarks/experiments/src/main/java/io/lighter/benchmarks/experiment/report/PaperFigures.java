// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A table of the paper, measured in 2015 on clusters with disks.
 *
 * @param operations columns
 * @param rows rows by strategy
 */
record PaperFigures(List<String> operations, Map<String, Row> rows) {
  /** YCSB, one region server. */
  static final PaperFigures FIGURE_7 =
      new PaperFigures(
          List.of("get", "scan"),
          Map.of(
              "SS", new Row(phase(320, 11.5, 53), phase(370, 1_020, 642)),
              "WTC", new Row(phase(560, 106, 274), phase(270, 667, 408)),
              "CO", new Row(phase(205, 6.67, 23.3), phase(360, 1_040, 642)),
              "RC", new Row(phase(210, 6.91, 28.8), phase(200, 121, 224)),
              "PSW", new Row(phase(560, 86.4, 202), phase(175, 389, 238)),
              "IW", new Row(phase(195, 6.84, 27.6), phase(325, 26.2, 19.7)),
              "TIW", new Row(phase(200, 6.51, 20.1), phase(465, 9.30, 3.75))));

  /** TPC-C: New-Order while Stock is compacted. */
  static final PaperFigures FIGURE_8A =
      new PaperFigures(
          List.of("new_order"),
          Map.of(
              "SS", new Row(phase(700, 20.6), phase(300, 163)),
              "CO", new Row(phase(480, 12.9), phase(300, 161)),
              "RC", new Row(phase(480, 12.4), phase(180, 13.9)),
              "TIW", new Row(phase(480, 12.5), phase(300, 10.6))));

  /** TPC-C: Stock-Level while Order-Line is compacted. */
  static final PaperFigures FIGURE_8B =
      new PaperFigures(
          List.of("stock_level"),
          Map.of(
              "SS", new Row(phase(840, 6.44), phase(160, 150)),
              "CO", new Row(phase(440, 5.67), phase(160, 152)),
              "RC", new Row(phase(440, 5.51), phase(160, 36.4)),
              "TIW", new Row(phase(440, 5.54), phase(120, 8.92))));

  /** New-Orders per minute of the first set. */
  static final Map<String, Integer> TPMC = Map.of("SS", 5201, "CO", 5212, "RC", 5706, "TIW", 5755);

  /**
   * Figures of a phase.
   *
   * @param degradations in percent, by operation
   */
  record PhaseFigures(int seconds, List<Double> degradations) {}

  /** Figures of a strategy. */
  record Row(PhaseFigures compaction, PhaseFigures warmup) {}

  /** Figures of a set of Figure 8. */
  static PaperFigures ofSet(String name) {
    return name.equals("stock") ? FIGURE_8A : FIGURE_8B;
  }

  /** The paper's figures of a strategy, if any. */
  Optional<Row> of(String strategy) {
    return Optional.ofNullable(rows.get(strategy));
  }

  private static PhaseFigures phase(int seconds, double... degradations) {
    return new PhaseFigures(seconds, Arrays.stream(degradations).boxed().toList());
  }
}
