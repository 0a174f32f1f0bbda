// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import io.lighter.benchmarks.experiment.LatencyLog.Timing;
import io.lighter.benchmarks.experiment.Phase;
import io.lighter.benchmarks.experiment.PhaseTimes;
import io.lighter.benchmarks.experiment.SpanLatencies;
import io.lighter.benchmarks.experiment.Strategy;
import io.lighter.benchmarks.experiment.TimeSpan;
import io.lighter.benchmarks.experiment.TrialResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * Figures of a strategy over all compactions of its valid trials, with confidence intervals: {@code
 * pooled} of {@link ResultsJson}.
 *
 * <p>A unit of the {@link Bootstrap} is one compaction with its baseline, so a ratio is the {@link
 * Degradation} of the drawn compactions.
 */
final class PooledJson {
  /** Name of the window from the commit, beside the phases. */
  static final String WINDOW = "window";

  /** Name of the compaction and the window as one span, with the interval of the commit. */
  static final String WHOLE = "compaction_and_window";

  private static final Bootstrap BOOTSTRAP = Bootstrap.STANDARD;
  private static final double PERCENT = 100;
  private static final double MICROS_PER_S = 1e6;
  private static final double MICROS_PER_MS = 1e3;
  private static final double P99 = 0.99;

  private final Strategy strategy;
  private final List<TrialResult> trials;
  private final List<Unit> units = new ArrayList<>();

  /** A compaction and its trial, by its place in the list of trials. */
  private record Unit(int trial, PhaseTimes times) {}

  private PooledJson(Strategy strategy, List<TrialResult> trials) {
    this.strategy = strategy;
    this.trials = List.copyOf(trials);
    for (int trial = 0; trial < trials.size(); trial++) {
      for (PhaseTimes times : trials.get(trial).compactions()) {
        units.add(new Unit(trial, times));
      }
    }
  }

  /**
   * The figures.
   *
   * @param trials valid trials of one size of the cache, at least one
   */
  static JsonObject of(Strategy strategy, List<TrialResult> trials, List<String> operations) {
    return new PooledJson(strategy, trials).toJson(operations);
  }

  private JsonObject toJson(List<String> operations) {
    JsonObject json = new JsonObject();
    json.addProperty("n", units.size());
    json.addProperty("confidence_pct", Rounding.round(PERCENT * BOOTSTRAP.confidence()));
    json.addProperty("resamples", BOOTSTRAP.resamples());
    for (Phase phase : List.of(Phase.COMPACTION, Phase.WARMUP, Phase.REST)) {
      json.add(phase.label(), span(times -> times.measured(phase), Optional.of(phase), operations));
    }
    json.add(WINDOW, span(PhaseTimes::fixedWindow, Optional.empty(), operations));
    json.add(WHOLE, span(PhaseTimes::withFixedWindow, Optional.empty(), operations));
    return json;
  }

  private JsonObject span(
      Function<PhaseTimes, TimeSpan> span, Optional<Phase> phase, List<String> operations) {
    JsonObject json = new JsonObject();
    json.addProperty(
        "seconds",
        Rounding.round(
            units.stream().mapToDouble(unit -> span.apply(unit.times).seconds()).sum()
                / units.size()));
    for (String operation : operations) {
      for (Timing timing : Timing.values()) {
        String name = timing == Timing.DUE ? operation : operation + TrialJson.SENT;
        json.add(name, operation(span, phase, timing, operation, name));
      }
    }
    return json;
  }

  private JsonObject operation(
      Function<PhaseTimes, TimeSpan> span,
      Optional<Phase> phase,
      Timing timing,
      String operation,
      String name) {
    List<SpanLatencies> measured = within(span, timing, operation);
    PooledLatencies own = pooled(measured);
    PooledLatencies base =
        pooled(within(times -> times.measured(Phase.BASELINE), timing, operation));
    JsonObject json = new JsonObject();
    json.addProperty("count", own.count(own.once()));
    addStalls(json, measured);
    if (own.count(own.once()) > 0) {
      json.addProperty("mean_ms", Rounding.round(own.mean(own.once()) / MICROS_PER_MS));
      json.addProperty("p99_ms", Rounding.round(own.quantile(P99, own.once()) / MICROS_PER_MS));
    }
    Degradation degradation = new Degradation(own, base, trialOf());
    if (degradation.compactions() > 0) {
      addRatio(json, phase, name, Aim.Figure.MEAN, degradation, degradation::mean);
      addRatio(json, phase, name, Aim.Figure.P99, degradation, degradation::p99);
      add(json, "excess_op_s", weights -> degradation.excess(weights) / MICROS_PER_S);
    }
    return json;
  }

