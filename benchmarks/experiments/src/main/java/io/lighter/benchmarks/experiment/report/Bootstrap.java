// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;

/**
 * Percentile bootstrap in two levels: the confidence interval of a statistic, from samples with
 * replacement of trials, and of the units within each drawn trial (Davison and Hinkley, "Bootstrap
 * Methods and their Application", 1997, section 3.8). A unit is one compaction. The operations of
 * one compaction depend on each other, and the compactions of one trial share its clients and the
 * state of its servers, so samples of single operations or of all compactions would give intervals
 * that are too narrow.
 *
 * <p>With a single trial only its compactions are drawn. The interval then lacks what differs
 * between trials. {@link Aim#verdict} gives no verdict for it.
 *
 * <p>The ends are those of the expanded percentile interval (Hesterberg, "What Teachers Should Know
 * About the Bootstrap", The American Statistician 69, 2015): the probability of each tail is Φ(−√(n
 * / (n − 1)) · t), with Student's t of n − 1 degrees of freedom. The plain percentile interval is
 * too narrow for small n. Here n is the number of trials, of a single trial the number of
 * compactions.
 *
 * <p>Equal seeds give equal intervals. Confined to one thread.
 *
 * @param resamples number of samples, at least 1
 * @param confidence probability between 0 and 1
 * @param seed seed of the samples
 */
public record Bootstrap(int resamples, double confidence, long seed) {
  private static final double PERCENT = 100;

  /** 2,000 samples for an interval of 95 %. */
  public static final Bootstrap STANDARD = new Bootstrap(2_000, 0.95, 1);

  /**
   * A confidence interval.
   *
   * @param low lower end
   * @param high upper end, at least the lower one
   */
  public record Interval(double low, double high) {}

  /**
   * The interval of a statistic.
   *
   * @param trialOf number of the trial of each unit
   * @param statistic gets how many times each unit is in a sample; may return NaN for a sample that
   *     has no operations, which then does not count
   * @return empty with fewer than two units, or if no sample has a value
   */
  public Optional<Interval> interval(int[] trialOf, ToDoubleFunction<int[]> statistic) {
    if (trialOf.length < 2) {
      return Optional.empty();
    }
    int[][] trials = trials(trialOf);
    Random random = new Random(seed);
    double[] finite =
        IntStream.range(0, resamples)
            .mapToDouble(i -> statistic.applyAsDouble(sample(trials, trialOf.length, random)))
            .filter(Double::isFinite)
            .toArray();
    if (finite.length == 0) {
      return Optional.empty();
    }
    double tail = PERCENT * tail(trials.length > 1 ? trials.length : trialOf.length);
    Percentile percentile = new Percentile();
    percentile.setData(finite);
    return Optional.of(
        new Interval(percentile.evaluate(tail), percentile.evaluate(PERCENT - tail)));
  }

  /** Weights that count each of {@code units} once, as no sample does. */
  static int[] once(int units) {
    int[] weights = new int[units];
    Arrays.fill(weights, 1);
    return weights;
  }

  /** The units of each trial. */
  private static int[][] trials(int[] trialOf) {
    return Arrays.stream(trialOf)
        .distinct()
        .mapToObj(
            trial ->
                IntStream.range(0, trialOf.length).filter(unit -> trialOf[unit] == trial).toArray())
        .toArray(int[][]::new);
  }

  private static int[] sample(int[][] trials, int units, Random random) {
    int[] weights = new int[units];
    for (int draw = 0; draw < trials.length; draw++) {
      int[] trial = trials[trials.length > 1 ? random.nextInt(trials.length) : 0];
      for (int i = 0; i < trial.length; i++) {
        weights[trial[random.nextInt(trial.length)]]++;
      }
    }
    return weights;
  }

  /**
   * Probability of one tail of the expanded percentile interval.
   *
   * @param n number of independent values, at least 2
   */
  private double tail(int n) {
    double t = new TDistribution(null, n - 1).inverseCumulativeProbability((1 + confidence) / 2);
    return new NormalDistribution(null, 0, 1).cumulativeProbability(-Math.sqrt(n / (n - 1.0)) * t);
  }
}
