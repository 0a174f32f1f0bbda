// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PostCompactionPhaseTest {
  private static final Instant COMMIT = Instant.parse("2026-01-02T10:00:00Z");

  private final PostCompactionPhase phase =
      new PostCompactionPhase(COMMIT, Duration.ofSeconds(20), Duration.ofSeconds(10));

  @Test
  void measuredPhaseEndsTwentySecondsAfterTheCommit() {
    assertThat(phase.end()).isEqualTo(COMMIT.plusSeconds(20));
    assertThat(phase.elapsed(COMMIT.minusSeconds(1))).isZero();
    assertThat(phase.elapsed(COMMIT.plusSeconds(5))).isEqualTo(0.25);
    assertThat(phase.elapsed(COMMIT.plusMillis(19_999))).isLessThan(1);
    assertThat(phase.elapsed(COMMIT.plusSeconds(20))).isEqualTo(1);
    assertThat(phase.elapsed(COMMIT.plusSeconds(21))).isEqualTo(1);
  }

  @Test
  void tableWithoutWarmUpIsQuietTenSecondsAfterTheCommit() {
    WarmupLog.State none = state(0, Optional.empty());

    assertThat(phase.isQuiet(COMMIT.plusMillis(9_999), none)).isFalse();
    assertThat(phase.isQuiet(COMMIT.plusSeconds(10), none)).isTrue();
    assertThat(phase.warmupSeconds(none)).isZero();
  }

  @Test
  void tableIsNotQuietWhileAWarmUpRuns() {
    WarmupLog.State oneOfTwo = state(1, Optional.of(COMMIT.plusSeconds(1)));

    assertThat(phase.isQuiet(COMMIT.plusSeconds(100), oneOfTwo)).isFalse();
  }

  @Test
  void tableIsQuietTenSecondsAfterTheLastWarmUp() {
    WarmupLog.State done = state(0, Optional.of(COMMIT.plusMillis(27_500)));

    assertThat(phase.warmupSeconds(done)).isEqualTo(27.5);
    assertThat(phase.isQuiet(COMMIT.plusMillis(37_499), done)).isFalse();
    assertThat(phase.isQuiet(COMMIT.plusMillis(37_500), done)).isTrue();
  }

  @Test
  void warmUpBeforeTheCommitHasZeroDuration() {
    WarmupLog.State before = state(0, Optional.of(COMMIT.minusSeconds(3)));

    assertThat(phase.warmupSeconds(before)).isZero();
    assertThat(phase.isQuiet(COMMIT.plusSeconds(9), before)).isFalse();
  }

  private static WarmupLog.State state(int running, Optional<Instant> lastEnd) {
    return new WarmupLog.State(running, 1, Map.of(), lastEnd);
  }
}
