// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import io.lighter.regionserver.pressure.SimulatedCalls;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdaptivePaceTest {
  private static final long MB = 1 << 20;
  private static final long FLOOR = 2 * MB;
  private static final long CEILING = 128 * MB;
  private static final int DECISION_SECONDS = 2;
  private static final int MINUTE = 60;
  private static final double QUARTER_OF_A_CPU = 0.25e9;

  private final SimulatedCalls calls = new SimulatedCalls(43);
  private long cpuNanos;
  private AdaptivePace pace = pace(OptionalLong.empty());

  private AdaptivePace pace(OptionalLong link) {
    return new AdaptivePace(
        new AdaptivePace.Settings(16 * MB, FLOOR, CEILING, link, QUARTER_OF_A_CPU),
        calls.times(),
        () -> cpuNanos,
        calls::nanoTime);
  }

  @ParameterizedTest
  @CsvSource({"500, 0.2", "5000, 0.4", "300, 8", "20000, 0.15", "100, 0.4", "60, 0.4"})
  void noiseOfAnIdleServerHalvesTheRateAtMostOnceAMinute(double perSecond, double millis) {
    calls.load(perSecond, millis);
    run(10 * MINUTE, false);

    run(MINUTE, true);
    int halvings = 0;
    long highest = 0;
    for (int i = 0; i < 5 * MINUTE / DECISION_SECONDS; i++) {
      long before = pace.bytesPerSecond();
      run(DECISION_SECONDS, true);
      halvings += pace.bytesPerSecond() < before ? 1 : 0;
      highest = Math.max(highest, pace.bytesPerSecond());
    }

    assertThat(halvings).isLessThanOrEqualTo(5);
    assertThat(highest).isEqualTo(CEILING);
  }

  @ParameterizedTest
  @CsvSource({"500, 0.2", "5000, 0.4", "300, 8", "20000, 0.15"})
  void slowerCallsBringTheRateToTheFloorsRegionInHalfAMinute(double perSecond, double millis) {
    calls.load(perSecond, millis);
    run(10 * MINUTE, false);
    run(2 * MINUTE, true);

    calls.load(perSecond, 1.5 * millis);
    run(MINUTE / 2, true);

    long sum = 0;
    for (int i = 0; i < MINUTE / DECISION_SECONDS; i++) {
      run(DECISION_SECONDS, true);
      sum += pace.bytesPerSecond();
    }
    assertThat(sum / (MINUTE / DECISION_SECONDS)).isLessThan(12 * MB);
  }

  /** The more calls, the smaller the error, and the less slowness is tolerated. */
  @ParameterizedTest
  @CsvSource({"5000, 0.4", "300, 8", "20000, 0.15"})
  void slightSlownessOfManyCallsLowersTheRate(double perSecond, double millis) {
    calls.load(perSecond, millis);
    run(10 * MINUTE, false);
    run(2 * MINUTE, true);

    calls.load(perSecond, 1.25 * millis);
    run(MINUTE / 2, true);

    assertThat(pace.bytesPerSecond()).isLessThan(CEILING / 2);
  }

  @Test
  void moreCallsOfTheSameTimeAreNoReason() {
    calls.load(1_000, 0.5);
    run(10 * MINUTE, false);
    calls.load(8_000, 0.5);
    run(2 * MINUTE, true);

    assertThat(pace.bytesPerSecond()).isGreaterThan(CEILING / 2);
  }

  @Test
  void fiveMinutesOfACompactionDoNotBecomeTheBaseline() {
    calls.load(5_000, 0.4);
    run(10 * MINUTE, false);
    calls.load(5_000, 0.8);
    run(5 * MINUTE, false);
    run(MINUTE, true);

    assertThat(pace.percent()).isCloseTo(200, within(30));
    assertThat(pace.bytesPerSecond()).isLessThan(12 * MB);
  }

  @Test
  void rateGrowsWhereNobodyCalls() {
    run(2 * MINUTE, true);

    assertThat(pace.bytesPerSecond()).isEqualTo(CEILING);
    assertThat(pace.percent()).isEqualTo(-1);
  }

  @Test
  void rateGrowsWhereSamplesAreRareAndTheCountSaysFewCalls() {
    calls.load(1, 0.1);
    calls.sampleEach(50);
    run(2 * MINUTE, true);

    assertThat(pace.bytesPerSecond()).isEqualTo(CEILING);
  }

  @ParameterizedTest
  @CsvSource({"100, 50", "5000, 2147483647"})
  void rateStaysWhereSamplesAreRareOrFail(double perSecond, int nthTick) {
    calls.load(perSecond, 0.1);
    run(10 * MINUTE, false);
    calls.sampleEach(nthTick);
    run(2 * MINUTE, true);

    assertThat(pace.bytesPerSecond()).isEqualTo(16 * MB);
    assertThat(pace.percent()).isEqualTo(-1);
  }

  @Test
  void rateStaysWithoutABaseline() {
    calls.load(5_000, 0.4);
    run(2 * MINUTE, true);

    assertThat(pace.bytesPerSecond()).isEqualTo(16 * MB);
    assertThat(pace.percent()).isEqualTo(-1);
  }

  @Test
  void warmUpsOfAllStrategiesStayOutOfTheBaseline() {
    calls.load(5_000, 0.4);
    run(5 * MINUTE, false);
    calls.load(5_000, 0.8);
    for (int i = 0; i < 30 * MINUTE / DECISION_SECONDS; i++) {
      calls.run(DECISION_SECONDS);
      pace.decide(false, true);
    }
    run(MINUTE, true);

    assertThat(pace.percent()).isCloseTo(200, within(30));
  }

  @Test
  void handlersAreSampledOftenOnlyDuringAnAdaptiveWarmup() {
    pace.decide(false, true);
    assertThat(calls.times().isWatched()).isFalse();
    pace.decide(true, true);
    assertThat(calls.times().isWatched()).isTrue();
    pace.decide(false, false);
    assertThat(calls.times().isWatched()).isFalse();
  }

  @Test
  void rateKeepsToTheLinksShare() {
    pace = pace(OptionalLong.of(20 * MB));
    run(2 * MINUTE, true);
    assertThat(pace.bytesPerSecond()).isEqualTo(20 * MB);

    assertThat(pace(OptionalLong.of(5 * MB)).bytesPerSecond()).isEqualTo(5 * MB);
  }

  @Test
  void rateKeepsToTheCpusShare() {
    pace.decide(true, true);
    for (int i = 0; i < MINUTE; i++) {
      calls.run(DECISION_SECONDS);
      long bytes = DECISION_SECONDS * pace.bytesPerSecond();
      long unused = pace.nanosBefore(bytes);
      cpuNanos += 5 * bytes; // ns: a quarter of a CPU at 50 MB/s
      pace.decide(true, true);
    }

    assertThat(pace.bytesPerSecond()).isCloseTo(50_000_000L, within(100_000L));
  }

  @Test
  void siteMaySayTheSpeedOfTheLink() throws Exception {
    Configuration conf = new Configuration(false);
    assertThat(settings(conf, OptionalLong.empty()).link()).isEmpty();
    assertThat(settings(conf, OptionalLong.of(1_000)).link()).hasValue(500);

    conf.set(LighterOption.WARMUP_ADAPTIVE_LINK_RATE.key(), "4000");
    conf.set(LighterOption.WARMUP_ADAPTIVE_LINK_PERCENT.key(), "10");
    assertThat(settings(conf, OptionalLong.of(1_000)).link()).hasValue(400);
    assertThat(settings(conf, OptionalLong.empty()).cpuNanosPerSecond())
        .isEqualTo(QUARTER_OF_A_CPU);
  }

  private static AdaptivePace.Settings settings(Configuration conf, OptionalLong known)
      throws Exception {
    return AdaptivePace.Settings.of(LighterConfiguration.of(conf), () -> known);
  }

  private void run(int seconds, boolean warming) {
    for (int i = 0; i < seconds / DECISION_SECONDS; i++) {
      calls.run(DECISION_SECONDS);
      pace.decide(warming, warming);
    }
  }
}
