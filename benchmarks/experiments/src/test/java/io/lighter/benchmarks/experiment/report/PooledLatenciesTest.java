// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class PooledLatenciesTest {
  @Test
  void weightedFiguresAreThoseOfTheSumOfTheHistograms() {
    Random random = new Random(5);
    List<Histogram> units = new ArrayList<>();
    for (int unit = 0; unit < 4; unit++) {
      Histogram histogram = new Histogram(3);
      for (int i = 0; i < 500; i++) {
        histogram.recordValue(1 + (long) (2_000 * Math.exp(random.nextGaussian()) * (unit + 1)));
      }
      units.add(histogram);
    }
    PooledLatencies pooled = new PooledLatencies(units);

    for (int[] weights : List.of(new int[] {1, 1, 1, 1}, new int[] {0, 3, 0, 1})) {
      Histogram sum = new Histogram(3);
      for (int unit = 0; unit < weights.length; unit++) {
        for (int i = 0; i < weights[unit]; i++) {
          sum.add(units.get(unit));
        }
      }
      assertThat(pooled.count(weights)).isEqualTo(2_000);
      assertThat(pooled.mean(weights)).isCloseTo(sum.getMean(), within(1e-6));
      assertThat(pooled.quantile(0.99, weights)).isEqualTo((double) sum.getValueAtPercentile(99));
      assertThat(pooled.quantile(0.5, weights)).isEqualTo((double) sum.getValueAtPercentile(50));
    }
  }

  @Test
  void weightsOfPartsAreThoseOfAMixture() {
    Histogram fast = new Histogram(3);
    fast.recordValueWithCount(10, 3_000);
    Histogram slow = new Histogram(3);
    slow.recordValueWithCount(20, 7);
    PooledLatencies pooled = new PooledLatencies(List.of(fast, slow));

    // 99 operations of 10 and one of 20, by weights that are no exact fractions of two.
    assertThat(pooled.quantile(0.99, new double[] {99 / 3_000.0, 1 / 7.0})).isEqualTo(10);
    assertThat(pooled.quantile(0.991, new double[] {99 / 3_000.0, 1 / 7.0})).isEqualTo(20);
    assertThat(pooled.quantile(0.01, new double[] {0, 0.5})).isEqualTo(20);
    assertThat(pooled.quantile(0.01, new double[2])).isNaN();
  }

  @Test
  void nothingHasNoFigures() {
    PooledLatencies none = new PooledLatencies(List.of(new Histogram(3)));

    assertThat(none.count(none.once())).isZero();
    assertThat(none.mean(none.once())).isNaN();
    assertThat(none.quantile(0.99, none.once())).isNaN();
  }
}
