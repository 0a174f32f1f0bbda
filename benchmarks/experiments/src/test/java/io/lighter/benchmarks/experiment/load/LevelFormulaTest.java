// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LevelFormulaTest {
  @ParameterizedTest
  @CsvSource({
    "128, 4, 4.0",
    "128, 8, 3.0",
    "128, 80, 1.625",
    "3, 4, 1.0",
    "4, 4, 2.0",
    "140, 4, 3.829"
  })
  void eachLevelWritesTheFlushesThatHaveReachedIt(long flushes, int k, double written) {
    assertThat(LevelFormula.writeAmplification(flushes, k)).isCloseTo(written, within(0.001));
  }

  @ParameterizedTest
  @CsvSource({"0, 4, 0", "3, 4, 3", "4, 4, 1", "140, 4, 5", "140, 80, 61"})
  void filesAreTheDigitsOfTheFlushes(long flushes, int k, long files) {
    assertThat(LevelFormula.files(flushes, k)).isEqualTo(files);
  }
}
