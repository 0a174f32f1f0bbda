// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import io.lighter.benchmarks.experiment.Phase;
import io.lighter.benchmarks.experiment.Strategy;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A range in which a figure should be: a ratio, or in Figure 7 percent above the baseline, for a
 * cache that holds the data. Immutable.
 *
 * @param least least value that meets the aim; negative infinity without one
 * @param most largest value that meets the aim; infinity without one
 */
public record Aim(double least, double most) {
  /**
   * Least number of compactions for a verdict. Even the range of all units misses a median with
   * probability 2 × 0.5ⁿ, which is above 5 % for fewer.
   */
  static final int LEAST_COMPACTIONS = 6;

  /**
   * Least number of trials for a verdict. What a trial's compactions have in common is only seen in
   * how trials differ, and fewer than three say next to nothing of that.
   */
  static final int LEAST_TRIALS = 3;

  private static final Aim CONTROL = new Aim(-3, 3);
  private static final Aim P99 = atMost(25);
  private static final Map<String, Aim> COMPACTION =
      Map.of("get", atMost(5), "scan", atMost(10), "update", atMost(10));
  private static final Map<String, Aim> WARMUP = Map.of("get", atMost(5), "scan", atMost(3));

  /** Figures with aims. */
  public enum Figure {
    /** Mean latency. */
    MEAN("mean"),
    /** 99th percentile. */
    P99("p99");

    private final String label;

    Figure(String label) {
      this.label = label;
    }

    /** Name in files. */
    public String label() {
      return label;
    }
  }

  /** What measurements say about an aim. */
  public enum Verdict {
    /** The whole interval is in the range. */
    MET("met"),
    /** The whole interval is outside of the range. */
    MISSED("missed"),
    /** The interval spans an end of the range, or there are too few trials or compactions. */
    OPEN("open");

    private final String label;

    Verdict(String label) {
      this.label = label;
    }

    /** Name in files and reports. */
    public String label() {
      return label;
    }
  }

  /**
   * The aim of a figure, if it has one. Latencies from the actual start have none.
   *
   * @param cacheFactor size of the block cache relative to the data
   */
  static Optional<Aim> of(
      Strategy strategy, double cacheFactor, Phase phase, String operation, Figure figure) {
    if (cacheFactor <= 1 || !COMPACTION.containsKey(operation)) {
      return Optional.empty();
    }
    if (strategy.isControl()) {
      return phase == Phase.REST && figure == Figure.MEAN ? Optional.of(CONTROL) : Optional.empty();
    }
    if (!List.of(Phase.COMPACTION, Phase.WARMUP).contains(phase)) {
      return Optional.empty();
    }
    if (figure == Figure.P99) {
      return Optional.of(P99);
    }
    return Optional.ofNullable((phase == Phase.COMPACTION ? COMPACTION : WARMUP).get(operation));
  }

  /**
   * The verdict.
   *
   * @param interval confidence interval of the figure, if there is one
   * @param trials number of trials, each with its baseline
   * @param compactions number of compactions of all trials
   */
  public Verdict verdict(Optional<Bootstrap.Interval> interval, int trials, int compactions) {
    if (interval.isEmpty() || trials < LEAST_TRIALS || compactions < LEAST_COMPACTIONS) {
      return Verdict.OPEN;
    }
    double low = interval.get().low();
    double high = interval.get().high();
    if (low >= least && high <= most) {
      return Verdict.MET;
    }
    return low > most || high < least ? Verdict.MISSED : Verdict.OPEN;
  }

  /** An aim without a lower end. */
  public static Aim atMost(double most) {
    return new Aim(Double.NEGATIVE_INFINITY, most);
  }

  /** An aim without an upper end. */
  public static Aim atLeast(double least) {
    return new Aim(least, Double.POSITIVE_INFINITY);
  }
}
