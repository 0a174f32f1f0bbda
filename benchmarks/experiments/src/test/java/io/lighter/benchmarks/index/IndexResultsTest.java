// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lighter.benchmarks.experiment.report.Aim;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IndexResultsTest {
  private final IndexResults results = new IndexResults(false);

  @Test
  void ratioIsTheGeometricMeanOfTheRounds() {
    add(0, 100, 200);
    add(0, 100, 800);

    IndexResults.Ratio ratio = results.ratio(Comparison.PUT).orElseThrow();

    assertThat(ratio.value()).isCloseTo(4, within(1e-9));
    assertThat(ratio.rounds()).isEqualTo(2);
    assertThat(results.p50(Kind.INDEXED_PUT)).hasValue(500);
    assertThat(results.ratio(Comparison.LOOKUP)).as("not measured").isEmpty();
  }

  @Test
  void verdictNeedsThreeClustersAndAnIntervalOnOneSideOfTheAim() {
    for (int trial = 0; trial < 2; trial++) {
      for (int round = 0; round < 5; round++) {
        add(trial, 100, 200);
      }
    }
    assertThat(results.ratio(Comparison.PUT).orElseThrow().verdict()).hasValue(Aim.Verdict.OPEN);

    add(2, 100, 210);
    assertThat(results.ratio(Comparison.PUT).orElseThrow().verdict()).hasValue(Aim.Verdict.MET);
    assertThat(results.ratio(Comparison.DUAL_PUT)).isEmpty();
  }

  @Test
  void missedAimIsSaid() {
    for (int trial = 0; trial < 3; trial++) {
      for (int round = 0; round < 3; round++) {
        add(trial, 100, 400 + round);
      }
    }

    assertThat(results.ratio(Comparison.PUT).orElseThrow().verdict()).hasValue(Aim.Verdict.MISSED);
  }

  @Test
  void aimOfTenIndexesIsThePapersOverANetwork() {
    assertThat(Comparison.TEN_INDEXES.aim(false)).hasValue(Aim.atMost(3));
    assertThat(Comparison.TEN_INDEXES.aim(true)).hasValue(Aim.atMost(1.55));
    assertThat(Comparison.PUT.aim(true)).isEqualTo(Comparison.PUT.aim(false));
  }

  @Test
  void rateCountsRowsOfAResult() {
    results.add(
        0,
        Map.of(
            Kind.LOOKUP, new Sample(10, 500, 900),
            Kind.LOOKUP_1000, new Sample(10, 20_000, 30_000)));

    assertThat(results.ratio(Comparison.RATE_1000).orElseThrow().value())
        .isCloseTo(25, within(1e-9));
  }

  @Test
  void tailIsOverTheOwnMedian() {
    results.add(
        0, Map.of(Kind.LOOKUP, new Sample(10, 500, 1_500), Kind.GET, new Sample(10, 200, 400)));

    assertThat(results.ratio(Comparison.LOOKUP_TAIL).orElseThrow().value())
        .isCloseTo(1.5, within(1e-9));
    assertThat(results.ratio(Comparison.LOOKUP_P99).orElseThrow().value())
        .isCloseTo(3.75, within(1e-9));
  }

  @Test
  void percentilesAreNearestRanks() {
    long[] nanos = new long[100];
    for (int i = 0; i < nanos.length; i++) {
      nanos[i] = (100 - i) * 1_000L;
    }

    assertThat(Sample.of(nanos)).isEqualTo(new Sample(100, 50, 99));
    assertThat(Sample.of(new long[] {7_000})).isEqualTo(new Sample(1, 7, 7));
  }

  private void add(int trial, double plain, double indexed) {
    results.add(
        trial,
        Map.of(
            Kind.PLAIN_PUT, new Sample(10, plain, plain),
            Kind.INDEXED_PUT, new Sample(10, indexed, indexed)));
  }
}
