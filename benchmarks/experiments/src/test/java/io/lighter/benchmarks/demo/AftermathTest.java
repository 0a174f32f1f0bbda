// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AftermathTest {
  private static final Instant COMMIT = Instant.parse("2026-01-02T10:00:00Z");

  private final Aftermath aftermath = new Aftermath(COMMIT);

  @Test
  void aftermathWithoutWarmUpEndsTenSecondsAfterTheCommit() {
    WarmupLog.State none = state(0, Optional.empty());

    assertThat(aftermath.rested(COMMIT, none)).isZero();
    assertThat(aftermath.rested(COMMIT.plusSeconds(5), none)).isEqualTo(0.5);
    assertThat(aftermath.rested(COMMIT.plusSeconds(10), none)).isEqualTo(1);
    assertThat(aftermath.warmupSeconds(none)).isZero();
  }

  @Test
  void aftermathDoesNotEndWhileAWarmUpRuns() {
    WarmupLog.State oneOfTwo = state(1, Optional.of(COMMIT.plusSeconds(1)));

    assertThat(aftermath.rested(COMMIT.plusSeconds(100), oneOfTwo)).isZero();
  }

  @Test
  void aftermathEndsTenSecondsAfterTheLastWarmUp() {
    WarmupLog.State done = state(0, Optional.of(COMMIT.plusMillis(7_500)));

    assertThat(aftermath.warmupSeconds(done)).isEqualTo(7.5);
    assertThat(aftermath.rested(COMMIT.plusMillis(17_499), done)).isLessThan(1);
    assertThat(aftermath.rested(COMMIT.plusMillis(17_500), done)).isEqualTo(1);
  }

  @Test
  void warmUpBeforeTheCommitHasZeroDuration() {
    WarmupLog.State before = state(0, Optional.of(COMMIT.minusSeconds(3)));

    assertThat(aftermath.warmupSeconds(before)).isZero();
    assertThat(aftermath.rested(COMMIT.plusSeconds(9), before)).isLessThan(1);
  }

  private static WarmupLog.State state(int running, Optional<Instant> lastEnd) {
    return new WarmupLog.State(running, 1, Map.of(), lastEnd);
  }
}
