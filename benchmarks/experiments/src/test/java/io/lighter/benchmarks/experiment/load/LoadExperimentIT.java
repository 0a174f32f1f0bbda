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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loads small tables of HBase's default engine and of the offloaded range engine. */
@Tag("long")
class LoadExperimentIT {
  private static final double SCALE = 0.04;

  @TempDir private Path folder;

  @Test
  void defaultEngineAndOffloadedRangesAreLoadedAndRead() throws Exception {
    ExperimentSettings settings =
        ExperimentSettings.builder("range", "two engines", List.of(Strategy.SS), List.of(0.2))
            .scale(SCALE)
            .quick(true)
            .withoutRehearsal()
            .build();
    LoadPlan plan = LoadPlan.of(SCALE, true, 1_000, 50, KeyOrder.RANDOM, Map.of());
    List<Integer> left = new ArrayList<>();

    LoadResult result =
        new LoadExperiment(
                settings,
                LoadSet.of(List.of(Engine.HD, Engine.RGO), plan),
                Progress.on(new PrintWriter(System.out, true, UTF_8)),
                Clock.systemUTC())
            .run(soFar -> left.add(soFar.about().trialsLeft()));
    JsonObject json = LoadJson.ofRanges(result);
    LoadFiles.write(json, folder);

    assertThat(left).as("what was kept on the way").containsExactly(1, 0);
    assertThat(json.getAsJsonArray("excluded")).isEmpty();
    assertThat(result.runs()).extracting(run -> run.row().engine()).contains(Engine.HD, Engine.RGO);
    for (MeasuredRun measured : result.runs()) {
      LoadRun run = (LoadRun) measured;
      long flushed = run.log().flushedBytes();
      assertThat(run.inserts().getTotalCount()).isEqualTo(plan.rows());
      assertThat(flushed)
          .as("all rows but those of the last memstore are in files")
          .isBetween(plan.bytes() - 3 * plan.flushBytes(), plan.bytes() + plan.flushBytes());
      assertThat(run.log().flushes()).hasSizeGreaterThan(5);
      assertThat(run.log().compactions()).isNotEmpty();
      assertThat(run.reads().of(ReadWindow.Kind.SCAN)).hasSizeGreaterThan(5);
      assertThat(run.reads().of(ReadWindow.Kind.GET)).isNotEmpty();
      assertThat(run.space())
          .last()
          .satisfies(sample -> assertThat(sample.bytes()).isGreaterThan(flushed / 2));
      assertThat(run.reads().windows().leftOut()).as("the machine is shared").isZero();
      assertThat(run.log().offloaded() > 0).isEqualTo(run.row().engine() == Engine.RGO);
    }
    for (JsonElement engine : json.getAsJsonArray("engines")) {
      assertThat(engine.getAsJsonObject().getAsJsonObject("figures").keySet())
          .contains(
              "scan_mean_ms",
              "scan_sent_p99_ms",
              "get_mean_ms",
              "insert_mean_ms",
              "blocks_per_scan",
              "write_amplification",
              "largest_compaction_mb",
              "peak_space");
    }
    assertThat(folder.resolve("report.html")).isNotEmptyFile();
  }
}
