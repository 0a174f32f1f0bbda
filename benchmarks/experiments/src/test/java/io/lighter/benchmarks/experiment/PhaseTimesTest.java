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
  void eachPhaseBeginsWhereTheOneBeforeEnds() {
    PhaseTimes times = times(10, 20, 30);

    assertThat(times.measured(Phase.BASELINE)).isEqualTo(span(0, 10));
    assertThat(times.measured(Phase.COMPACTION)).isEqualTo(span(10, 20));
    assertThat(times.measured(Phase.WARMUP)).isEqualTo(span(20, 30));
    assertThat(times.measured(Phase.REST)).isEqualTo(span(30, 60));
    assertThat(times.seconds(Phase.WARMUP)).isEqualTo(10);
  }

  @Test
  void shortWarmupIsMeasuredForLongerThanItTook() {
    PhaseTimes times = times(10, 20, 21);

    assertThat(times.seconds(Phase.WARMUP)).isEqualTo(1);
    assertThat(times.measured(Phase.WARMUP)).isEqualTo(span(20, 25));
  }

  @Test
  void phasesOutOfOrderAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> times(20, 10, 30))
        .withMessageContaining("commit");
  }

  @Test
  void fixedWindowIsTwoMinutesAfterTheCommitAsFarAsTheTrialLasts() {
    assertThat(times(10, 20, 30).fixedWindow()).isEqualTo(span(20, 60));
    assertThat(times(10, 20, 30, 200).fixedWindow()).isEqualTo(span(20, 140));
  }

  @Test
  void compactionAndWindowAreOneSpanToo() {
    assertThat(times(10, 20, 30, 200).withFixedWindow()).isEqualTo(span(10, 140));
  }

  private static TimeSpan span(int from, int to) {
    return new TimeSpan(T.plusSeconds(from), T.plusSeconds(to));
  }

  private static PhaseTimes times(int compaction, int commit, int warm) {
    return times(compaction, commit, warm, 60);
  }

  private static PhaseTimes times(int compaction, int commit, int warm, int end) {
    return new PhaseTimes(
        T,
        T.plusSeconds(compaction),
        T.plusSeconds(commit),
        Optional.empty(),
        T.plusSeconds(warm),
        EndedBy.EVENT,
        T.plusSeconds(end),
        PhaseTimes.SHORTEST_WINDOW);
  }
}