  /** Latencies by compaction. */
  private List<SpanLatencies> within(
      Function<PhaseTimes, TimeSpan> span, Timing timing, String operation) {
    return units.stream()
        .map(
            unit ->
                trials
                    .get(unit.trial)
                    .latencies()
                    .within(span.apply(unit.times), timing, operation))
        .toList();
  }

  private static PooledLatencies pooled(List<SpanLatencies> latencies) {
    return new PooledLatencies(latencies.stream().map(SpanLatencies::micros).toList());
  }

  /** Adds {@code <figure>_pct} and, of a figure with an aim, the verdict. */
  private void addRatio(
      JsonObject json,
      Optional<Phase> phase,
      String name,
      Aim.Figure figure,
      Degradation degradation,
      ToDoubleFunction<int[]> ratio) {
    Optional<Bootstrap.Interval> interval = add(json, figure.label() + "_pct", ratio);
    double cache = trials.get(0).cacheFactor();
    phase
        .flatMap(measured -> Aim.of(strategy, cache, measured, name, figure))
        .ifPresent(
            aim -> {
              if (Double.isFinite(aim.least())) {
                json.addProperty(figure.label() + "_aim_low_pct", aim.least());
              }
              json.addProperty(figure.label() + "_aim_pct", aim.most());
              json.addProperty(
                  figure.label() + "_verdict",
                  aim.verdict(interval, degradation.trials(), degradation.compactions()).label());
            });
  }

  private void addStalls(JsonObject json, List<SpanLatencies> measured) {
    double[] covered = measured.stream().mapToDouble(SpanLatencies::coveredSeconds).toArray();
    double[] stalls = measured.stream().mapToDouble(SpanLatencies::stalls).toArray();
    double[] slow = measured.stream().mapToDouble(SpanLatencies::slowOperations).toArray();
    int[] once = once();
    json.addProperty("covered_s", Rounding.round(weighted(once, covered) / units.size()));
    if (weighted(once, covered) > 0) {
      add(
          json,
          "stalls_per_100s",
          weights -> PERCENT * weighted(weights, stalls) / weighted(weights, covered));
      add(
          json,
          "slow_ops_per_100s",
          weights -> PERCENT * weighted(weights, slow) / weighted(weights, covered));
      long longest = measured.stream().mapToLong(one -> one.micros().getMaxValue()).max().orElse(0);
      json.addProperty("longest_ms", Rounding.round(longest / MICROS_PER_MS));
    }
  }

  /** Adds a figure, and {@code _low} and {@code _high} if it has an interval. */
  private Optional<Bootstrap.Interval> add(
      JsonObject json, String name, ToDoubleFunction<int[]> statistic) {
    int[] once = once();
    json.addProperty(name, Rounding.round(statistic.applyAsDouble(once)));
    Optional<Bootstrap.Interval> interval = BOOTSTRAP.interval(trialOf(), statistic);
    interval.ifPresent(
        ends -> {
          json.addProperty(name + "_low", Rounding.round(ends.low()));
          json.addProperty(name + "_high", Rounding.round(ends.high()));
        });
    return interval;
  }

  /** Weights that count each compaction once. */
  private int[] once() {
    int[] weights = new int[units.size()];
    Arrays.fill(weights, 1);
    return weights;
  }

  private int[] trialOf() {
    return units.stream().mapToInt(Unit::trial).toArray();
  }

  private static double weighted(int[] weights, double[] values) {
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      sum += weights[i] * values[i];
    }
    return sum;
  }
}
