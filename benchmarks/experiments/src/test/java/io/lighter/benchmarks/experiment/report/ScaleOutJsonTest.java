// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lighter.benchmarks.experiment.LatencyInterval;
import io.lighter.benchmarks.experiment.LatencyLog;
import io.lighter.benchmarks.experiment.LatencyLog.Timing;
import io.lighter.benchmarks.experiment.YcsbRows;
import io.lighter.benchmarks.experiment.scaleout.OffloadedJob;
import io.lighter.benchmarks.experiment.scaleout.ScaleOutPlan;
import io.lighter.benchmarks.experiment.scaleout.ScaleOutRun;
import io.lighter.benchmarks.experiment.scaleout.SimulatedScaleOut;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.HdrHistogram.Histogram;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScaleOutJsonTest {
  private static final Instant START = Instant.parse("2026-01-02T03:00:00Z");
  private static final ScaleOutPlan PLAN =
      ScaleOutPlan.of(List.of(2, 4), List.of(1, 2), new YcsbRows(16_000), true);

  @TempDir private Path folder;

  @Test
  void partsShowTheEffectOfTheSecondServer() {
    JsonObject large = cluster(results(List.of()), 1);

    assertThat(large.get("region_servers").getAsInt()).isEqualTo(4);
    assertThat(large.get("regions").getAsInt()).isEqualTo(16);
    assertThat(part(large, 0).get("compaction_servers").getAsInt()).isEqualTo(1);
    assertThat(part(large, 0).get("wait_p50_s").getAsDouble()).isBetween(19.9, 20.1);
    assertThat(part(large, 0).get("load_of_limit").getAsDouble()).isEqualTo(1.4);
    assertThat(part(large, 0).get("get_mean_ms").getAsDouble()).isBetween(1.9, 2.1);
    assertThat(part(large, 1).get("compaction_servers").getAsInt()).isEqualTo(2);
    assertThat(part(large, 1).get("wait_p50_s").getAsDouble()).isBetween(0.9, 1.1);
    assertThat(part(large, 1).get("get_mean_ms").getAsDouble()).isBetween(0.9, 1.1);
    assertThat(part(large, 1).get("first_job_s").getAsDouble()).isEqualTo(2);
  }

  @Test
  void courseBeginsBeforeTheSecondServerJoins() {
    JsonObject course =
        cluster(results(List.of()), 0)
            .getAsJsonArray("runs")
            .get(0)
            .getAsJsonObject()
            .getAsJsonObject("course");

    double[] t = Plots.numbers(course.getAsJsonObject("waiting").getAsJsonArray("t"));
    assertThat(t[0]).isEqualTo(-60);
    assertThat(t[t.length - 1]).isEqualTo(59);
    double[] waiting = Plots.numbers(course.getAsJsonObject("waiting").getAsJsonArray("count"));
    assertThat(waiting[30]).isEqualTo(10);
    double[] rate =
        Plots.numbers(course.getAsJsonObject("compactions").getAsJsonArray("per_minute"));
    assertThat(rate).hasSize(6);
    assertThat(rate[1]).isEqualTo(30);
  }

  @Test
  void twoResultsAreComparedByNumbersOfServers() {
    JsonObject results = results(List.of());
    JsonObject other = results.deepCopy();
    part(cluster(other, 1), 1).addProperty("wait_p50_s", 11);

    List<ResultsComparison.Line> lines = ResultsComparison.of(results, other).lines();

    assertThat(lines)
        .filteredOn(line -> line.difference() != 0)
        .singleElement()
        .satisfies(
            line -> {
              assertThat(line.strategy()).isEqualTo("4 region servers, 2 compaction servers");
              assertThat(line.name()).isEqualTo("wait_p50_s");
              assertThat(line.difference()).isCloseTo(10, within(0.1));
            });
    assertThat(lines).extracting(ResultsComparison.Line::name).contains("get_p99_ms", "busy");
  }

  @Test
  void outputsAreAPageATableAndPicturesInBothFormats() throws Exception {
    ScaleOutFiles.write(results(List.of()), folder);

    assertThat(ResultsJson.read(folder).get("experiment").getAsString()).isEqualTo("fig9");
    assertThat(Files.readString(folder.resolve("results.txt")).lines())
        .anyMatch(line -> line.matches("4 +2 +1\\.0 +1\\.0 .*"));
    for (String name : List.of("waiting", "wait", "compaction", "rate", "get", "simulated-wait")) {
      BufferedImage picture = ImageIO.read(folder.resolve("fig9-" + name + ".png").toFile());
      assertThat(picture.getWidth()).isEqualTo(800);
      assertThat(Files.readString(folder.resolve("fig9-" + name + ".svg"))).contains("<svg");
    }
    assertThat(Files.readString(folder.resolve("report.html")))
        .contains("id=\"panel-waiting\"", "id=\"panel-simulated-rate\"", "Chart.js v")
        .contains("lighter.server.throughput.limit")
        .doesNotContain("@DATA@", "@CHART@", "@BODY@", "<script src", "<link rel=\"stylesheet\"");
  }

  @Test
  void interimResultsHaveOneClusterAndNoSimulation() throws Exception {
    JsonObject json =
        ScaleOutJson.of(SampleResults.about("fig9"), PLAN, List.of(run(2, List.of())), List.of());
    json.addProperty("trials_left", 1);

    ScaleOutFiles.writeTexts(json, folder);

    assertThat(folder.toFile().list())
        .containsExactlyInAnyOrder("results.json", "results.txt", "report.html");
    assertThat(Files.readString(folder.resolve("results.txt")))
        .contains("Not finished: 1 runs were still to come");
    assertThat(Files.readString(folder.resolve("report.html"))).contains("id=\"unfinished\"");
    assertThat(ScaleOutFiles.isComplete(json)).isFalse();
  }

  @Test
  void clusterWithoutAValidRunIsIncomplete() {
    JsonObject json = results(List.of("region-server-1 compacted 2 times itself"));

    assertThat(ScaleOutFiles.isComplete(json)).isFalse();
    assertThat(ScaleOutFiles.isComplete(results(List.of()))).isTrue();
    assertThat(cluster(json, 0).getAsJsonArray("parts")).isEmpty();
    assertThat(ScaleOutFiles.text(json))
        .contains("Excluded: 2 region servers, repeat 1: region-server-1 compacted 2 times");
  }

  /** Two clusters and a simulated one. */
  static JsonObject sample() {
    return results(List.of());
  }

  private static JsonObject results(List<String> failures) {
    return ScaleOutJson.of(
        SampleResults.about("fig9"),
        PLAN,
        List.of(run(2, failures), run(4, failures)),
        List.of(SimulatedScaleOut.run(10, true, 1)));
  }

  private static JsonObject cluster(JsonObject results, int index) {
    return results.getAsJsonArray("scale_out").get(index).getAsJsonObject();
  }

  private static JsonObject part(JsonObject cluster, int index) {
    return cluster.getAsJsonArray("parts").get(index).getAsJsonObject();
  }

  /**
   * A run of 60 s with one server, 20 s in the queue and gets of 2 ms; then 60 s with two, 1 s and
   * 1 ms.
   */
  private static ScaleOutRun run(int regionServers, List<String> failures) {
    List<OffloadedJob> jobs = new ArrayList<>();
    for (int second = 0; second < 60; second += 2) {
      jobs.add(job("compaction-server-1", second - 20, second));
    }
    for (int second = 62; second < 120; second += 4) {
      jobs.add(job("compaction-server-1", second - 1, second));
      jobs.add(job("compaction-server-2", second - 1, second));
    }
    LatencyLog log = new LatencyLog();
    for (int second = 0; second < 120; second++) {
      Histogram micros = new Histogram(3);
      micros.recordValueWithCount(second < 60 ? 2_000 : 1_000, 20);
      for (String operation : List.of("get", "scan", "update")) {
        for (Timing timing : Timing.values()) {
          log.add(timing, operation, new LatencyInterval(at(second), at(second + 1), micros));
        }
      }
    }
    return new ScaleOutRun(
        regionServers,
        1,
        START,
        List.of(
            new ScaleOutRun.Part(1, START, at(20), at(60)),
            new ScaleOutRun.Part(2, at(60), at(80), at(120))),
        log,
        jobs,
        failures);
  }

  private static OffloadedJob job(String server, int accepted, int started) {
    return new OffloadedJob(
        "cj-" + started,
        server,
        at(accepted),
        Optional.of(at(started)),
        Optional.of(at(started + 2)),
        true);
  }

  private static Instant at(int second) {
    return START.plusSeconds(second);
  }
}
