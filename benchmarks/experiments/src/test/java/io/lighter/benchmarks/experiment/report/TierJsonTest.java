// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lighter.benchmarks.experiment.ExperimentResult;
import io.lighter.benchmarks.experiment.ExperimentSettings;
import io.lighter.benchmarks.experiment.SampleSeries;
import io.lighter.benchmarks.experiment.Samples;
import io.lighter.benchmarks.experiment.ServerSample;
import io.lighter.benchmarks.experiment.Strategy;
import io.lighter.benchmarks.experiment.TimeSpan;
import io.lighter.benchmarks.experiment.load.CommitRun;
import io.lighter.benchmarks.experiment.load.Engine;
import io.lighter.benchmarks.experiment.load.LoadPlan;
import io.lighter.benchmarks.experiment.load.LoadResult;
import io.lighter.benchmarks.experiment.load.LoadRun;
import io.lighter.benchmarks.experiment.load.LoadWindows;
import io.lighter.benchmarks.experiment.load.MeasuredRun;
import io.lighter.benchmarks.experiment.load.MergeRun;
import io.lighter.benchmarks.experiment.load.ReadRun;
import io.lighter.benchmarks.experiment.load.ReadSetting;
import io.lighter.benchmarks.experiment.load.ReadUse;
import io.lighter.benchmarks.experiment.load.ReadWindow;
import io.lighter.benchmarks.experiment.load.ReadWindow.Kind;
import io.lighter.benchmarks.experiment.load.Reads;
import io.lighter.benchmarks.experiment.load.Row;
import io.lighter.benchmarks.experiment.load.StoreLog;
import io.lighter.testing.isolation.IsolationProfile;
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

class TierJsonTest {
  private static final Instant START = Instant.parse("2026-01-02T03:00:00Z");
  private static final long MB = 1 << 20;
  private static final int WINDOW_S = 2;
  private static final int RUNS = 6;
  private static final LoadPlan PLAN = LoadPlan.tiers(1, true, Map.of());
  private static final String IN_FORCE = "isolation: tiers (cgroup v1)";

  @TempDir private Path folder;

  @Test
  void insertsAreComparedByRatesThatIncludeMerges() {
    JsonObject json =
        json(
            repeated(
                repeat -> load(Engine.K4, repeat, 100, 16, 20),
                repeat -> load(Engine.K80, repeat, 40, 16, 0),
                repeat -> load(Engine.K8, repeat, 90, 16, 16)));

    JsonObject most = find(json, "K80", "insert_rate", "K4").orElseThrow();
    assertThat(most.get("value").getAsDouble()).isCloseTo(2.5, within(0.01));
    assertThat(most.get("bar_low").getAsDouble()).isEqualTo(2.0);
    assertThat(most.has("bar")).as("an upper end").isFalse();
    assertThat(most.get("verdict").getAsString()).isEqualTo("met");
    assertThat(most.get("n").getAsInt()).isEqualTo(RUNS);
    assertThat(verdict(json, "K8", "insert_rate", "K4")).isEqualTo("missed");
    assertThat(json.getAsJsonArray("engines").asList())
        .extracting(
            engine ->
                engine
                    .getAsJsonObject()
                    .getAsJsonObject("figures")
                    .get("insert_rate")
                    .getAsDouble())
        .as("210,000 rows until the last merge has ended")
        .first()
        .isEqualTo(2_100.0);
    assertThat(LoadFiles.text(json)).contains("2.50 [2.50, 2.50] n=6, ≥ 2.00: met");
  }

  @Test
  void writeAmplificationIsComparedWithTheFormula() {
    // 16 flushes: 16 + 16 of level 1 + 16 of level 2
    JsonObject json = json(repeated(repeat -> load(Engine.K4, repeat, 100, 16, 32)));

    JsonObject byFormula = find(json, "K4", "write_amplification_by_formula", "").orElseThrow();
    assertThat(byFormula.get("value").getAsDouble()).isCloseTo(1, within(0.001));
    assertThat(byFormula.get("verdict").getAsString()).isEqualTo("met");
    JsonObject less = json(repeated(repeat -> load(Engine.K4, repeat, 100, 16, 24)));
    assertThat(verdict(less, "K4", "write_amplification_by_formula", "")).isEqualTo("missed");
  }

