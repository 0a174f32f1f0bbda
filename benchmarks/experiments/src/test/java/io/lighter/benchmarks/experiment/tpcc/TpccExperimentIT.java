// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.tpcc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.benchmarks.demo.Progress;
import io.lighter.benchmarks.experiment.ExperimentSettings;
import io.lighter.benchmarks.experiment.Strategy;
import io.lighter.benchmarks.experiment.TrialSettings;
import io.lighter.benchmarks.experiment.report.ResultFiles;
import io.lighter.benchmarks.experiment.report.TpccJson;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs Figure 8 with one strategy and very little data, including all files. */
@Tag("long")
class TpccExperimentIT {
  private static final double SCALE = 0.05;
  private static final int THREADS = 2;
  private static final TrialSettings SHORT =
      new TrialSettings(
          Duration.ofSeconds(3),
          Duration.ofSeconds(15),
          Duration.ofSeconds(20),
          Duration.ofSeconds(1),
          Duration.ofSeconds(20),
          TrialSettings.COMPACTION_LIMIT,
          Duration.ZERO,
          Duration.ofSeconds(25),
          1,
          TrialSettings.PACE); // for the rarest transaction on a busy machine

  @TempDir private Path folder;

  @Test
  void throttledIsMeasuredInBothSetsWhileTransactionsRun() throws Exception {
    ExperimentSettings settings =
        ExperimentSettings.builder(
                "fig8", "one strategy", List.of(Strategy.TIW), List.of(TpccPlan.CACHE_FACTOR))
            .scale(SCALE)
            .quick(true)
            .withoutRehearsal()
            .build();
    Progress progress = Progress.on(new PrintWriter(System.out, true, UTF_8));

    TpccResult result =
        new TpccExperiment(new TpccPlan(settings, THREADS, SHORT), progress, Clock.systemUTC())
            .run(soFar -> ResultFiles.writeTexts(TpccJson.of(soFar), folder));
    JsonObject json = TpccJson.of(result);
    ResultFiles.write(json, folder);

    assertThat(json.getAsJsonArray("excluded")).isEmpty();
    JsonObject throttled = json.getAsJsonArray("strategies").get(0).getAsJsonObject();
    assertThat(throttled.get("tpmc").getAsDouble()).isPositive();
    assertThat(throttled.get("failed_ops").getAsInt()).isZero();
    for (String operation : List.of("new_order", "stock_level")) {
      JsonObject figures = throttled.getAsJsonObject(operation);
      assertMeasured(figures, "compaction");
      assertMeasured(figures, "warmup");
      assertThat(figures.get("warmup_ended_by").getAsString()).isEqualTo("event");
      assertThat(figures.get("blocks_remote").getAsLong()).isPositive();
    }
    JsonObject newOrder = throttled.getAsJsonObject("new_order");
    assertThat(newOrder.get("warmup_count").getAsLong()).isPositive();
    for (JsonElement set : json.getAsJsonArray("sets")) {
      String name = set.getAsJsonObject().get("name").getAsString();
      assertThat(folder.resolve("fig8-TIW-%s.png".formatted(name))).isNotEmptyFile();
    }
  }

  /** Checks figures. So little data is compacted at once, possibly without rare transactions. */
  private static void assertMeasured(JsonObject figures, String phase) {
    assertThat(figures.keySet()).contains(phase + "_s", phase + "_count");
    boolean any = figures.get(phase + "_count").getAsLong() > 0;
    assertThat(figures.has(phase + "_pct")).isEqualTo(any);
  }
}
