// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.index;

import io.lighter.benchmarks.experiment.report.Aim;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** A ratio of two kinds of operations, with its aim and what the paper saw. */
enum Comparison {
  LOOKUP("9.1", Kind.LOOKUP, Kind.GET, Figure.MEDIAN, Bound.MOST, 2.9, "2.4–2.85"),
  LOOKUP_P99("9.1", Kind.LOOKUP, Kind.GET, Figure.P99, Bound.MOST, 3.5, ""),
  PUT("9.2", Kind.INDEXED_PUT, Kind.PLAIN_PUT, Figure.MEDIAN, Bound.MOST, 2.7, "2.1–2.6"),
  OVERWRITE(
      "9.3",
      Kind.INDEXED_OVERWRITE,
      Kind.PLAIN_OVERWRITE,
      Figure.MEDIAN,
      Bound.MOST,
      2.64,
      "2.2–2.64"),
  /** The paper's 1.55 is the aim where a network's latency counts. */
  TEN_INDEXES(
      "9.4",
      Kind.WIDE_OVERWRITE_10,
      Kind.WIDE_OVERWRITE_1,
      Figure.MEDIAN,
      Bound.MOST,
      3,
      1.55,
      "1.55"),
  LOOKUP_TAIL("9.9", Kind.LOOKUP, Kind.GET, Figure.TAIL, Bound.MOST, 1.5, "unchanged"),
  PUT_TAIL("9.9", Kind.INDEXED_PUT, Kind.PLAIN_PUT, Figure.TAIL, Bound.MOST, 1.5, "unchanged"),
  RATE_10("9.10", Kind.LOOKUP_10, Kind.LOOKUP, Figure.RATE, Bound.NONE, 0, ""),
  RATE_100("9.10", Kind.LOOKUP_100, Kind.LOOKUP, Figure.RATE, Bound.NONE, 0, ""),
  RATE_1000("9.10", Kind.LOOKUP_1000, Kind.LOOKUP, Figure.RATE, Bound.LEAST, 8, "rises to 8,000"),
  DUAL_PUT("", Kind.INDEXED_PUT, Kind.DUAL_PUT, Figure.MEDIAN, Bound.NONE, 0, ""),
  DUAL_OVERWRITE("", Kind.INDEXED_OVERWRITE, Kind.DUAL_OVERWRITE, Figure.MEDIAN, Bound.NONE, 0, ""),
  BLIND_OVERWRITE(
      "", Kind.BLIND_OVERWRITE, Kind.INDEXED_OVERWRITE, Figure.MEDIAN, Bound.NONE, 0, ""),
  SCAN("", Kind.FILTER_SCAN, Kind.LOOKUP, Figure.MEDIAN, Bound.NONE, 0, "");

  private final String figureOfPaper;
  private final Kind kind;
  private final Kind base;
  private final Figure figure;
  private final Bound bound;

  /** End of the range without a network; means nothing without a bound. */
  private final double end;

  /** End of the range where each call waits for a network. */
  private final double endWithNetwork;

  private final String paper;

  Comparison(
      String figureOfPaper,
      Kind kind,
      Kind base,
      Figure figure,
      Bound bound,
      double end,
      String paper) {
    this(figureOfPaper, kind, base, figure, bound, end, end, paper);
  }

  Comparison(
      String figureOfPaper,
      Kind kind,
      Kind base,
      Figure figure,
      Bound bound,
      double end,
      double endWithNetwork,
      String paper) {
    this.figureOfPaper = figureOfPaper;
    this.kind = kind;
    this.base = base;
    this.figure = figure;
    this.bound = bound;
    this.end = end;
    this.endWithNetwork = endWithNetwork;
    this.paper = paper;
  }

  /** Which end an aim has. */
  private enum Bound {
    /** There is no aim: the ratio is for information. */
    NONE,
    /** The ratio should be no larger. */
    MOST,
    /** The ratio should be no smaller. */
    LEAST
  }

  /** What is compared. */
  enum Figure {
    /** Medians. */
    MEDIAN("p50"),
    /** 99th percentiles. */
    P99("p99"),
    /** 99th percentiles, each over its own median. */
    TAIL("p99/p50"),
    /** Rows a second of one client, from the medians. */
    RATE("rows/s");

    private final String label;

    Figure(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }

    private double of(Kind kind, Sample sample) {
      return switch (this) {
        case MEDIAN -> sample.p50();
        case P99 -> sample.p99();
        case TAIL -> sample.p99() / sample.p50();
        case RATE -> kind.rows() / sample.p50();
      };
    }
  }

  /** Figure of the paper; empty if it has none. */
  String figureOfPaper() {
    return figureOfPaper;
  }

  Kind kind() {
    return kind;
  }

  Kind base() {
    return base;
  }

  Figure figure() {
    return figure;
  }

  /**
   * The range that the ratio should be in; empty if it is for information.
   *
   * @param network whether each call waits for a network
   */
  Optional<Aim> aim(boolean network) {
    double required = network ? endWithNetwork : end;
    return switch (bound) {
      case NONE -> Optional.empty();
      case MOST -> Optional.of(Aim.atMost(required));
      case LEAST -> Optional.of(Aim.atLeast(required));
    };
  }

  /** The paper's ratio in words; empty if it has none. */
  String paper() {
    return paper;
  }

  /** Name in results.json. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The ratio of a round; empty if the round lacks a kind. */
  OptionalDouble ratio(Map<Kind, Sample> round) {
    Optional<Sample> above = Optional.ofNullable(round.get(kind));
    Optional<Sample> below = Optional.ofNullable(round.get(base));
    return above.isEmpty() || below.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(figure.of(kind, above.get()) / figure.of(base, below.get()));
  }
}
