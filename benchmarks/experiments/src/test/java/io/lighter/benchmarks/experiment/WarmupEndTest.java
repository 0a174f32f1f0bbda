// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.benchmarks.experiment.PhaseTimes.EndedBy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WarmupEndTest {
  private static final Instant COMMIT = Instant.parse("2026-01-02T03:00:00Z");
  private static final WarmupEnd RULE = new WarmupEnd(1, Duration.ofSeconds(60));

  @Test
  void loggedEndIsUsedIfTheStrategyLogsIt() {
    Instant logged = COMMIT.plusSeconds(7);

    assertThat(find(true, Optional.of(logged), series(100, 100, 100, 100, 100, 100), 10))
        .contains(new WarmupEnd.Found(logged, EndedBy.EVENT));
  }

  @Test
  void warmHitsDoNotEndAWarmupThatWillBeLogged() {
    assertThat(find(true, Optional.empty(), series(100, 100, 100, 100, 100, 100), 10)).isEmpty();
  }

  @Test
  void hitRatioEndsTheWarmupAtTheStartOfTheFirstSteadyRun() {
    // A good second between bad ones does not count; five in a row do.
    SampleSeries series = series(50, 99, 60, 99, 99, 100, 100, 99);

    assertThat(find(false, Optional.empty(), series, 9))
        .contains(new WarmupEnd.Found(COMMIT.plusSeconds(3), EndedBy.HIT_RATIO));
  }

  @Test
  void fourGoodSamplesAreNotEnough() {
    assertThat(find(false, Optional.empty(), series(50, 100, 100, 100, 100), 6)).isEmpty();
  }

  @Test
  void missingWarmupHasNoDuration() {
    assertThat(find(false, Optional.empty(), series(100, 100, 100, 100, 100), 6))
        .contains(new WarmupEnd.Found(COMMIT, EndedBy.HIT_RATIO));
  }

  @Test
  void waitEndsWithTheTimeLimit() {
    assertThat(find(false, Optional.empty(), series(50, 50, 50), 61))
        .contains(new WarmupEnd.Found(COMMIT.plusSeconds(60), EndedBy.TIME_LIMIT));
  }

  @Test
  void hitRatioIsComparedWithThatOfTheBaseline() {
    WarmupEnd ofSmallCache = new WarmupEnd(0.7, Duration.ofSeconds(60));

    assertThat(
            ofSmallCache.find(
                COMMIT, false, Optional.empty(), series(70, 70, 70, 70, 70), COMMIT.plusSeconds(6)))
        .map(WarmupEnd.Found::endedBy)
        .contains(EndedBy.HIT_RATIO);
  }

  private static Optional<WarmupEnd.Found> find(
      boolean usesLog, Optional<Instant> logged, SampleSeries series, int secondsAfterCommit) {
    return RULE.find(COMMIT, usesLog, logged, series, COMMIT.plusSeconds(secondsAfterCommit));
  }

  /**
   * A sample at the commit, then one a second after 100 more blocks each, of which {@code hits}
   * were hits.
   */
  private static SampleSeries series(int... hits) {
    List<ServerSample> samples = new ArrayList<>();
    ServerSample last = Samples.at(COMMIT, 0, 0);
    samples.add(last);
    for (int i = 0; i < hits.length; i++) {
      last =
          Samples.at(
              COMMIT.plusSeconds(i + 1), last.hits() + hits[i], last.misses() + 100 - hits[i]);
      samples.add(last);
    }
    return new SampleSeries(samples);
  }
}
