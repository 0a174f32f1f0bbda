// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.tiered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Without common keys a byte is written once, and once more for each level. */
class WriteAmplificationTest {
  private static final long FLUSH = 128;
  private static final double FIVE_PERCENT = 0.05;

  @ParameterizedTest
  @CsvSource({
    "128, 4, 4.00, 5.0", "128, 8, 3.00, 7.5", "128, 80, 1.62, 34",
    "512, 4, 5.00, 6.5", "512, 8, 4.00, 10.5", "512, 80, 1.94, 41"
  })
  void isThatOfTheSimulation(int flushes, int files, double amplification, double meanFiles) {
    Simulation simulation = new Simulation(files);
    double sum = 0;
    for (int i = 0; i < flushes; i++) {
      simulation.flush();
      sum += simulation.files.size();
    }
    assertThat(simulation.amplification())
        .isCloseTo(amplification, within(FIVE_PERCENT * amplification));
    assertThat(sum / flushes).isCloseTo(meanFiles, within(FIVE_PERCENT * meanFiles));
  }

  @Test
  void byteIsWrittenOncePerLevel() {
    for (int files : new int[] {2, 3, 4, 8, 80}) {
      Simulation simulation = new Simulation(files);
      for (int flush = 1; flush <= 2_048; flush++) {
        simulation.flush();
        double levels = Math.floor(Math.log(flush + 0.5) / Math.log(files));
        assertThat(simulation.amplification())
            .as("K=%d after %d flushes", files, flush)
            .isLessThanOrEqualTo(1 + levels);
      }
    }
  }

  private static final class Simulation {
    private final TieredPlanner planner;
    private final List<FileView> files = new ArrayList<>();
    private int flushes;
    private long written;

    Simulation(int k) {
      planner = new TieredPlanner(TieredFiles.limits(TierPlan.ofOneTier(k), TieredFiles.MANY));
    }

    void flush() {
      files.add(TieredFiles.flush(flushes++, FLUSH));
      written += FLUSH + TieredFiles.settle(files, planner);
    }

    double amplification() {
      return (double) written / (flushes * FLUSH);
    }
  }
}
