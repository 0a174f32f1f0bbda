package io.lighter.benchmarks.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SampleSeriesTest {
  private static final Instant START = Instant.parse("2026-01-02T03:00:00Z");
  private static final SampleSeries SERIES =
      new SampleSeries(
          List.of(
              Samples.at(START, 0, 0),
              Samples.at(START.plusSeconds(1), 100, 0),
              Samples.at(START.plusSeconds(2), 150, 50),
              Samples.at(START.plusSeconds(3), 250, 50)));

  @Test
  void countsBetweenTwoMomentsAreThoseOfTheNearestSamples() {
    ServerSample between =
        SERIES.between(START.plusMillis(900), START.plusMillis(3_200)).orElseThrow();

    assertThat(between.hits()).isEqualTo(150);
    assertThat(between.misses()).isEqualTo(50);
    assertThat(between.hitRatio()).hasValueCloseTo(0.75, within(1e-9));
  }

  @Test
  void nothingIsKnownBetweenTwoMomentsOfOneSample() {
    assertThat(SERIES.between(START.plusMillis(900), START.plusMillis(1_100))).isEmpty();
  }

  @Test
  void lowestHitRatioIsTakenOverSeveralSamples() {
    assertThat(SERIES.lowestHitRatio(START, START.plusSeconds(3), 1))
        .hasValueCloseTo(0.5, within(1e-9));
    assertThat(SERIES.lowestHitRatio(START, START.plusSeconds(3), 3))
        .hasValueCloseTo(250 / 300.0, within(1e-9));
    assertThat(SERIES.lowestHitRatio(START, START.plusSeconds(1), 3)).isEmpty();
  }
}
