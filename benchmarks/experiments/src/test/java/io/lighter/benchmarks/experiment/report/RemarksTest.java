// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.benchmarks.experiment.Strategy;
import io.lighter.benchmarks.experiment.TrialResult;
import java.util.List;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;

class RemarksTest {
  @Test
  void notesOfRunsAreInTheText() {
    assertThat(TextReport.of(of(List.of("the machine was busy before: 80 %"))))
        .contains("Note: TIW, repeat 1: the machine was busy before: 80 %");
  }

  @Test
  void manyNotesOfARunAreCounted() {
    assertThat(
            Remarks.notes(
                Section.of(of(List.of("one", "two", "three", "four", "five", "six", "seven")))
                    .get(0)))
        .hasSize(6)
        .endsWith("TIW, repeat 1: five", "TIW, repeat 1: 2 further notes, in report.html");
  }

  private static JsonObject of(List<String> notes) {
    TrialResult trial = SampleResults.trial(Strategy.TIW, 1, 1.1, notes);
    return ResultsJson.of(SampleResults.of(List.of(trial), List.of()));
  }
}
