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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads the files of a small forest, and those of HBase's default engine, with each setting. */
@Tag("long")
class ForestReadsIT {
  private static final double SCALE = 0.04;

  @TempDir private Path folder;

  @Test
  void filesOfAForestAreReadWithEachSetting() throws Exception {
    ExperimentSettings settings =
        ExperimentSettings.builder("forest", "two engines", List.of(Strategy.SS), List.of(0.1))
            .scale(SCALE)
            .quick(true)
            .withoutRehearsal()
            .build();
    LoadSet loads =
        new ForestLoads(SCALE, true, 100, Map.of("lighter.forest.sst.min.bytes", "32KB"))
            .of(
                List.of(Engine.HD, Engine.FO),
                EnumSet.of(ForestFigure.SPACE, ForestFigure.GETS, ForestFigure.SCANS));

    LoadResult result =
        new LoadExperiment(
                settings,
                loads,
                Progress.on(new PrintWriter(System.out, true, UTF_8)),
                Clock.systemUTC())
            .run(soFar -> {});
    JsonObject json = LoadJson.ofForests(result);
    LoadFiles.write(json, folder);

    assertThat(json.getAsJsonArray("excluded")).isEmpty();
    assertThat(result.runs())
        .extracting(MeasuredRun::row)
        .containsExactlyInAnyOrderElementsOf(loads.rows());
    for (MeasuredRun run : result.runs()) {
      if (run instanceof LoadRun load) {
        assertThat(load.log().compactions()).isNotEmpty();
        assertThat(load.peakSpace()).isPresent();
      } else {
        assertThat(run.reads().of(ReadWindow.Kind.GET)).hasSize(4);
        assertThat(run.reads().of(ReadWindow.Kind.SCAN)).hasSize(4);
      }
    }
    assertThat(folder.resolve("report.html")).isNotEmptyFile();
  }
}
