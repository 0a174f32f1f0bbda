// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.lighter.benchmarks.experiment.Strategy;
import java.util.List;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;

class ResultsComparisonTest {
  private static final JsonObject SLOW =
      ResultsJson.of(
          SampleResults.of(List.of(SampleResults.trial(Strategy.SS, 1, 3, List.of())), List.of()));
  private static final JsonObject FAST =
      ResultsJson.of(
          SampleResults.of(
              List.of(
                  SampleResults.trial(Strategy.SS, 1, 1.5, List.of()),
                  SampleResults.trial(Strategy.TIW, 1, 1.5, List.of())),
              List.of()));

  @Test
  void figuresOfStrategiesInBothAreCompared() {
    ResultsComparison comparison = ResultsComparison.of(SLOW, FAST);

    assertThat(comparison.lines())
        .filteredOn(line -> line.name().equals("warmup.get_pct"))
        .singleElement()
        .satisfies(
            line -> {
              assertThat(line.strategy()).isEqualTo("SS");
              assertThat(line.difference()).isCloseTo(-150, within(2.0));
            });
    assertThat(comparison.differences()).isEmpty();
    assertThat(comparison.toText()).contains("warmup.get_pct").doesNotContain("Not alike");
  }

  @Test
  void differencesOfSettingsAreListed() {
    JsonObject other = FAST.deepCopy();
    other.addProperty("profile", "paper-node");

    assertThat(ResultsComparison.of(SLOW, other).toText())
        .contains("Not alike, profile: \"none\" and \"paper-node\"");
  }

  @Test
  void differentExperimentsAreNotCompared() {
    JsonObject other = FAST.deepCopy();
    other.addProperty("experiment", "fig4");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> ResultsComparison.of(SLOW, other))
        .withMessageContaining("different experiments");
  }
}
