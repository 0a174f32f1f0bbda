// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.lighter.engine.tiered.TierPlan;
import io.lighter.engine.tiered.TierPlanParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TierSimulationTest {
  private static final long MB = 1L << 20;

  /** The figures of docs/guide/engines.md. */
  @ParameterizedTest
  @CsvSource({"4, 4.0", "8, 3.0", "80, 1.62"})
  void byteIsWrittenOnceMoreForEachLevel(int files, double written) {
    TierSimulation simulation = TierSimulation.of(plan("*:" + files), 128 * MB, 128, 4 * MB);

    assertThat(simulation.flushedBytes()).isEqualTo(128 * 128 * MB);
    assertThat(simulation.amplification()).isCloseTo(written, within(0.01));
  }

  /** Four files of 16 MB and their output of 64 MB; then 16 of them, and once all of them twice. */
  @Test
  void inputsCountUntilTheOutputIsThere() {
    assertThat(TierSimulation.of(plan("*:4"), 16 * MB, 3, MB).fastPeak()).isEqualTo(48 * MB);
    assertThat(TierSimulation.of(plan("*:4"), 16 * MB, 4, MB).fastPeak()).isEqualTo(128 * MB);
    assertThat(TierSimulation.of(plan("*:4"), 16 * MB, 16, MB).fastPeak()).isEqualTo(512 * MB);
  }

  /** Half of 256 MB takes level 0, whose four files are 64 MB; level 1 would be 256 MB more. */
  @Test
  void largeOutputsCountForTheSlowTier() {
    TierSimulation simulation = TierSimulation.of(plan("*:4:256MB;HOT:4"), 16 * MB, 16, MB);

    assertThat(simulation.peak()).containsEntry("*", 64 * MB).containsEntry("HOT", 512 * MB);
    assertThat(simulation.peak().keySet()).containsExactly("*", "HOT");
  }

  @Test
  void tiersWithOnePolicyAreOneEntry() {
    TierSimulation simulation =
        TierSimulation.of(plan("*:4:64MB;HOT:4:512MB;HOT:2"), 16 * MB, 64, MB);

    assertThat(simulation.peak().keySet()).containsExactly("*", "HOT");
  }

  /** 63 flushes are below level 3: three files of each of levels 0 to 2, and a run of four. */
  @Test
  void blockingFilesAreThoseOfAllLevels() {
    assertThat(TierSimulation.of(plan("*:4"), 16 * MB, 63, MB).blockingFiles()).isEqualTo(13);
    assertThat(TierSimulation.of(plan("*:80"), 16 * MB, 63, MB).blockingFiles()).isEqualTo(159);
  }

  @Test
  void numberOfFlushesIsBounded() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TierSimulation.of(plan("*:4"), 1, TierSimulation.MOST_FLUSHES + 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> TierSimulation.of(plan("*:4"), 1, 0, 1));
  }

  private static TierPlan plan(String tiers) {
    return TierPlanParser.parse(
        tiers,
        problem -> {
          throw new IllegalArgumentException(problem);
        });
  }
}
