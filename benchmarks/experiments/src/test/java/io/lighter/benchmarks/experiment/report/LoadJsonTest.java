// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lighter.benchmarks.experiment.SampleSeries;
import io.lighter.benchmarks.experiment.Samples;
import io.lighter.benchmarks.experiment.TimeSpan;
import io.lighter.benchmarks.experiment.load.Engine;
import io.lighter.benchmarks.experiment.load.KeyOrder;
import io.lighter.benchmarks.experiment.load.LoadPlan;
import io.lighter.benchmarks.experiment.load.LoadResult;
import io.lighter.benchmarks.experiment.load.LoadRun;
import io.lighter.benchmarks.experiment.load.LoadWindows;
import io.lighter.benchmarks.experiment.load.MeasuredRun;
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
import java.util.function.IntUnaryOperator;
import org.HdrHistogram.Histogram;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadJsonTest {
  private static final Instant START = Instant.parse("2026-01-02T03:00:00Z");
  private static final int WINDOWS = 8;
  private static final int WINDOW_S = 10;
  private static final int SCANS = 200;
  private static final int OFFLOADED = 7;
  private static final long MB = 1 << 20;

  @TempDir private Path folder;

  @Test
  void ratioBelowItsBarIsMetAndAboveItIsMissed() {
    List<LoadRun> runs = new ArrayList<>();
    for (int repeat = 1; repeat <= 3; repeat++) {
      runs.add(run(Engine.HD, repeat, WINDOWS, 10));
      runs.add(run(Engine.GEO2, repeat, WINDOWS, 6));
      runs.add(run(Engine.RG, repeat, WINDOWS, 5));
    }
    JsonObject json = results(KeyOrder.RANDOM, runs);

    JsonObject met = ratio(json, "RG", "scan_mean", "HD").orElseThrow();
    assertThat(met.get("value").getAsDouble()).isCloseTo(0.5, within(0.001));
    assertThat(met.get("low").getAsDouble()).isCloseTo(0.5, within(0.001));
    assertThat(met.get("bar").getAsDouble()).isEqualTo(0.8);
    assertThat(met.get("runs").getAsInt()).isEqualTo(3);
    assertThat(met.get("n").getAsInt()).as("windows with scans").isEqualTo(18);
    assertThat(met.get("verdict").getAsString()).isEqualTo("met");
    JsonObject missed = ratio(json, "RG", "scan_mean", "GEO2").orElseThrow();
    assertThat(missed.get("value").getAsDouble()).isCloseTo(0.833, within(0.001));
    assertThat(missed.get("verdict").getAsString()).isEqualTo("missed");
    JsonObject gets = ratio(json, "RG", "get_mean", "HD").orElseThrow();
    assertThat(gets.get("n").getAsInt()).as("windows with gets").isEqualTo(6);
    assertThat(gets.get("bar_low").getAsDouble()).isEqualTo(0.9);
    assertThat(gets.get("verdict").getAsString()).isEqualTo("met");
  }

  @Test
  void verdictIsOpenWithFewRunsOrAnIntervalOverTheBar() {
    List<LoadRun> one = List.of(run(Engine.HD, 1, WINDOWS, 10), run(Engine.RG, 1, WINDOWS, 5));
    List<LoadRun> spread = new ArrayList<>();
    for (int repeat = 1; repeat <= 3; repeat++) {
      spread.add(run(Engine.HD, repeat, WINDOWS, 10));
      spread.add(run(Engine.RG, repeat, WINDOWS, 4 + 2 * repeat)); // 6, 8, 10 ms
    }

    assertThat(verdict(results(KeyOrder.RANDOM, one), "scan_mean", "HD")).isEqualTo("open");
    JsonObject json = results(KeyOrder.RANDOM, spread);
    assertThat(verdict(json, "scan_mean", "HD")).isEqualTo("open");
    JsonObject ratio = ratio(json, "RG", "scan_mean", "HD").orElseThrow();
    assertThat(ratio.get("low").getAsDouble()).isLessThan(0.7);
    assertThat(ratio.get("high").getAsDouble()).isGreaterThan(0.9);
  }

  @Test
  void figureWhoseUnitIsARunHasAVerdictFromSixRunsOn() {
    List<LoadRun> runs = new ArrayList<>();
    for (int repeat = 1; repeat <= 3; repeat++) {
      runs.add(run(Engine.RG, repeat, WINDOWS, 5));
    }
    JsonObject three =
        ratio(results(KeyOrder.RANDOM, runs), "RG", "write_amplification", "").orElseThrow();
    for (int repeat = 4; repeat <= 6; repeat++) {
      runs.add(run(Engine.RG, repeat, WINDOWS, 5));
    }
    JsonObject six =
        ratio(results(KeyOrder.RANDOM, runs), "RG", "write_amplification", "").orElseThrow();

    assertThat(three.get("n").getAsInt()).isEqualTo(3);
    assertThat(three.get("verdict").getAsString()).isEqualTo("open");
    assertThat(six.get("n").getAsInt()).isEqualTo(6);
    assertThat(six.get("verdict").getAsString()).isEqualTo("met");
  }

  @Test
  void ratioIsOfWindowsThatBothHave() {
    List<LoadRun> runs =
        List.of(
            load(Engine.HD, 1, WINDOWS * WINDOW_S, windows(4, number -> 10)),
            load(
                Engine.RG,
                1,
                WINDOWS * WINDOW_S,
                windows(WINDOWS, number -> number < 4 ? 5 : 500)));

    JsonObject ratio = ratio(results(KeyOrder.RANDOM, runs), "RG", "scan_mean", "HD").orElseThrow();

    assertThat(ratio.get("value").getAsDouble()).isCloseTo(0.5, within(0.001));
    assertThat(ratio.get("n").getAsInt()).isEqualTo(3);
  }

  @Test
  void readsAreNotComparedWithoutARateOfInserts() {
    LoadPlan unpaced = LoadPlan.of(1, true, 0, 20, KeyOrder.RANDOM, Map.of());
    JsonObject json =
        results(unpaced, List.of(run(Engine.GEO2, 1, WINDOWS, 10), run(Engine.RG, 1, WINDOWS, 5)));

    assertThat(json.getAsJsonArray("ratios").asList().stream().map(JsonElement::getAsJsonObject))
        .extracting(ratio -> ratio.get("measure").getAsString())
        .containsOnly("load_time", "largest_compaction_mb", "write_amplification", "peak_space");
    assertThat(ratio(json, "RG", "load_time", "GEO2").orElseThrow().get("bar").getAsDouble())
        .isEqualTo(1.25);
    assertThat(new RangeBars().of(Row.load(Engine.RG, unpaced)))
        .extracting(LoadBar::measure)
        .doesNotContain(
            LoadMeasure.SCAN_MEAN,
            LoadMeasure.SCAN_P99,
            LoadMeasure.GET_MEAN,
            LoadMeasure.WORST_WINDOW,
            LoadMeasure.BLOCKS_PER_SCAN);
  }

  @Test
  void runsWhoseLoadsTookDifferentTimesAreNoPairForReads() {
    List<LoadRun> runs =
        List.of(
            load(Engine.HD, 1, 100, windows(WINDOWS, number -> 10)),
            load(Engine.RG, 1, 101, windows(WINDOWS, number -> 5)),
            load(Engine.HD, 2, 102, windows(WINDOWS, number -> 100)),
            load(Engine.RG, 2, 100, windows(WINDOWS, number -> 5)));
    JsonObject json = results(KeyOrder.RANDOM, runs);

    JsonObject scans = ratio(json, "RG", "scan_mean", "HD").orElseThrow();
    assertThat(scans.get("value").getAsDouble()).isCloseTo(0.5, within(0.001));
    assertThat(scans.get("runs").getAsInt()).isEqualTo(1);
    assertThat(scans.get("note").getAsString())
        .isEqualTo("1 of 2 pairs of runs left out, their load times differ by 2 % or more");
    assertThat(LoadFiles.text(json))
        .contains(
            "Note: RG against HD (scans, mean; scans, p99; gets, mean): 1 of 2 pairs of runs left"
                + " out, their load times differ by 2 % or more");
    JsonObject written = ratio(json, "RG", "write_amplification", "HD").orElseThrow();
    assertThat(written.get("runs").getAsInt()).as("not of windows").isEqualTo(2);
    assertThat(written.has("note")).isFalse();
  }

  @Test
  void barIsOpenIfAllPairsAreLeftOut() {
    List<LoadRun> runs =
        List.of(
            load(Engine.HD, 1, 90, windows(WINDOWS, number -> 10)),
            load(Engine.RG, 1, 80, windows(WINDOWS, number -> 5)));
    JsonObject json = results(KeyOrder.RANDOM, runs);

    JsonObject scans = ratio(json, "RG", "scan_mean", "HD").orElseThrow();
    assertThat(scans.get("value").isJsonNull()).isTrue();
    assertThat(scans.get("verdict").getAsString()).isEqualTo("open");
    assertThat(scans.get("note").getAsString()).startsWith("1 of 1 pairs of runs left out");
  }

  @Test
  void barOfAFigureThatNoRunHasIsOpen() {
    JsonObject json =
        results(
            KeyOrder.RANDOM,
            List.of(load(Engine.RG, 1, WINDOWS * WINDOW_S, windows(WINDOWS, number -> 5))));

    JsonObject space = ratio(json, "RG", "peak_space", "").orElseThrow();
    assertThat(space.get("value").isJsonNull()).isTrue();
    assertThat(space.get("bar").getAsDouble()).isEqualTo(1.25);
    assertThat(space.get("verdict").getAsString()).isEqualTo("open");
    assertThat(space.get("note").getAsString()).isEqualTo("none of 1 runs has it");
    assertThat(LoadFiles.text(json).lines())
        .anyMatch(line -> line.matches("RG, space at the peak +–: open"));
  }

  @Test
  void windowsThatAreLeftOutAndOffloadedCompactionsAreShown() throws Exception {
    LoadWindows windows =
        new LoadWindows(windows(WINDOWS, number -> 5).counted().subList(0, 5), 3, 3);
    JsonObject json =
        results(KeyOrder.RANDOM, List.of(load(Engine.RGO, 1, WINDOWS * WINDOW_S, windows)));
    LoadFiles.write(json, folder);

    JsonObject engine = json.getAsJsonArray("engines").get(0).getAsJsonObject();
    for (JsonObject figures :
        List.of(
            engine.getAsJsonObject("figures"),
            engine.getAsJsonArray("runs").get(0).getAsJsonObject().getAsJsonObject("figures"))) {
      assertThat(figures.get("windows_disturbed").getAsInt()).isEqualTo(3);
      assertThat(figures.get("windows_left_out").getAsInt()).isEqualTo(3);
      assertThat(figures.get("scan_count").getAsInt()).isEqualTo(4 * SCANS);
    }
    assertThat(Files.readString(folder.resolve("results.txt")).lines())
        .first()
        .asString()
        .endsWith("disturbed  left out");
    assertThat(Files.readString(folder.resolve("results.txt")).lines())
        .anyMatch(line -> line.matches("RGO +1 .* 3 +3"));
    assertThat(LoadTable.figures(json).get(0)).contains("offloaded");
    assertThat(
            LoadTable.figures(json).get(1).get(LoadTable.figures(json).get(0).indexOf("offloaded")))
        .isEqualTo("7");
  }

  @Test
  void pageHasTheSettingsOfEachEngine() throws Exception {
    LoadFiles.write(
        results(
            KeyOrder.RANDOM,
            List.of(run(Engine.HS, 1, WINDOWS, 5), run(Engine.HDO, 1, WINDOWS, 5))),
        folder);

    assertThat(Files.readString(folder.resolve("report.html")))
        .containsPattern("<dt>HS</dt><dd>[^<]*hbase\\.store\\.stripe\\.compaction\\.minFiles = 2")
        .containsPattern("<dt>HDO</dt><dd>[^<]*lighter\\.warmup\\.strategy = adaptive");
  }

  @Test
  void figuresOfAnEngineAreOfItsLogItsCacheAndItsSpace() {
    JsonObject json = results(KeyOrder.RANDOM, List.of(run(Engine.RG, 1, WINDOWS, 5)));

    JsonObject figures =
        json.getAsJsonArray("engines").get(0).getAsJsonObject().getAsJsonObject("figures");
    assertThat(figures.get("load_s").getAsDouble()).isEqualTo(80);
    assertThat(figures.get("scan_sent_mean_ms").getAsDouble()).isCloseTo(5, within(0.01));
    assertThat(figures.get("scan_mean_ms").getAsDouble()).as("due").isCloseTo(10, within(0.01));
    assertThat(figures.get("get_sent_mean_ms").getAsDouble()).isCloseTo(2, within(0.01));
    assertThat(figures.get("scan_count").getAsLong()).isEqualTo(6 * SCANS);
    assertThat(figures.get("blocks_per_scan").getAsDouble()).isCloseTo(1.5, within(0.001));
    assertThat(figures.get("write_amplification").getAsDouble()).isEqualTo(1.75);
    assertThat(figures.get("largest_compaction_mb").getAsDouble()).isEqualTo(60);
    assertThat(figures.get("peak_space").getAsDouble()).isEqualTo(1.5);
    assertThat(figures.get("files").getAsInt()).isEqualTo(2);
    assertThat(figures.get("files_most").getAsInt()).isEqualTo(4);
  }

  @Test
  void worstWindowIsRelativeToTheMedianOne() {
    LoadRun run =
        load(Engine.RG, 1, WINDOWS * WINDOW_S, windows(WINDOWS, number -> number == 2 ? 15 : 5));

    JsonObject worst =
        ratio(results(KeyOrder.RANDOM, List.of(run)), "RG", "worst_window", "").orElseThrow();

    assertThat(worst.get("value").getAsDouble()).isCloseTo(3, within(0.01));
    assertThat(worst.get("bar").getAsDouble()).isEqualTo(1.5);
  }

  @Test
  void barOfTheLargestCompactionFollowsSizesOfRangesAndFlushes() {
    JsonObject json = results(KeyOrder.RANDOM, List.of(run(Engine.RGO, 1, WINDOWS, 5)));

    JsonObject largest = ratio(json, "RGO", "largest_compaction_mb", "").orElseThrow();

    LoadPlan plan = plan(KeyOrder.RANDOM);
    assertThat(largest.get("bar").getAsDouble())
        .isCloseTo((4.0 * plan.rangeBytes() + 2.0 * plan.flushBytes()) / MB, within(0.1));
    assertThat(largest.has("low")).as("an interval of one run").isFalse();
    assertThat(ratio(json, "RGO", "write_amplification", "").orElseThrow().get("bar").getAsDouble())
        .isEqualTo(8.5);
    assertThat(ratio(json, "RGO", "scan_mean", "HD")).as("HD was not run").isEmpty();
  }

  @Test
  void ascendingKeysHaveOneBar() {
    JsonObject json =
        results(
            KeyOrder.ASCENDING,
            List.of(run(Engine.HD, 1, WINDOWS, 10), run(Engine.RG, 1, WINDOWS, 5)));

    assertThat(json.getAsJsonArray("ratios").asList().stream().map(JsonElement::getAsJsonObject))
        .filteredOn(ratio -> ratio.has("bar"))
        .singleElement()
        .satisfies(
            ratio -> {
              assertThat(ratio.get("measure").getAsString()).isEqualTo("compacted_share");
              assertThat(ratio.get("value").getAsDouble()).isEqualTo(0.75);
              assertThat(ratio.get("bar").getAsDouble()).isEqualTo(0.05);
            });
  }

  @Test
  void nearlyAscendingKeysHaveNoBar() {
    assertThat(new RangeBars().of(Row.load(Engine.RG, plan(KeyOrder.NEARLY_ASCENDING)))).isEmpty();
    assertThat(new RangeBars().of(Row.load(Engine.HD, plan(KeyOrder.RANDOM)))).isEmpty();
  }

  @Test
  void runWithAFailureIsExcludedAndLeavesItsEngineIncomplete() {
    LoadRun broken =
        new LoadRun(
            row(Engine.HD),
            1,
            span(0, 1),
            new Reads(new LoadWindows(List.of(), 0, 0), samples()),
            new Histogram(3),
            log(List.of()),
            List.of(),
            List.of("a scan failed"));
    JsonObject json = results(KeyOrder.RANDOM, List.of(broken, run(Engine.RG, 1, WINDOWS, 5)));

    assertThat(LoadFiles.isComplete(json)).isFalse();
    JsonObject scans = ratio(json, "RG", "scan_mean", "HD").orElseThrow();
    assertThat(scans.get("value").isJsonNull()).isTrue();
    assertThat(scans.get("bar").getAsDouble()).isEqualTo(0.8);
    assertThat(scans.get("verdict").getAsString()).isEqualTo("open");
    assertThat(LoadFiles.text(json).lines())
        .anyMatch(line -> line.matches("RG, scans, mean +–: open +–"))
        .anyMatch(line -> line.matches("RG, load time +– +–"))
        .contains("Excluded: HD, repeat 1: a scan failed")
        .anyMatch(
            line -> line.matches("Note: RG against HD \\(scans, mean; .*: no pairs of runs count"));
    assertThat(
            LoadFiles.isComplete(results(KeyOrder.RANDOM, List.of(run(Engine.RG, 1, WINDOWS, 5)))))
        .isTrue();
  }

  @Test
  void outputsAreAPageAndTables() throws Exception {
    LoadFiles.write(sample(), folder);

    assertThat(ResultsJson.read(folder).get("experiment").getAsString()).isEqualTo("range");
    assertThat(Files.readString(folder.resolve("results.txt")).lines())
        .anyMatch(line -> line.matches("RG +1 +80 +5\\.00 .*"))
        .anyMatch(line -> line.matches("RG, scans, mean +0\\.500 \\[.*] n=6, ≤ 0\\.800: open .*"));
    assertThat(Files.readString(folder.resolve("report.html")))
        .contains("id=\"ratios\"", "id=\"panel-scan\"", "id=\"panel-space\"", "Chart.js v")
        .doesNotContain("@DATA@", "@CHART@", "@BODY@", "<script src", "<link rel=\"stylesheet\"");
  }

  @Test
  void twoResultsAreComparedByEngine() {
    JsonObject first = results(KeyOrder.RANDOM, List.of(run(Engine.RG, 1, WINDOWS, 5)));
    JsonObject second = results(KeyOrder.RANDOM, List.of(run(Engine.RG, 1, WINDOWS, 7)));

    assertThat(ResultsComparison.of(first, second).lines())
        .filteredOn(line -> line.name().equals("scan_sent_mean_ms"))
        .singleElement()
        .satisfies(
            line -> {
              assertThat(line.strategy()).isEqualTo("RG");
              assertThat(line.difference()).isCloseTo(2, within(0.01));
            });
  }

  /** One run of HBase's default engine, and one of the range engine. */
  static JsonObject sample() {
    return results(
        KeyOrder.RANDOM, List.of(run(Engine.HD, 1, WINDOWS, 10), run(Engine.RG, 1, WINDOWS, 5)));
  }

  private static String verdict(JsonObject json, String measure, String against) {
    return ratio(json, "RG", measure, against).orElseThrow().get("verdict").getAsString();
  }

  /** A figure; of the engine alone if {@code against} is empty. */
  private static Optional<JsonObject> ratio(
      JsonObject json, String engine, String measure, String against) {
    return json.getAsJsonArray("ratios").asList().stream()
        .map(JsonElement::getAsJsonObject)
        .filter(ratio -> ratio.get("engine").getAsString().equals(engine))
        .filter(ratio -> ratio.get("measure").getAsString().equals(measure))
        .filter(
            ratio ->
                ratio.get("against").isJsonNull()
                    ? against.isEmpty()
                    : ratio.get("against").getAsString().equals(against))
        .findFirst();
  }

  private static JsonObject results(KeyOrder keys, List<LoadRun> runs) {
    return results(plan(keys), runs);
  }

  private static JsonObject results(LoadPlan plan, List<LoadRun> runs) {
    List<Row> rows =
        runs.stream().map(run -> Row.load(run.row().engine(), plan)).distinct().toList();
    return LoadJson.ofRanges(
        new LoadResult(
            SampleResults.about("range"),
            rows,
            runs.stream().<MeasuredRun>map(run -> of(plan, run)).toList()));
  }

  /** The run as one of another plan. */
  private static LoadRun of(LoadPlan plan, LoadRun run) {
    return new LoadRun(
        Row.load(run.row().engine(), plan),
        run.repeat(),
        run.span(),
        run.reads(),
        run.inserts(),
        run.log(),
        run.space(),
        run.failures());
  }

  private static LoadPlan plan(KeyOrder keys) {
    return LoadPlan.of(1, true, 1_000, 20, keys, Map.of());
  }

  /**
   * A run with scans of {@code scanMs} and 1.5 missed blocks each, gets of 2 ms, four flushes of 40
   * MB, and a merge of half of them.
   */
  private static LoadRun run(Engine engine, int repeat, int windows, int scanMs) {
    return new LoadRun(
        row(engine),
        repeat,
        span(0, windows * WINDOW_S),
        new Reads(windows(windows, number -> scanMs), samples()),
        new Histogram(3),
        log(
            List.of(
                new StoreLog.Compaction(at(41), at(45), 2, 20 * MB, 1, 40 * MB),
                new StoreLog.Compaction(at(46), at(47), 2, 10 * MB, 1, 20 * MB),
                new StoreLog.Compaction(at(48), at(49), 1, 10 * MB, 1, 40 * MB),
                new StoreLog.Compaction(at(50), at(51), 1, 10 * MB, 1, 20 * MB))),
        List.of(
            new SpaceSample(at(1), 900 * MB), // hardly any live data yet
            new SpaceSample(at(25), 120 * MB),
            new SpaceSample(at(60), 240 * MB)),
        List.of());
  }

  /** A run without compactions in the log, and without samples of the space. */
  private static LoadRun load(Engine engine, int repeat, int seconds, LoadWindows windows) {
    return new LoadRun(
        row(engine),
        repeat,
        span(0, seconds),
        new Reads(windows, samples()),
        new Histogram(3),
        log(List.of()),
        List.of(),
        List.of());
  }

  private static Row row(Engine engine) {
    return Row.load(engine, plan(KeyOrder.RANDOM));
  }

  private static StoreLog log(List<StoreLog.Compaction> compactions) {
    List<StoreLog.Flush> flushes = new ArrayList<>();
    for (int flush = 1; flush <= 4; flush++) {
      flushes.add(new StoreLog.Flush(at(10 * flush), 40 * MB));
    }
    return new StoreLog(flushes, compactions, OFFLOADED);
  }

  private static LoadWindows windows(int count, IntUnaryOperator scanMsOf) {
    List<ReadWindow> windows = new ArrayList<>();
    for (int number = 0; number < count; number++) {
      Kind kind = number % 4 == 3 ? Kind.GET : Kind.SCAN;
      int millis = kind == Kind.GET ? 2 : scanMsOf.applyAsInt(number);
      windows.add(
          new ReadWindow(
              number,
              kind,
              span(number * WINDOW_S, (number + 1) * WINDOW_S),
              micros(2 * millis),
              micros(millis)));
    }
    return new LoadWindows(windows, 0, 0);
  }

  private static Histogram micros(int millis) {
    Histogram micros = new Histogram(3);
    micros.recordValueWithCount(1_000L * millis, SCANS);
    return micros;
  }

  /** 30 misses a second. */
  private static SampleSeries samples() {
    return new SampleSeries(
        List.of(
            Samples.at(START, 0, 0),
            Samples.at(at(WINDOWS * WINDOW_S), 0, 30L * WINDOWS * WINDOW_S)));
  }

  private static TimeSpan span(int from, int to) {
    return new TimeSpan(at(from), at(to));
  }

  private static Instant at(int second) {
    return START.plusSeconds(second);
  }
}
