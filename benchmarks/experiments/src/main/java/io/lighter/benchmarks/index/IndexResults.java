// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.index;

import io.lighter.benchmarks.experiment.report.Aim;
import io.lighter.benchmarks.experiment.report.Bootstrap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.commons.math3.stat.descriptive.rank.Median;

/**
 * The samples of all rounds, and the ratios that follow from them. A ratio is the geometric mean of
 * the rounds' ratios; both operations of a round run within seconds on the same cluster. Confined
 * to one thread.
 */
final class IndexResults {
  private final boolean network;
  private final List<Round> rounds = new ArrayList<>();

  /**
   * No rounds yet.
   *
   * @param network whether each call waits for a network
   */
  IndexResults(boolean network) {
    this.network = network;
  }

  /**
   * One round.
   *
   * @param trial number of its cluster, from 0
   */
  private record Round(int trial, Map<Kind, Sample> samples) {}

  /**
   * A ratio over all rounds.
   *
   * @param interval of 95 %; empty with fewer than two rounds
   * @param trials number of clusters
   * @param rounds number of rounds
   * @param verdict what is known of the aim; empty without an aim
   */
  record Ratio(
      double value,
      Optional<Bootstrap.Interval> interval,
      int trials,
      int rounds,
      Optional<Aim.Verdict> verdict) {}

  /** Adds a round. */
  void add(int trial, Map<Kind, Sample> samples) {
    rounds.add(new Round(trial, new EnumMap<>(samples)));
  }

  /** The ratio of a comparison; empty without a round that has both kinds. */
  Optional<Ratio> ratio(Comparison comparison) {
    List<Integer> trials = new ArrayList<>();
    List<Double> logarithms = new ArrayList<>();
    for (Round round : rounds) {
      OptionalDouble ratio = comparison.ratio(round.samples());
      if (ratio.isPresent()) {
        trials.add(round.trial());
        logarithms.add(Math.log(ratio.getAsDouble()));
      }
    }
    if (logarithms.isEmpty()) {
      return Optional.empty();
    }
    int[] trialOf = trials.stream().mapToInt(Integer::intValue).toArray();
    Optional<Bootstrap.Interval> interval =
        Bootstrap.STANDARD.interval(trialOf, weights -> mean(logarithms, weights));
    int[] once = new int[trialOf.length];
    Arrays.fill(once, 1);
    int clusters = (int) trials.stream().distinct().count();
    return Optional.of(
        new Ratio(
            mean(logarithms, once),
            interval,
            clusters,
            trialOf.length,
            comparison.aim(network).map(aim -> aim.verdict(interval, clusters, trialOf.length))));
  }

  private static double mean(List<Double> logarithms, int[] weights) {
    double sum = 0;
    long count = 0;
    for (int i = 0; i < weights.length; i++) {
      sum += weights[i] * logarithms.get(i);
      count += weights[i];
    }
    return Math.exp(sum / count);
  }

  /** Median over the rounds of a kind's median, in microseconds; empty if it was not measured. */
  OptionalDouble p50(Kind kind) {
    return median(samples(kind).stream().map(Sample::p50).toList());
  }

  /** Median over the rounds of a kind's 99th percentile, in microseconds. */
  OptionalDouble p99(Kind kind) {
    return median(samples(kind).stream().map(Sample::p99).toList());
  }

  /** Number of operations of a kind. */
  int operations(Kind kind) {
    return samples(kind).stream().mapToInt(Sample::n).sum();
  }

  private List<Sample> samples(Kind kind) {
    return rounds.stream()
        .filter(round -> round.samples().containsKey(kind))
        .map(round -> round.samples().get(kind))
        .toList();
  }

  private static OptionalDouble median(List<Double> values) {
    if (values.isEmpty()) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(
        new Median().evaluate(values.stream().mapToDouble(Double::doubleValue).toArray()));
  }
}