  @Test
  void noVerdictWhereTheIntervalSpansTheAim() {
    JsonObject json =
        json(
            repeated(
                repeat -> load(Engine.K4, repeat, 100, 16, 20),
                repeat -> load(Engine.K80, repeat, repeat % 2 == 0 ? 40 : 60, 16, 0)));

    assertThat(verdict(json, "K80", "insert_rate", "K4")).isEqualTo("open");
  }

  @Test
  void recentReadsHaveBarsAgainstTheSlowDiskAndTheBaselines() {
    JsonObject json =
        json(
            repeated(
                repeat -> reads("TI", Engine.TI, ReadUse.RECENT, repeat, 700),
                repeat -> reads("K4", Engine.K4, ReadUse.RECENT, repeat, 100),
                repeat -> reads("HDATE", Engine.HDATE, ReadUse.RECENT, repeat, 600),
                repeat -> reads("BUCKET", Engine.HDISK, ReadUse.RECENT, repeat, 900)));

    assertThat(find(json, "TI", "get_rate", "K4").orElseThrow().get("value").getAsDouble())
        .isCloseTo(7, within(0.01));
    assertThat(verdict(json, "TI", "get_rate", "K4")).isEqualTo("met");
    assertThat(verdict(json, "TI", "get_rate", "HDATE")).isEqualTo("met");
    assertThat(json.getAsJsonArray("ratios").asList())
        .extracting(ratio -> ratio.getAsJsonObject().get("engine").getAsString())
        .as("levels on DISK are a baseline here")
        .containsOnly("TI");
    assertThat(verdict(json, "TI", "get_rate", "BUCKET")).isEqualTo("missed");
    assertThat(json.getAsJsonArray("better_baselines").asList())
        .extracting(JsonElement::getAsString)
        .containsExactly("BUCKET is better than TI, gets a second");
    assertThat(LoadFiles.text(json)).contains("Note: BUCKET is better than TI, gets a second");
  }

  @Test
  void hotReadsAreComparedWithBothDisks() {
    JsonObject json =
        json(
            repeated(
                repeat -> reads("TI+BUCKET", Engine.TI, ReadUse.HOT, repeat, 800),
                repeat -> reads("HDISK", Engine.HDISK, ReadUse.HOT, repeat, 100),
                repeat -> reads("HSSD", Engine.HSSD, ReadUse.HOT, repeat, 2_000)));

    assertThat(verdict(json, "TI+BUCKET", "get_rate", "HDISK")).isEqualTo("met");
    assertThat(verdict(json, "TI+BUCKET", "get_rate", "HSSD")).isEqualTo("missed");
  }

  @Test
  void hitsAndLatenciesOverAMergeAreComparedWithThoseBefore() {
    JsonObject json = json(repeated(repeat -> merge(Engine.TIO, repeat, 4, 5)));

    JsonObject hits = find(json, "TIO", "hits_kept", "").orElseThrow();
    assertThat(hits.get("value").getAsDouble()).isCloseTo(0.96, within(0.001));
    assertThat(hits.get("n").getAsInt()).isEqualTo(RUNS * 4);
    assertThat(hits.get("verdict").getAsString()).isEqualTo("met");
    JsonObject p99 = find(json, "TIO", "get_p99_beside_merges", "").orElseThrow();
    assertThat(p99.get("value").getAsDouble()).isCloseTo(1.25, within(0.01));
    JsonObject slow = json(repeated(repeat -> merge(Engine.TIO, repeat, 20, 9)));
    assertThat(verdict(slow, "TIO", "hits_kept", "")).isEqualTo("missed");
    assertThat(verdict(slow, "TIO", "get_p99_beside_merges", "")).isEqualTo("missed");
    JsonObject local = json(repeated(repeat -> merge(Engine.TI, repeat, 20, 9)));
    assertThat(find(local, "TI", "hits_kept", "")).as("a bar").isEmpty();
  }

