// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class BootstrapTest {
  private static final Bootstrap BOOTSTRAP = Bootstrap.STANDARD;

  @Test
  void intervalOfTheMeanOfANormalDistributionIsThatOfTheTheory() {
    Random random = new Random(7);
    double[] values = random.doubles(400).map(any -> 10 + 2 * random.nextGaussian()).toArray();
    double mean = Arrays.stream(values).average().orElseThrow();
    double deviation =
        Math.sqrt(Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum() / values.length);

    Bootstrap.Interval interval = BOOTSTRAP.interval(values.length, mean(values)).orElseThrow();

    double half = 1.96 * deviation / Math.sqrt(values.length);
    assertThat(interval.low()).isCloseTo(mean - half, within(0.15 * half));
    assertThat(interval.high()).isCloseTo(mean + half, within(0.15 * half));
  }

  @Test
  void intervalsCoverTheTruthAboutAsOftenAsTheySay() {
    Random random = new Random(11);
    Bootstrap quick = new Bootstrap(400, 0.95, 3);
    int covered = 0;
    for (int trial = 0; trial < 300; trial++) {
      double[] values = random.doubles(30).map(any -> random.nextGaussian()).toArray();
      Bootstrap.Interval interval = quick.interval(values.length, mean(values)).orElseThrow();
      covered += interval.low() <= 0 && interval.high() >= 0 ? 1 : 0;
    }

    assertThat(covered / 300.0).isBetween(0.89, 0.98);
  }

  @Test
  void singleUnitHasNoInterval() {
    assertThat(BOOTSTRAP.interval(1, weights -> 5)).isEmpty();
    assertThat(BOOTSTRAP.interval(0, weights -> 5)).isEmpty();
  }

  @Test
  void equalUnitsHaveAnIntervalWithoutLength() {
    assertThat(BOOTSTRAP.interval(4, mean(new double[] {3, 3, 3, 3})))
        .contains(new Bootstrap.Interval(3, 3));
  }

  /**
   * Five compactions with gets of 1 ms and five with gets of 10 ms, a thousand gets each. The mean
   * of another ten compactions may be anything from 3 to 8 ms. Samples of single gets would say
   * that the mean is 5.5 ± 0.1 ms.
   */
  @Test
  void wholeCompactionsAreDrawnAndNotOperations() {
    List<Histogram> compactions =
        IntStream.range(0, 10)
            .mapToObj(i -> histogram(i % 2 == 0 ? 1_000 : 10_000, 1_000))
            .toList();
    PooledLatencies pooled = new PooledLatencies(compactions);

    Bootstrap.Interval interval = BOOTSTRAP.interval(10, pooled::mean).orElseThrow();

    assertThat(interval.low()).isBetween(2_500.0, 3_800.0);
    assertThat(interval.high()).isBetween(7_200.0, 8_500.0);
  }

  @Test
  void samplesWithoutOperationsDoNotCount() {
    PooledLatencies pooled = new PooledLatencies(Collections.nCopies(2, new Histogram(3)));
    assertThat(BOOTSTRAP.interval(2, pooled::mean)).isEmpty();

    PooledLatencies half = new PooledLatencies(List.of(new Histogram(3), histogram(1_000, 5)));
    assertThat(BOOTSTRAP.interval(2, half::mean)).contains(new Bootstrap.Interval(1_000, 1_000));
  }

  @Test
  void equalSeedsGiveEqualIntervals() {
    double[] values = {1, 2, 3, 9, 4};

    assertThat(BOOTSTRAP.interval(5, mean(values))).isEqualTo(BOOTSTRAP.interval(5, mean(values)));
    assertThat(new Bootstrap(50, 0.95, 1).interval(5, mean(values)))
        .isNotEqualTo(new Bootstrap(50, 0.95, 2).interval(5, mean(values)));
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
