// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  private static final Latency LATER = new Latency(10, 3, 2, 50);

  @Test
  void figuresAgreeUpToTenPercentOfTheSmallerOne() {
    assertThat(Comparison.agree(1.0, 1.1)).isTrue();
    assertThat(Comparison.agree(1.1, 1.0)).isTrue();
    assertThat(Comparison.agree(1.0, 1.11)).isFalse();
    assertThat(Comparison.agree(1.11, 1.0)).isFalse();
    assertThat(Comparison.agree(0, 0)).isFalse();
  }

  @Test
  void figuresAgreeUpToAChosenTolerance() {
    assertThat(Comparison.agree(1.0, 1.05, 0.05)).isTrue();
    assertThat(Comparison.agree(1.06, 1.0, 0.05)).isFalse();
    assertThat(Comparison.agree(0, 0, 0.05)).isFalse();
  }

  @Test
  void factorIsOverTheTablesOwnFigureBefore() {
    Comparison comparison =
        new Comparison(new Latency(5, 1.0, 0.9, 10), new Latency(5, 1.05, 0.9, 5));

    assertThat(comparison.factors(Side.STOCK, LATER)).hasValue(new Comparison.Factors(3, 5));
    assertThat(comparison.factors(Side.LIGHTER, LATER).orElseThrow().mean())
        .isEqualTo(3 / 1.05, within(1e-9));
    assertThat(comparison.factors(Side.LIGHTER, LATER).orElseThrow().p99()).isEqualTo(10);
  }

  @Test
  void comparisonIsWithheldWhenTheTrimmedMeansBeforeDiffer() {
    Comparison comparison = comparison(1.41, 1.41, 1.41, 1.56);

    assertThat(comparison.isFair()).isFalse();
    assertThat(comparison.factors(Side.STOCK, LATER)).isEmpty();
    assertThat(comparison.factors(Side.LIGHTER, LATER)).isEmpty();
    assertThat(comparison.difference().orElseThrow()).isEqualTo(0.106, within(0.001));
    assertThat(comparison.verdict())
        .isEqualTo("not compared: the trimmed means before differ by 10.6 % (limit 10 %)");
  }

  @Test
  void singleStallDoesNotWithholdAComparison() {
    Comparison comparison = comparison(0.60, 0.50, 0.50, 0.49);

    assertThat(comparison.isFair()).isTrue();
    assertThat(comparison.factors(Side.STOCK, LATER).orElseThrow().mean())
        .isEqualTo(3 / 0.60, within(1e-9));
    assertThat(comparison.verdict())
        .isEqualTo("the trimmed means before differ by 2.0 %, the means by 20.0 %");
  }

  @Test
  void meansThatDifferByMuchWithholdAComparison() {
    assertThat(comparison(1.0, 0.5, 1.25, 0.5).isFair()).isTrue();
    assertThat(comparison(1.0, 0.5, 1.26, 0.5).isFair()).isFalse();
    assertThat(comparison(1.26, 0.5, 1.0, 0.5).verdict())
        .isEqualTo("not compared: the means before differ by 26.0 % (limit 25 %): a stall");
  }

  @Test
  void nothingIsComparedWithoutReads() {
    Latency none = new Latency(0, 0, 0, 0);
    Latency some = new Latency(5, 1, 1, 1);

    assertThat(new Comparison(none, some).isFair()).isFalse();
    assertThat(new Comparison(none, some).difference()).isEmpty();
    assertThat(new Comparison(some, none).verdict()).contains("no read before");
    assertThat(new Comparison(some, some).factors(Side.STOCK, none)).isEmpty();
  }

  @Test
  void turnsOfATableArePooledByTheirReads() {
    WarmupOutcome first = new WarmupOutcome(2, 4, Map.of("deadline", 1));
    WarmupOutcome second = new WarmupOutcome(4, 3, Map.of("deadline", 1, "disk", 2));
    TableReport pooled =
        TableReport.pooled(
            List.of(
                SampleReports.turn(Side.STOCK, 1, first, 1),
                SampleReports.turn(Side.STOCK, 3, second, 2)));

    Latency before = pooled.latency(Operation.GET, Phase.BEFORE);
    assertThat(before.samples()).isEqualTo(200);
    assertThat(before.meanMs()).isEqualTo(1.5, within(0.01));
    assertThat(before.p99Ms()).isEqualTo(2, within(0.01));
    assertThat(
            new Comparison(before, before)
                .factors(Side.STOCK, pooled.latency(Operation.GET, Phase.AFTER))
                .orElseThrow()
                .mean())
        .isEqualTo(4, within(0.02));
    assertThat(pooled.compactionSeconds()).isEqualTo(2);
    assertThat(pooled.warmup())
        .isEqualTo(new WarmupOutcome(3, 7, Map.of("deadline", 2, "disk", 2)));
    assertThat(pooled.hits().get(Phase.AFTER)).isEqualTo(new HitCounts(200, 400));
    assertThat(pooled.span()).isEqualTo(new Span(-4, 2, 5, 12));
  }

  private static Comparison comparison(
      double stockMean, double stockTrimmed, double lighterMean, double lighterTrimmed) {
    return new Comparison(
        new Latency(5, stockMean, stockTrimmed, 10),
        new Latency(5, lighterMean, lighterTrimmed, 10));
  }
}