  @Test
  void oneLostCommitOfTenThousandMissesTheBar() {
    JsonObject none = json(repeated(repeat -> commits(repeat, 0)));
    JsonObject one = json(repeated(repeat -> commits(repeat, 1)));

    assertThat(verdict(none, "ASYNC", "commits_lost", "")).isEqualTo("met");
    assertThat(find(one, "ASYNC", "commits_lost", "").orElseThrow().get("value").getAsDouble())
        .isEqualTo(1);
    assertThat(verdict(one, "ASYNC", "commits_lost", "")).isNotEqualTo("met");
  }

  @Test
  void withoutLimitedDisksOnlyCountsHaveBars() {
    List<MeasuredRun> runs =
        repeated(
            repeat -> load(Engine.K4, repeat, 100, 16, 32),
            repeat -> load(Engine.K80, repeat, 40, 16, 0),
            repeat -> reads("TI", Engine.TI, ReadUse.RECENT, repeat, 700),
            repeat -> reads("K4", Engine.K4, ReadUse.RECENT, repeat, 100));
    for (JsonObject json :
        List.of(
            json(runs, IsolationProfile.NONE, List.of()),
            json(
                runs,
                IsolationProfile.TIERS,
                List.of(IN_FORCE, "  NOT in force: disk limits: no permission")))) {
      assertThat(json.getAsJsonArray("ratios").asList())
          .map(JsonElement::getAsJsonObject)
          .filteredOn(ratio -> ratio.has("verdict"))
          .extracting(ratio -> ratio.get("measure").getAsString())
          .containsOnly("write_amplification_by_formula");
    }
  }

  @Test
  void pageHasTheVerdictsAndTheBetterBaselines() throws Exception {
    JsonObject json =
        json(
            List.of(
                load(Engine.K4, 1, 100, 16, 32),
                reads("TI", Engine.TI, ReadUse.RECENT, 1, 700),
                reads("BUCKET", Engine.HDISK, ReadUse.RECENT, 1, 900)));
    LoadFiles.write(json, folder);

    assertThat(folder.resolve("report.html"))
        .content()
        .contains("Levels and tiers against the others", "BUCKET is better than TI");
    assertThat(folder.resolve("results.json")).isNotEmptyFile();
  }

  /** Makes a run of a repeat. */
  @FunctionalInterface
  private interface Maker {
    MeasuredRun of(int repeat);
  }

  private static List<MeasuredRun> repeated(Maker... makers) {
    List<MeasuredRun> runs = new ArrayList<>();
    for (int repeat = 1; repeat <= RUNS; repeat++) {
      for (Maker maker : makers) {
        runs.add(maker.of(repeat));
      }
    }
    return runs;
  }

  private static JsonObject json(List<MeasuredRun> runs) {
    return json(runs, IsolationProfile.TIERS, List.of(IN_FORCE));
  }

  private static JsonObject json(
      List<MeasuredRun> runs, IsolationProfile profile, List<String> isolation) {
    ExperimentResult about = SampleResults.about("tiers");
    ExperimentSettings settings =
        ExperimentSettings.builder("tiers", "Tiers", List.of(Strategy.SS), List.of(0.1))
            .profile(profile)
            .quick(true)
            .repeat(RUNS)
            .build();
    return LoadJson.ofTiers(
        new LoadResult(
            new ExperimentResult(
                settings,
                about.operations(),
                about.workload(),
                about.machine(),
                isolation,
                List.of(),
                List.of(),
                0,
                about.start(),
                about.duration()),
            runs.stream().map(MeasuredRun::row).distinct().toList(),
            runs));
  }

  private static String verdict(JsonObject json, String row, String measure, String against) {
    return find(json, row, measure, against).orElseThrow().get("verdict").getAsString();
  }

