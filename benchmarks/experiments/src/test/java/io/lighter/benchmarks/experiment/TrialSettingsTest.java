// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TrialSettingsTest {
  private static final Duration REST = Duration.ofSeconds(10);
  private static final Duration WINDOW = Duration.ofMinutes(2);
  private static final Instant COMPACTION = Instant.ofEpochSecond(1_700_000_000);
  private static final Instant COMMIT = COMPACTION.plusSeconds(12);

  @Test
  void clientsLogTheWholeWindowBeforeTheirEnd() {
    Instant end = settings(WINDOW).end(COMPACTION, COMMIT, COMMIT.plusSeconds(20));

    // The second in which the window ends is logged after its end.
    assertThat(end).isAfter(COMPACTION.plus(WINDOW).plusSeconds(1));
  }

  @Test
  void slowWarmUpIsFollowedByItsRest() {
    Instant warm = COMPACTION.plusSeconds(200);

    assertThat(settings(WINDOW).end(COMPACTION, COMMIT, warm)).isEqualTo(warm.plus(REST));
  }

  @Test
  void withoutAWindowTheRestBeginsWithTheEndOfTheShortestWarmUp() {
    Instant end = settings(Duration.ZERO).end(COMPACTION, COMMIT, COMMIT);

    assertThat(end).isEqualTo(COMMIT.plus(PhaseTimes.SHORTEST_WINDOW).plus(REST));
  }

  @Test
  void severalCompactionsArePacedIncludingTheLastOne() {
    TrialSettings one = settings(Duration.ZERO);
    TrialSettings two = one.withCompactions(2);
    Instant warm = COMMIT.plusSeconds(100);

    assertThat(two.end(COMPACTION, COMMIT, COMMIT)).isEqualTo(COMPACTION.plus(TrialSettings.PACE));
    assertThat(two.end(COMPACTION, COMMIT, warm)).isEqualTo(warm.plus(REST));
    assertThat(one.end(COMPACTION, COMMIT, COMMIT)).isBefore(COMPACTION.plus(TrialSettings.PACE));
  }

  @Test
  void clientsOfAFullExperimentSettleForTwoMinutes() {
    assertThat(TrialSettings.full().settle()).isGreaterThanOrEqualTo(Duration.ofMinutes(2));
  }

  private static TrialSettings settings(Duration window) {
    return new TrialSettings(
        Duration.ofSeconds(20),
        Duration.ofSeconds(60),
        Duration.ofSeconds(120),
        REST,
        window,
        TrialSettings.COMPACTION_LIMIT,
        Duration.ofSeconds(30));
  }
}
