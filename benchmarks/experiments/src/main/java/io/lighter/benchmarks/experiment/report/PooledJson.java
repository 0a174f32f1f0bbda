// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import io.lighter.benchmarks.experiment.Phase;
import io.lighter.benchmarks.experiment.SpanLatencies;
import io.lighter.benchmarks.experiment.Strategy;
import java.util.List;
import java.util.Optional;
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
  private static final Bootstrap BOOTSTRAP = Bootstrap.STANDARD;
  private static final double PERCENT = 100;
  private static final double MICROS_PER_S = 1e6;
  private static final double MICROS_PER_MS = 1e3;
  private static final double P99 = 0.99;

  private final Strategy strategy;
  private final double cacheFactor;
  private final List<MeasuredCompaction> units;

  private PooledJson(Strategy strategy, double cacheFactor, List<MeasuredCompaction> units) {
    this.strategy = strategy;
    this.cacheFactor = cacheFactor;
    this.units = List.copyOf(units);
  }

  /**
   * The figures.
   *
   * @param cacheFactor size of the block cache relative to the data
   * @param compactions those of valid trials, at least one
   */
  static JsonObject of(
      Strategy strategy,
      double cacheFactor,
      List<MeasuredCompaction> compactions,
      List<String> operations) {
    return new PooledJson(strategy, cacheFactor, compactions).toJson(operations);
  }

  private JsonObject toJson(List<String> operations) {
    JsonObject json = new JsonObject();
    json.addProperty("n", units.size());
    json.addProperty("confidence_pct", Rounding.round(PERCENT * BOOTSTRAP.confidence()));
    json.addProperty("resamples", BOOTSTRAP.resamples());
    for (Phase phase : List.of(Phase.COMPACTION, Phase.WARMUP, Phase.REST)) {
      json.add(phase.label(), span(phase.label(), Optional.of(phase), operations));
    }
    for (String window : List.of(MeasuredCompaction.WINDOW, MeasuredCompaction.WHOLE)) {
      json.add(window, span(window, Optional.empty(), operations));
    }
    return json;
  }

  private JsonObject span(String span, Optional<Phase> phase, List<String> operations) {
    JsonObject json = new JsonObject();
    json.addProperty(
        "seconds",
        Rounding.round(
            units.stream().mapToDouble(unit -> unit.span(span).seconds()).sum() / units.size()));
    for (String operation : operations) {
      json.add(operation, operation(span, phase, operation));
      json.add(operation + TrialJson.SENT, operation(span, phase, operation + TrialJson.SENT));
    }
    return json;
  }

  private JsonObject operation(String span, Optional<Phase> phase, String name) {
    List<SpanLatencies> measured = within(span, name);
    PooledLatencies own = pooled(measured);
    PooledLatencies base = pooled(within(Phase.BASELINE.label(), name));
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
      double[] wholes = wholes(span, measured);
      add(json, "excess_op_s", weights -> degradation.excess(weights, wholes) / MICROS_PER_S);
    }
    return json;
  }

  /** Latencies by compaction. */
  private List<SpanLatencies> within(String span, String name) {
    return units.stream().map(unit -> unit.span(span).latencies(name)).toList();
  }

  /**
   * By compaction, how much longer the span is than the part that intervals cover. The rest is left
   * out of the latencies, since an interval lies over a boundary or was disturbed.
   */
  private double[] wholes(String span, List<SpanLatencies> measured) {
    double[] wholes = new double[units.size()];
    for (int unit = 0; unit < wholes.length; unit++) {
      double covered = measured.get(unit).coveredSeconds();
      wholes[unit] = covered > 0 ? units.get(unit).span(span).seconds() / covered : 1;
    }
    return wholes;
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
    phase
        .flatMap(measured -> Aim.of(strategy, cacheFactor, measured, name, figure))
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
    int[] once = Bootstrap.once(units.size());
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
    int[] once = Bootstrap.once(units.size());
    json.addProperty(name, Rounding.round(statistic.applyAsDouble(once)));
    Optional<Bootstrap.Interval> interval = BOOTSTRAP.interval(trialOf(), statistic);
    interval.ifPresent(
        ends -> {
          json.addProperty(name + "_low", Rounding.round(ends.low()));
          json.addProperty(name + "_high", Rounding.round(ends.high()));
        });
    return interval;
  }

  private int[] trialOf() {
    return units.stream().mapToInt(MeasuredCompaction::trial).toArray();
  }

  private static double weighted(int[] weights, double[] values) {
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      sum += weights[i] * values[i];
    }
    return sum;
  }
}