  private static Optional<JsonObject> find(
      JsonObject json, String row, String measure, String against) {
    return json.getAsJsonArray("ratios").asList().stream()
        .map(JsonElement::getAsJsonObject)
        .filter(it -> it.get("engine").getAsString().equals(row))
        .filter(it -> it.get("measure").getAsString().equals(measure))
        .filter(
            it ->
                it.get("against").isJsonNull()
                    ? against.isEmpty()
                    : it.get("against").getAsString().equals(against))
        .findFirst();
  }

  /** A load of equal flushes of 1 MB, with a compaction that ends as late as the load. */
  private static LoadRun load(
      Engine engine, int repeat, int seconds, int flushes, long compactedMb) {
    List<StoreLog.Flush> flushed = new ArrayList<>();
    for (int i = 0; i < flushes; i++) {
      flushed.add(new StoreLog.Flush(at(i), MB));
    }
    return new LoadRun(
        Row.load(engine, PLAN),
        repeat,
        span(0, seconds / 2),
        new Reads(new LoadWindows(List.of(), 0, 0), new SampleSeries(List.of())),
        new Histogram(3),
        new StoreLog(
            flushed,
            List.of(
                new StoreLog.Compaction(
                    at(1), at(seconds), 4, compactedMb * MB, 1, compactedMb * MB)),
            0),
        List.of(),
        List.of());
  }

  private static ReadRun reads(String name, Engine engine, ReadUse use, int repeat, int perSecond) {
    List<ReadWindow> windows = new ArrayList<>();
    for (int number = 0; number < 8; number++) {
      windows.add(window(number, 1_000, (long) perSecond * WINDOW_S));
    }
    return new ReadRun(
        row(name, engine, use),
        repeat,
        span(0, 8 * WINDOW_S),
        new Reads(new LoadWindows(windows, 0, 0), new SampleSeries(List.of())),
        List.of());
  }

  /** Four quiet windows, two beside a merge, and four later; misses of a hundred gets each. */
  private static MergeRun merge(Engine engine, int repeat, int missedLater, int besideMs) {
    List<ReadWindow> windows = new ArrayList<>();
    List<ServerSample> samples = new ArrayList<>();
    long misses = 0;
    for (int number = 0; number < 10; number++) {
      windows.add(window(number, number == 4 || number == 5 ? 1_000 * besideMs : 4_000, 100));
      samples.add(Samples.at(at(number * WINDOW_S), 0, misses));
      misses += number < 6 ? 0 : missedLater;
    }
    samples.add(Samples.at(at(10 * WINDOW_S), 0, misses));
    return new MergeRun(
        row(engine.name(), engine, ReadUse.MERGE),
        repeat,
        span(0, 4 * WINDOW_S),
        span(4 * WINDOW_S, 6 * WINDOW_S),
        span(6 * WINDOW_S, 10 * WINDOW_S),
        new Reads(new LoadWindows(windows, 0, 0), new SampleSeries(samples)),
        new StoreLog(List.of(), List.of(), 1),
        List.of());
  }

  private static CommitRun commits(int repeat, int lost) {
    List<CommitRun.Batch> batches = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      batches.add(new CommitRun.Batch(1_000, i == 3 ? lost : 0));
    }
    return new CommitRun(
        row("ASYNC", Engine.TIO, ReadUse.COMMITS), repeat, span(0, 9), batches, List.of());
  }

  private static Row row(String name, Engine engine, ReadUse use) {
    return Row.load(engine, PLAN)
        .read(
            new ReadSetting(name, name, engine, true, Map.of(), Map.of(), use, Optional.of(false)));
  }

  private static ReadWindow window(int number, long micros, long count) {
    Histogram latencies = new Histogram(3);
    latencies.recordValueWithCount(micros, count);
    return new ReadWindow(
        number, Kind.GET, span(number * WINDOW_S, (number + 1) * WINDOW_S), latencies, latencies);
  }

  private static TimeSpan span(int from, int to) {
    return new TimeSpan(at(from), at(to));
  }

  private static Instant at(int second) {
    return START.plusSeconds(second);
  }
}
