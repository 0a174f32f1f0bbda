// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.benchmarks.experiment.PhaseTimes.EndedBy;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DisturbancesTest {
  private static final Instant START = Instant.parse("2026-01-02T03:00:00Z");

  @Test
  void phasesWithMuchOtherUseAreNamed() {
    assertThat(Disturbances.of(times(), span -> Map.of("other_cpu_s", 4.3, "steal_s", 0.0)))
        .containsExactly(
            "other programs used 43 % of a CPU in phase baseline, 43 % of a CPU in phase"
                + " compaction, 22 % of a CPU in phase warmup");
  }

  @Test
  void aLittleOtherUseIsNoDisturbance() {
    assertThat(Disturbances.of(times(), span -> Map.of("other_cpu_s", 1.0, "steal_s", 0.9)))
        .isEmpty();
  }

  @Test
  void timeTakenByTheHypervisorIsNamed() {
    assertThat(Disturbances.of(times(), span -> Map.of("steal_s", 1.5)))
        .containsExactly(
            "the hypervisor took 15 % of a CPU in phase baseline, 15 % of a CPU in phase"
                + " compaction");
  }

  @Test
  void useOfATimeIsNamed() {
    TimeSpan span = new TimeSpan(START, START.plusSeconds(10));

    assertThat(Disturbances.of(span, any -> Map.of("other_cpu_s", 1.2, "steal_s", 4.0)))
        .containsExactly("other programs used 12 % of a CPU", "the hypervisor took 40 % of a CPU");
    assertThat(Disturbances.of(span, any -> Map.of("other_cpu_s", 1.0, "steal_s", 0.9))).isEmpty();
  }

  @Test
  void withoutCountersThereIsNothingToName() {
    assertThat(Disturbances.of(times(), span -> Map.of())).isEmpty();
  }

  /** Baseline and compaction of 10 s, and a warm-up of 20 s. */
  private static PhaseTimes times() {
    return new PhaseTimes(
        START,
        START.plusSeconds(10),
        START.plusSeconds(20),
        Optional.empty(),
        START.plusSeconds(40),
        EndedBy.EVENT,
        START.plusSeconds(50),
        Duration.ofSeconds(5));
  }
}
