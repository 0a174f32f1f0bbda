// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BootstrapTest {
  private static final Bootstrap BOOTSTRAP = Bootstrap.STANDARD;

  @Test
  void intervalOfTheMeanOfANormalDistributionIsThatOfTheTheory() {
    Random random = new Random(7);
    double[] values = random.doubles(400).map(any -> 10 + 2 * random.nextGaussian()).toArray();
    double mean = Arrays.stream(values).average().orElseThrow();
    double deviation =
        Math.sqrt(Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum() / values.length);

    Bootstrap.Interval interval =
        BOOTSTRAP.interval(single(values.length), mean(values)).orElseThrow();

    double half = 1.96 * deviation / Math.sqrt(values.length);
    assertThat(interval.low()).isCloseTo(mean - half, within(0.15 * half));
    assertThat(interval.high()).isCloseTo(mean + half, within(0.15 * half));
  }

  /** A plain percentile interval is too short for so few values. */
  @ParameterizedTest
  @ValueSource(ints = {6, 10, 30})
  void intervalsCoverTheTruthAboutAsOftenAsTheySay(int units) {
    assertThat(coverage(single(units), 0)).isBetween(0.92, 0.98);
  }

  /** Compactions of a trial share an error, as they do that of their baseline. */
  @Test
  void intervalsOverTrialsCoverTheTruthAlthoughCompactionsOfATrialDependOnEachOther() {
    int[] trials = IntStream.range(0, 60).map(unit -> unit / 10).toArray();

    assertThat(coverage(trials, 1)).isGreaterThanOrEqualTo(0.92);
    assertThat(coverage(single(60), 1)).as("one level").isLessThan(0.7);
  }

  @Test
  void trialsAreDrawnAndThenTheirCompactions() {
    int[] trials = {0, 0, 1, 1, 2, 2, 3, 3};
    List<int[]> samples = new ArrayList<>();

    BOOTSTRAP.interval(trials, weights -> samples.add(weights) ? 1 : 0);

    assertThat(samples)
        .allSatisfy(
            weights -> {
              assertThat(Arrays.stream(weights).sum()).isEqualTo(8);
              for (int unit = 0; unit < weights.length; unit += 2) {
                assertThat((weights[unit] + weights[unit + 1]) % 2).as("whole trials").isZero();
              }
            })
        .anySatisfy(weights -> assertThat(weights).containsOnly(1))
        .anySatisfy(weights -> assertThat(weights[0] + weights[1]).isEqualTo(8))
        .anySatisfy(weights -> assertThat(weights[0]).isEqualTo(4));
  }

  @Test
  void tailsOfFewTrialsReachTheExtremes() {
    // Three trials of ten equal compactions each: the least and the largest trial are the ends.
    int[] trials = IntStream.range(0, 30).map(unit -> unit / 10).toArray();
    double[] values = Arrays.stream(trials).mapToDouble(trial -> 1 + 4 * trial).toArray();

    assertThat(BOOTSTRAP.interval(trials, mean(values))).contains(new Bootstrap.Interval(1, 9));
  }

  @Test
  void singleUnitHasNoInterval() {
    assertThat(BOOTSTRAP.interval(single(1), weights -> 5)).isEmpty();
    assertThat(BOOTSTRAP.interval(single(0), weights -> 5)).isEmpty();
  }

  @Test
  void equalUnitsHaveAnIntervalWithoutLength() {
    assertThat(BOOTSTRAP.interval(single(4), mean(new double[] {3, 3, 3, 3})))
        .contains(new Bootstrap.Interval(3, 3));
  }

  /**
   * Five compactions with gets of 1 ms and five with gets of 10 ms, a thousand gets each. The mean
   * of another ten compactions may be anything from 2 to 9 ms. Samples of single gets would say
   * that the mean is 5.5 ± 0.1 ms.
   */
  @Test
  void wholeCompactionsAreDrawnAndNotOperations() {
    List<Histogram> compactions =
        IntStream.range(0, 10)
            .mapToObj(i -> histogram(i % 2 == 0 ? 1_000 : 10_000, 1_000))
            .toList();
    PooledLatencies pooled = new PooledLatencies(compactions);

    Bootstrap.Interval interval = BOOTSTRAP.interval(single(10), pooled::mean).orElseThrow();

    assertThat(interval.low()).isBetween(1_800.0, 3_000.0);
    assertThat(interval.high()).isBetween(8_000.0, 9_200.0);
  }

  @Test
  void samplesWithoutOperationsDoNotCount() {
    PooledLatencies pooled = new PooledLatencies(Collections.nCopies(2, new Histogram(3)));
    assertThat(BOOTSTRAP.interval(single(2), pooled::mean)).isEmpty();

    PooledLatencies half = new PooledLatencies(List.of(new Histogram(3), histogram(1_000, 5)));
    assertThat(BOOTSTRAP.interval(single(2), half::mean))
        .contains(new Bootstrap.Interval(1_000, 1_000));
  }

  @Test
  void equalSeedsGiveEqualIntervals() {
    double[] values = {1, 2, 3, 9, 4};

    assertThat(BOOTSTRAP.interval(single(5), mean(values)))
        .isEqualTo(BOOTSTRAP.interval(single(5), mean(values)));
    assertThat(new Bootstrap(50, 0.95, 1).interval(single(5), mean(values)))
        .isNotEqualTo(new Bootstrap(50, 0.95, 2).interval(single(5), mean(values)));
  }

  /** How often the interval of the mean covers 0, of values with an error that a trial shares. */
  private static double coverage(int[] trialOf, double shared) {
    int cases = 1_000;
    Random random = new Random(11);
    Bootstrap quick = new Bootstrap(400, 0.95, 3);
    int covered = 0;
    for (int i = 0; i < cases; i++) {
      double[] errors = random.doubles(6).map(any -> shared * random.nextGaussian()).toArray();
      double[] values = new double[trialOf.length];
      for (int unit = 0; unit < values.length; unit++) {
        int group = unit * errors.length / values.length;
        values[unit] = errors[group] + random.nextGaussian();
      }
      Bootstrap.Interval interval = quick.interval(trialOf, mean(values)).orElseThrow();
      covered += interval.low() <= 0 && interval.high() >= 0 ? 1 : 0;
    }
    return (double) covered / cases;
  }

  private static int[] single(int units) {
    return new int[units];
  }

  private static ToDoubleFunction<int[]> mean(double[] values) {
    return weights -> {
      double sum = 0;
      for (int i = 0; i < values.length; i++) {
        sum += weights[i] * values[i];
      }
      return sum / Arrays.stream(weights).sum();
    };
  }

  private static Histogram histogram(long micros, long count) {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(micros, count);
    return histogram;
  }
}
