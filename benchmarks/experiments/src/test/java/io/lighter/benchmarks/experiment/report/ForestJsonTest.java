// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lighter.benchmarks.experiment.SampleSeries;
import io.lighter.benchmarks.experiment.Samples;
import io.lighter.benchmarks.experiment.ServerSample;
import io.lighter.benchmarks.experiment.TimeSpan;
import io.lighter.benchmarks.experiment.load.Engine;
import io.lighter.benchmarks.experiment.load.KeyOrder;
import io.lighter.benchmarks.experiment.load.LoadPlan;
import io.lighter.benchmarks.experiment.load.LoadResult;
import io.lighter.benchmarks.experiment.load.LoadRun;
import io.lighter.benchmarks.experiment.load.LoadWindows;
import io.lighter.benchmarks.experiment.load.MeasuredRun;
import io.lighter.benchmarks.experiment.load.ReadRun;
import io.lighter.benchmarks.experiment.load.ReadSetting;
import io.lighter.benchmarks.experiment.load.ReadWindow;
import io.lighter.benchmarks.experiment.load.ReadWindow.Kind;
import io.lighter.benchmarks.experiment.load.Reads;
import io.lighter.benchmarks.experiment.load.Row;
import io.lighter.benchmarks.experiment.load.SpaceSample;
import io.lighter.benchmarks.experiment.load.StoreLog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForestJsonTest {
  private static final Instant START = Instant.parse("2026-01-02T03:00:00Z");
  private static final long MB = 1 << 20;
  private static final int WINDOWS = 8;
  private static final int WINDOW_S = 4;
  private static final int READS = 100;
  private static final int RUNS = 6;

  @TempDir private Path folder;

  @Test
  void writeAmplificationHasABarForEachOrderOfKeys() {
    List<MeasuredRun> runs = new ArrayList<>();
    for (int repeat = 1; repeat <= RUNS; repeat++) {
      for (KeyOrder keys : KeyOrder.values()) {
        runs.add(load(Engine.HD, keys, repeat, 100, 300));
        runs.add(load(Engine.FO, keys, repeat, 80, 50));
      }
    }
    JsonObject json = json(runs);

    assertThat(value(json, "FO", "ascending", "write_amplification", "")).isEqualTo(1.5);
    assertThat(bar(json, "FO", "nearly-ascending", "write_amplification", "")).isEqualTo(1.6);
    assertThat(bar(json, "FO", "ascending", "write_amplification", "")).isEqualTo(1.05);
    assertThat(verdict(json, "FO", "ascending", "write_amplification", "")).isEqualTo("missed");
    assertThat(verdict(json, "FO", "nearly-ascending", "write_amplification", "")).isEqualTo("met");
    assertThat(value(json, "FO", "random", "write_amplification", "HD")).isEqualTo(0.375);
    assertThat(verdict(json, "FO", "random", "write_amplification", "HD")).isEqualTo("met");
    assertThat(find(json, "FO", "random", "write_amplification", "")).as("no bar alone").isEmpty();
    assertThat(find(json, "FO", "ascending", "write_amplification", "HD").orElseThrow().has("bar"))
        .as("only compared")
        .isFalse();
  }

  @Test
  void randomLoadHasBarsForTimeSpaceAndTheLargestCompaction() {
    List<MeasuredRun> runs = new ArrayList<>();
    for (int repeat = 1; repeat <= RUNS; repeat++) {
      runs.add(load(Engine.HD, KeyOrder.RANDOM, repeat, 100, 300));
      runs.add(load(Engine.HDB, KeyOrder.RANDOM, repeat, 90, 300));
      runs.add(load(Engine.FO, KeyOrder.RANDOM, repeat, 80, 60));
    }
    JsonObject json = json(runs);

    assertThat(value(json, "FO", "random", "load_time", "HD")).isEqualTo(0.8);
    assertThat(value(json, "FO", "random", "load_time", "HDB")).isEqualTo(0.8889);
    assertThat(verdict(json, "FO", "random", "load_time", "HDB")).isEqualTo("missed");
    assertThat(verdict(json, "FO", "random", "settled_time", "HDB")).isEqualTo("missed");
    assertThat(bar(json, "FO", "random", "load_time", "HD")).isEqualTo(0.8333);
    assertThat(verdict(json, "FO", "random", "load_time", "HD")).isEqualTo("met");
    assertThat(value(json, "FO", "random", "settled_time", "HD")).as("120 s by 120 s").isEqualTo(1);
    assertThat(verdict(json, "FO", "random", "settled_time", "HD")).isEqualTo("missed");
    assertThat(value(json, "FO", "random", "peak_space", "")).isEqualTo(1.2);
    assertThat(bar(json, "FO", "random", "peak_space", "")).isEqualTo(1.1);
    assertThat(verdict(json, "FO", "random", "peak_space", "")).isEqualTo("missed");
    assertThat(bar(json, "FO", "random", "largest_compaction_mb", ""))
        .isCloseTo(6.0 * plan(KeyOrder.RANDOM).rangeBytes() / MB, within(0.1));
  }

  @Test
  void readsAreComparedWithTheSameSettingOfBloomFilters() {
    List<MeasuredRun> runs = new ArrayList<>();
    for (int repeat = 1; repeat <= 3; repeat++) {
      for (boolean bloom : new boolean[] {true, false}) {
        int slower = bloom ? 1 : 2;
        runs.add(read("HD", Engine.HD, bloom, repeat, 10 * slower, 40 * slower, 1));
        runs.add(read("FO", Engine.FO, bloom, repeat, 10 * slower, 20 * slower, 1));
      }
    }
    JsonObject json = json(runs);

    for (String group : List.of("read, Bloom", "read, no Bloom")) {
      assertThat(value(json, "FO", group, "scan_mean", "HD")).isCloseTo(0.5, within(0.001));
      assertThat(bar(json, "FO", group, "scan_mean", "HD")).isEqualTo(0.7692);
      assertThat(verdict(json, "FO", group, "scan_mean", "HD")).isEqualTo("met");
      assertThat(find(json, "FO", group, "scan_mean", "HD").orElseThrow().get("n").getAsInt())
          .isEqualTo(12);
    }
  }

  @Test
  void residentFiltersAreComparedWithCachedOnes() {
    List<MeasuredRun> runs = new ArrayList<>();
    for (int repeat = 1; repeat <= 3; repeat++) {
      runs.add(read("FB", Engine.FO, true, repeat, 40, 40, 3));
      runs.add(read("FO", Engine.FO, true, repeat, 10, 40, 2));
      runs.add(read("FO", Engine.FO, false, repeat, 10, 40, 2));
    }
    JsonObject json = json(runs);

    assertThat(find(json, "FO", "read, no Bloom", "blocks_per_get", "")).isEmpty();
    assertThat(find(json, "FB", "read, Bloom", "get_mean", "FO")).as("without a bar").isEmpty();
    assertThat(value(json, "FO", "read, Bloom", "get_mean", "FB")).isCloseTo(0.25, within(0.001));
    assertThat(verdict(json, "FO", "read, Bloom", "get_mean", "FB")).isEqualTo("met");
    assertThat(value(json, "FO", "read, Bloom", "blocks_per_get", "")).isEqualTo(2);
    assertThat(bar(json, "FO", "read, Bloom", "blocks_per_get", "")).isEqualTo(1.05);
    assertThat(verdict(json, "FO", "read, Bloom", "blocks_per_get", "")).isEqualTo("missed");
  }

  @Test
  void readsAfterLoadsOfDifferentTimesAreAPair() {
    JsonObject json =
        json(
            List.of(
                read("HD", Engine.HD, true, 1, 10, 40, 1),
                withSpan(read("FO", Engine.FO, true, 1, 10, 20, 1), 1_000)));

    JsonObject scans = find(json, "FO", "read, Bloom", "scan_mean", "HD").orElseThrow();
    assertThat(scans.has("note")).isFalse();
    assertThat(scans.get("verdict").getAsString()).as("one run").isEqualTo("open");
  }

  @Test
  void textAndPageNameTheGroupsOfRows() throws Exception {
    LoadFiles.write(sample(), folder);

    assertThat(Files.readString(folder.resolve("results.txt")).lines())
        .anyMatch(line -> line.matches("FO random +1 +80 .*"))
        .anyMatch(line -> line.matches("FO read, Bloom +1 .*"))
        .anyMatch(line -> line.matches("FO random, load time +0\\.800 n=1, ≤ 0\\.833: open.*"));
    assertThat(Files.readString(folder.resolve("report.html")))
        .contains("Forest against the others", "<dt>FO read, Bloom</dt>", "id=\"group\"");
    assertThat(LoadTable.figures(sample()).get(0))
        .contains("missed/get", "settled s")
        .doesNotContain("worst");
  }

  @Test
  void columnsThatNoRowHasAreLeftOut() {
    JsonObject json = json(List.of(read("FO", Engine.FO, true, 1, 10, 40, 1)));

    assertThat(LoadTable.figures(json).get(0)).contains("get ms").doesNotContain("load s", "space");
    assertThat(json.getAsJsonArray("engines").get(0).getAsJsonObject().has("group"))
        .as("one group")
        .isFalse();
  }

  @Test
  void excludedReadsAreNamedWithTheirGroup() {
    ReadRun broken =
        new ReadRun(
            read("FO", Engine.FO, true, 1, 10, 40, 1).row(),
            1,
            span(0, 1),
            new Reads(new LoadWindows(List.of(), 0, 0), samples(1)),
            List.of("a get failed"));
    JsonObject json = json(List.of(load(Engine.FO, KeyOrder.RANDOM, 1, 80, 60), broken));

    assertThat(LoadFiles.isComplete(json)).isFalse();
    assertThat(LoadFiles.text(json)).contains("Excluded: FO, read, Bloom, repeat 1: a get failed");
  }

  /** A load of each engine, and reads of both tables. */
  static JsonObject sample() {
    return json(
        List.of(
            load(Engine.HD, KeyOrder.RANDOM, 1, 100, 300),
            load(Engine.FO, KeyOrder.RANDOM, 1, 80, 60),
            read("HD", Engine.HD, true, 1, 10, 40, 1),
            read("FO", Engine.FO, true, 1, 10, 20, 1)));
  }

  private static JsonObject json(List<MeasuredRun> runs) {
    return LoadJson.ofForests(
        new LoadResult(
            SampleResults.about("forest"),
            runs.stream().map(MeasuredRun::row).distinct().toList(),
            runs));
  }

  private static double value(
      JsonObject json, String row, String group, String measure, String against) {
    return find(json, row, group, measure, against).orElseThrow().get("value").getAsDouble();
  }

  private static double bar(
      JsonObject json, String row, String group, String measure, String against) {
    return find(json, row, group, measure, against).orElseThrow().get("bar").getAsDouble();
  }

  private static String verdict(
      JsonObject json, String row, String group, String measure, String against) {
    return find(json, row, group, measure, against).orElseThrow().get("verdict").getAsString();
  }

  /** A figure; of the row alone if {@code against} is empty. */
  private static Optional<JsonObject> find(
      JsonObject json, String row, String group, String measure, String against) {
    return json.getAsJsonArray("ratios").asList().stream()
        .map(JsonElement::getAsJsonObject)
        .filter(it -> it.get("engine").getAsString().equals(row))
        .filter(it -> !it.has("group") || it.get("group").getAsString().equals(group))
        .filter(it -> it.get("measure").getAsString().equals(measure))
        .filter(
            it ->
                it.get("against").isJsonNull()
                    ? against.isEmpty()
                    : it.get("against").getAsString().equals(against))
        .findFirst();
  }

  private static LoadPlan plan(KeyOrder keys) {
    return LoadPlan.unlimited(1, true, keys, Map.of());
  }

  /**
   * A load that flushes 100 MB in 50 s, takes {@code seconds}, writes {@code compactedMb} in one
   * compaction that ends after 120 s, and has 120 MB in HDFS.
   */
  private static LoadRun load(
      Engine engine, KeyOrder keys, int repeat, int seconds, long compactedMb) {
    return new LoadRun(
        Row.load(engine, plan(keys)),
        repeat,
        span(0, seconds),
        new Reads(new LoadWindows(List.of(), 0, 0), samples(0)),
        new Histogram(3),
        new StoreLog(
            List.of(new StoreLog.Flush(at(50), 100 * MB)),
            List.of(
                new StoreLog.Compaction(at(60), at(120), 3, compactedMb * MB, 1, compactedMb * MB)),
            0),
        List.of(new SpaceSample(at(70), 120 * MB)),
        List.of());
  }

  private static ReadRun read(
      String name, Engine engine, boolean bloom, int repeat, int getMs, int scanMs, int missed) {
    List<ReadWindow> windows = new ArrayList<>();
    for (int number = 0; number < WINDOWS; number++) {
      Kind kind = number % 2 == 0 ? Kind.GET : Kind.SCAN;
      Histogram micros = new Histogram(3);
      micros.recordValueWithCount(1_000L * (kind == Kind.GET ? getMs : scanMs), READS);
      windows.add(
          new ReadWindow(
              number, kind, span(number * WINDOW_S, (number + 1) * WINDOW_S), micros, micros));
    }
    ReadSetting setting = new ReadSetting(name, name, engine, bloom, Map.of(), Map.of());
    return new ReadRun(
        Row.load(engine, plan(KeyOrder.RANDOM)).read(setting),
        repeat,
        span(0, WINDOWS * WINDOW_S),
        new Reads(new LoadWindows(windows, 0, 0), samples(missed)),
        List.of());
  }

  private static ReadRun withSpan(ReadRun run, int seconds) {
    return new ReadRun(run.row(), run.repeat(), span(0, seconds), run.reads(), List.of());
  }

  /** So many misses for each get, and seven for each scan. */
  private static SampleSeries samples(int missed) {
    List<ServerSample> samples = new ArrayList<>();
    long misses = 0;
    for (int number = 0; number <= WINDOWS; number++) {
      samples.add(Samples.at(at(number * WINDOW_S), 0, misses));
      misses += (long) READS * (number % 2 == 0 ? missed : 7);
    }
    return new SampleSeries(samples);
  }

  private static TimeSpan span(int from, int to) {
    return new TimeSpan(at(from), at(to));
  }

  private static Instant at(int second) {
    return START.plusSeconds(second);
  }
}
