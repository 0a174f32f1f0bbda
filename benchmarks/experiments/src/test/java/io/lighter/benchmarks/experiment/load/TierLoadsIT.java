// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.benchmarks.demo.Progress;
import io.lighter.benchmarks.experiment.ExperimentSettings;
import io.lighter.benchmarks.experiment.Strategy;
import io.lighter.benchmarks.experiment.report.LoadFiles;
import io.lighter.benchmarks.experiment.report.LoadJson;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loads a small table with tiers, and reads it with and without a block cache in a file. */
class TierLoadsIT {
  private static final double SCALE = 0.06;

  @TempDir private Path folder;

  @Test
  void tableWithTiersIsLoadedInEqualFlushesAndReadInAClosedLoop() throws Exception {
    ExperimentSettings settings =
        ExperimentSettings.builder("tiers", "tiers", List.of(Strategy.SS), List.of(0.1))
            .scale(SCALE)
            .quick(true)
            .withoutRehearsal()
            .build();
    LoadSet loads =
        new TierLoads(SCALE, true, Map.of())
            .of(
                List.of(Engine.TI),
                EnumSet.of(TierFigure.INSERTS, TierFigure.RECENT, TierFigure.HOT));
    LoadPlan plan = loads.plans().get(0);

    LoadResult result =
        new LoadExperiment(
                settings,
                loads,
                Progress.on(new PrintWriter(System.out, true, UTF_8)),
                Clock.systemUTC())
            .run(soFar -> {});
    JsonObject json = LoadJson.ofTiers(result);
    LoadFiles.write(json, folder);

    assertThat(json.getAsJsonArray("excluded")).isEmpty();
    assertThat(result.runs())
        .extracting(run -> run.row().name() + " " + run.row().group())
        .containsExactlyInAnyOrder("TI inserts", "TI recent", "TI+BUCKET hot");
    LoadRun load = (LoadRun) result.runs().get(0);
    assertThat(load.log().flushes())
        .as("equal flushes, and one of the rest before the reads")
        .hasSizeBetween(
            (int) (plan.rows() / plan.flushRows()), 1 + (int) (plan.rows() / plan.flushRows()));
    assertThat(load.log().compactions()).isNotEmpty();
    assertThat(load.writeAmplification() / load.expectedWriteAmplification().orElseThrow())
        .isBetween(0.9, 1.1);
    for (MeasuredRun run : result.runs().subList(1, 3)) {
      assertThat(run.reads().of(ReadWindow.Kind.GET)).hasSize(8).allMatch(it -> it.count() > 0);
    }
    assertThat(folder.resolve("report.html")).isNotEmptyFile();
  }
}
