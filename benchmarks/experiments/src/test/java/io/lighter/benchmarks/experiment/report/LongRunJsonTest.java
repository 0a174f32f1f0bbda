// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.benchmarks.experiment.CompactionSpan;
import io.lighter.benchmarks.experiment.LongRun;
import io.lighter.benchmarks.experiment.Strategy;
import io.lighter.benchmarks.experiment.TrialResult;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LongRunJsonTest {
  private static final TrialResult TRIAL = SampleResults.trial(Strategy.SS, 1, 2, List.of());
  private static final Instant START = TRIAL.first().baseline();

  @TempDir private Path folder;

  @Test
  void everyCompactionIsAPhaseOfTheCourse() throws Exception {
    JsonObject json =
        LongRunJson.of(
            SampleResults.of(List.of(), List.of()),
            List.of(
                run(LongRun.Mode.OFF, List.of(), List.of()),
                run(
                    LongRun.Mode.REGULAR,
                    List.of(span(5, 6, false), span(20, 25, true)),
                    List.of())));

    JsonObject course =
        ResultsJsonTest.strategy(json, "REGULAR")
            .getAsJsonArray("runs")
            .get(0)
            .getAsJsonObject()
            .getAsJsonObject("course");
    assertThat(course.getAsJsonArray("phases"))
        .extracting(p -> p.getAsJsonObject().get("from").getAsDouble())
        .containsExactly(5.0, 20.0);
    assertThat(ResultFiles.isComplete(json)).isTrue();
    assertThat(Plots.write(json, folder)).hasSize(4);
    assertThat(HtmlReport.of(json))
        .contains("id=\"panel-REGULAR-1_5\"", "2 compactions, 1 of them of all files")
        .doesNotContain("<table class=\"figure\">");
  }

  @Test
  void runThatFailedIsExcluded() {
    JsonObject json =
        LongRunJson.of(
            SampleResults.of(List.of(), List.of()),
            List.of(run(LongRun.Mode.OFF, List.of(), List.of("1 compactions"))));

    assertThat(ResultFiles.isComplete(json)).isFalse();
    assertThat(json.getAsJsonArray("excluded")).hasSize(1);
  }

  @Test
  void repeatsOfAModeAreItsRunsAndOneValidRunSuffices() {
    JsonObject json =
        LongRunJson.of(
            SampleResults.of(List.of(), List.of()),
            List.of(
                run(LongRun.Mode.OFF, 1, List.of(), List.of("1 compactions")),
                run(LongRun.Mode.OFF, 2, List.of(), List.of())));

    JsonObject off = ResultsJsonTest.strategy(json, "OFF");
    assertThat(json.getAsJsonArray("strategies")).hasSize(1);
    assertThat(off.getAsJsonArray("runs"))
        .extracting(run -> run.getAsJsonObject().get("repeat").getAsInt())
        .containsExactly(1, 2);
    assertThat(off.get("runs_counted").getAsInt()).isEqualTo(1);
    assertThat(ResultFiles.isComplete(json)).isTrue();
    assertThat(json.getAsJsonArray("excluded").get(0).getAsJsonObject().get("repeat").getAsInt())
        .isEqualTo(1);
  }

  private static CompactionSpan span(int from, int to, boolean major) {
    return new CompactionSpan(START.plusSeconds(from), START.plusSeconds(to), major);
  }

  private static LongRun.Result run(
      LongRun.Mode mode, List<CompactionSpan> spans, List<String> failures) {
    return run(mode, 1, spans, failures);
  }

  private static LongRun.Result run(
      LongRun.Mode mode, int repeat, List<CompactionSpan> spans, List<String> failures) {
    return new LongRun.Result(
        mode,
        repeat,
        START,
        TRIAL.first().end(),
        TRIAL.latencies(),
        TRIAL.samples(),
        spans,
        failures);
  }
}
