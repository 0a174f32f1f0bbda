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

  private final PostCompactionPhase afterCompaction =
      new PostCompactionPhase(COMMIT, Duration.ofSeconds(10));

  @Test
  void phaseWithoutWarmUpEndsTenSecondsAfterTheCommit() {
    WarmupLog.State none = state(0, Optional.empty());

    assertThat(afterCompaction.rested(COMMIT, none)).isZero();
    assertThat(afterCompaction.rested(COMMIT.plusSeconds(5), none)).isEqualTo(0.5);
    assertThat(afterCompaction.rested(COMMIT.plusSeconds(10), none)).isEqualTo(1);
    assertThat(afterCompaction.warmupSeconds(none)).isZero();
  }

  @Test
  void phaseDoesNotEndWhileAWarmUpRuns() {
    WarmupLog.State oneOfTwo = state(1, Optional.of(COMMIT.plusSeconds(1)));

    assertThat(afterCompaction.rested(COMMIT.plusSeconds(100), oneOfTwo)).isZero();
  }

  @Test
  void phaseEndsTenSecondsAfterTheLastWarmUp() {
    WarmupLog.State done = state(0, Optional.of(COMMIT.plusMillis(7_500)));

    assertThat(afterCompaction.warmupSeconds(done)).isEqualTo(7.5);
    assertThat(afterCompaction.rested(COMMIT.plusMillis(17_499), done)).isLessThan(1);
    assertThat(afterCompaction.rested(COMMIT.plusMillis(17_500), done)).isEqualTo(1);
  }

  @Test
  void warmUpBeforeTheCommitHasZeroDuration() {
    WarmupLog.State before = state(0, Optional.of(COMMIT.minusSeconds(3)));

    assertThat(afterCompaction.warmupSeconds(before)).isZero();
    assertThat(afterCompaction.rested(COMMIT.plusSeconds(9), before)).isLessThan(1);
  }

  private static WarmupLog.State state(int running, Optional<Instant> lastEnd) {
    return new WarmupLog.State(running, 1, Map.of(), lastEnd);
  }
}
