// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.lighter.benchmarks.experiment.PhaseTimes.EndedBy;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PhaseTimesTest {
  private static final Instant T = Instant.parse("2026-01-02T03:00:00Z");

  @Test
  void everyMomentIsInOnePhase() {
    PhaseTimes times = times(10, 20, 30);

    assertThat(times.isIn(Phase.BASELINE, T.plusSeconds(9))).isTrue();
    assertThat(times.isIn(Phase.COMPACTION, T.plusSeconds(9))).isFalse();
    assertThat(times.isIn(Phase.COMPACTION, T.plusSeconds(10))).isTrue();
    assertThat(times.isIn(Phase.WARMUP, T.plusSeconds(29))).isTrue();
    assertThat(times.isIn(Phase.WARMUP, T.plusSeconds(30))).isFalse();
    assertThat(times.seconds(Phase.WARMUP)).isEqualTo(10);
  }

  @Test
  void shortWarmupIsMeasuredForLongerThanItTook() {
    PhaseTimes times = times(10, 20, 21);

    assertThat(times.seconds(Phase.WARMUP)).isEqualTo(1);
    assertThat(times.measuredUntil(Phase.WARMUP)).isEqualTo(T.plusSeconds(25));
  }

  @Test
  void phasesOutOfOrderAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> times(20, 10, 30))
        .withMessageContaining("commit");
  }

  private static PhaseTimes times(int compaction, int commit, int warm) {
    return new PhaseTimes(
        T,
        T.plusSeconds(compaction),
        T.plusSeconds(commit),
        Optional.empty(),
        T.plusSeconds(warm),
        EndedBy.EVENT,
        T.plusSeconds(60),
        PhaseTimes.SHORTEST_WINDOW);
  }
}
