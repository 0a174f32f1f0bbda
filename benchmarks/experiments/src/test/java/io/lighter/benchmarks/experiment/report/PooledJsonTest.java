// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lighter.benchmarks.experiment.LatencyInterval;
import io.lighter.benchmarks.experiment.LatencyLog;
import io.lighter.benchmarks.experiment.LatencyLog.Timing;
import io.lighter.benchmarks.experiment.PhaseTimes;
import io.lighter.benchmarks.experiment.PhaseTimes.EndedBy;
import io.lighter.benchmarks.experiment.Strategy;
import io.lighter.benchmarks.experiment.TrialResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;

class PooledJsonTest {
  private static final Instant START = Instant.parse("2026-01-02T03:00:00Z");
  private static final int BASELINE = 10;
  private static final int COMPACTION = 10;
  private static final int AFTER = 30;

  @Test
  void phasesOfAllCompactionsArePooled() {
    JsonObject pooled =
        of(
            Strategy.TIW,
            trial(Strategy.TIW, 1_000, 2, 2, 4),
            trial(Strategy.TIW, 1_000, 2, 4, 4),
            trial(Strategy.TIW, 1_000, 3, 3));

    assertThat(number(pooled, "n")).isEqualTo(8);
    JsonObject compaction = figures(pooled, "compaction");
    assertThat(number(compaction, "count")).isEqualTo(8 * 10 * 20);
    assertThat(number(compaction, "mean_ms")).isCloseTo(3, within(0.01));
    assertThat(number(compaction, "mean_pct")).isCloseTo(200, within(1.0));
    assertThat(number(compaction, "mean_pct_low")).isBetween(100.0, 180.0);
    assertThat(number(compaction, "mean_pct_high")).isBetween(220.0, 301.0);
    assertThat(compaction.get("mean_verdict").getAsString()).isEqualTo("missed");
    assertThat(figures(pooled, "warmup").get("mean_verdict").getAsString()).isEqualTo("met");
    assertThat(figures(pooled, "rest").has("mean_verdict")).isFalse();
  }

  @Test
  void additionalWaitingIsTheAreaAboveTheBaseline() {
    JsonObject pooled = of(Strategy.SS, trial(Strategy.SS, 1_000, 3, 5));

    // 200 gets of each compaction take 2 and 4 ms more; the window is after the commit.
    assertThat(number(figures(pooled, "compaction"), "excess_op_s"))
        .isCloseTo((0.4 + 0.8) / 2, within(0.01));
    assertThat(number(figures(pooled, "window"), "excess_op_s")).isCloseTo(0, within(0.01));
    assertThat(number(figures(pooled, "window"), "covered_s")).isEqualTo(AFTER);
  }

  /** Gets take 1 ms before the first compaction, and 2 ms before and in the second one. */
  @Test
  void compactionsAreComparedWithTheBaselineBeforeThem() {
    TrialResult slower = trial(Strategy.SS, 1_000, 1, 2);
    PhaseTimes second = slower.compactions().get(1);
    Histogram more = new Histogram(3);
    more.recordValueWithCount(3_000, 20); // with the 20 gets of 1 ms: 2 ms
    for (int i = 0; i < BASELINE; i++) {
      Instant from = second.baseline().plusSeconds(i);
      slower
          .latencies()
          .add(Timing.DUE, "get", new LatencyInterval(from, from.plusSeconds(1), more));
    }
    JsonObject compaction = figures(of(Strategy.SS, slower), "compaction");

    assertThat(number(compaction, "mean_pct")).isCloseTo(0, within(0.1));
    assertThat(number(compaction, "excess_op_s")).isCloseTo(0, within(0.01));
    JsonObject run = TrialJson.of(slower, List.of("get")).getAsJsonObject("compaction");
    assertThat(number(run, "get_pct")).isCloseTo(0, within(0.1));
  }

  /** Three gets take a second longer at the commit, in an interval of both phases. */
  @Test
  void waitingInTheIntervalOfTheCommitCounts() {
    TrialResult trial = trial(Strategy.SS, 1_000, 1);
    Instant commit = trial.first().commit();
    Histogram slow = new Histogram(3);
    slow.recordValueWithCount(1_001_000, 3);
    trial
        .latencies()
        .add(
            Timing.DUE,
            "get",
            new LatencyInterval(commit.minusMillis(50), commit.plusMillis(50), slow));
    JsonObject pooled = of(Strategy.SS, trial);

    assertThat(number(figures(pooled, "compaction"), "excess_op_s")).isCloseTo(0, within(0.01));
    assertThat(number(figures(pooled, "window"), "excess_op_s")).isCloseTo(0, within(0.01));
    assertThat(number(figures(pooled, "compaction_and_window"), "excess_op_s"))
        .isCloseTo(3, within(0.01));
    assertThat(number(pooled.getAsJsonObject("compaction_and_window"), "seconds")).isEqualTo(40);
  }

  @Test
  void trialsAreComparedWithTheirOwnBaselines() {
    JsonObject pooled =
        of(Strategy.SS, trial(Strategy.SS, 1_000, 2), trial(Strategy.SS, 10_000, 2));

    JsonObject compaction = figures(pooled, "compaction");
    assertThat(number(pooled, "n")).isEqualTo(2);
    assertThat(number(compaction, "mean_pct")).isCloseTo(100, within(1.0));
    assertThat(number(compaction, "mean_pct_low")).isCloseTo(100, within(1.0));
    assertThat(number(compaction, "mean_pct_high")).isCloseTo(100, within(1.0));
    assertThat(number(compaction, "excess_op_s")).isCloseTo((0.2 + 2) / 2, within(0.01));
  }

  /** Gets of 1 ms in ten seconds of one run, of 10 ms in forty of the other: nothing is slower. */
  @Test
  void baselinesCountAsOftenAsTheOperationsOfTheirRuns() {
    JsonObject compaction =
        figures(
            of(
                Strategy.TIW,
                trialWith(Strategy.TIW, 10, 1_000, 1),
                trialWith(Strategy.TIW, 40, 10_000, 1)),
            "compaction");

    assertThat(number(compaction, "count")).isEqualTo(50 * 20);
    for (String figure : List.of("mean_pct", "p99_pct")) {
      for (String end : List.of("", "_low", "_high")) {
        assertThat(number(compaction, figure + end)).as(figure + end).isCloseTo(0, within(0.01));
      }
    }
    assertThat(number(compaction, "excess_op_s")).isCloseTo(0, within(1e-6));
  }

  /** The share of slow operations decides a 99th percentile, so the mixture must be the same. */
  @Test
  void percentileOfTheBaselineIsThatOfTheMixture() {
    JsonObject compaction =
        figures(
            of(
                Strategy.TIW,
                trialWith(Strategy.TIW, 2_000, 1_000, 1),
                trialWith(Strategy.TIW, 10, 10_000, 1)),
            "compaction");

    // 0.5 % of the operations are of the slow run, though half of the baselines' are.
    assertThat(number(compaction, "p99_ms")).isCloseTo(1, within(0.01));
    assertThat(number(compaction, "p99_pct")).isCloseTo(0, within(0.01));
  }

  @Test
  void runWithoutABaselineCountsInNoRatio() {
    TrialResult lost = withoutBaseline(trial(Strategy.SS, 10_000, 9));
    JsonObject compaction =
        figures(of(Strategy.SS, trial(Strategy.SS, 1_000, 2), lost), "compaction");

    assertThat(number(compaction, "count")).isEqualTo(2 * 10 * 20);
    assertThat(number(compaction, "mean_pct")).isCloseTo(100, within(1.0));
    assertThat(number(compaction, "p99_pct")).isCloseTo(100, within(1.0));
    assertThat(number(compaction, "excess_op_s")).isCloseTo(0.2, within(0.01));
  }

  @Test
  void secondsThatAreLeftOutCountInTheExcessAsTheOthers() {
    TrialResult whole = trial(Strategy.SS, 1_000, 2);
    JsonObject half = figures(of(Strategy.SS, withoutOddSeconds(whole)), "compaction");

    assertThat(number(half, "count"))
        .isEqualTo(number(figures(of(Strategy.SS, whole), "compaction"), "count") / 2);
    assertThat(number(half, "excess_op_s")).isCloseTo(0.2, within(0.01));
  }

  @Test
  void oneCompactionHasNoIntervalAndNoVerdict() {
    JsonObject compaction = figures(of(Strategy.TIW, trial(Strategy.TIW, 1_000, 9)), "compaction");

    assertThat(compaction.has("mean_pct")).isTrue();
    assertThat(compaction.has("mean_pct_low")).isFalse();
    assertThat(compaction.get("mean_verdict").getAsString()).isEqualTo("open");
  }

  @Test
  void stallsAreCountedInAHundredSeconds() {
    JsonObject pooled = of(Strategy.SS, trial(Strategy.SS, 1_000, 1, 60));

    JsonObject compaction = figures(pooled, "compaction");
    assertThat(number(compaction, "stalls_per_100s")).isEqualTo(50);
    assertThat(number(compaction, "slow_ops_per_100s")).isEqualTo(1_000);
    assertThat(number(compaction, "longest_ms")).isCloseTo(60, within(0.1));
    assertThat(number(figures(pooled, "rest"), "stalls_per_100s")).isZero();
  }

  @Test
  void restOfTheControlHasAnAimOnBothSides() {
    TrialResult trial = trial(Strategy.OFF, 1_000, 1, 1);
    JsonObject pooled = of(Strategy.OFF, trial, trial, trial);

    assertThat(figures(pooled, "rest").get("mean_verdict").getAsString()).isEqualTo("met");
    assertThat(number(figures(pooled, "rest"), "mean_aim_pct")).isEqualTo(3);
    assertThat(number(figures(pooled, "rest"), "mean_aim_low_pct")).isEqualTo(-3);
    assertThat(figures(pooled, "compaction").has("mean_verdict")).isFalse();
  }

  @Test
  void aimWithoutALowerEndHasNone() {
    JsonObject compaction = figures(of(Strategy.TIW, trial(Strategy.TIW, 1_000, 1)), "compaction");

    assertThat(compaction.has("mean_aim_pct")).isTrue();
    assertThat(compaction.has("mean_aim_low_pct")).isFalse();
  }

  @Test
  void manyCompactionsOfFewBaselinesHaveIntervalsButNoVerdict() {
    TrialResult trial = trial(Strategy.TIW, 1_000, 1, 1, 1, 1, 1, 1);
    JsonObject one = figures(of(Strategy.TIW, trial), "compaction");
    JsonObject two = figures(of(Strategy.TIW, trial, trial), "compaction");

    for (JsonObject compaction : List.of(one, two)) {
      assertThat(number(compaction, "mean_pct_high")).isCloseTo(0, within(0.01));
      assertThat(compaction.get("mean_verdict").getAsString()).isEqualTo("open");
    }
  }

  /** Trials at +0, +100 and +200 % with five equal compactions each: no sample leaves a trial. */
  @Test
  void intervalsAreOverTrials() {
    JsonObject compaction =
        figures(
            of(
                Strategy.SS,
                trial(Strategy.SS, 1_000, 1, 1, 1, 1, 1),
                trial(Strategy.SS, 1_000, 2, 2, 2, 2, 2),
                trial(Strategy.SS, 1_000, 3, 3, 3, 3, 3)),
            "compaction");

    assertThat(number(compaction, "mean_pct_low")).isCloseTo(0, within(1.0));
    assertThat(number(compaction, "mean_pct_high")).isCloseTo(200, within(1.0));
  }

  private static JsonObject of(Strategy strategy, TrialResult... trials) {
    return ResultsJson.strategy(strategy, List.of(trials), List.of("get"))
        .getAsJsonObject("pooled");
  }

  private static JsonObject figures(JsonObject pooled, String phase) {
    return PooledTables.figures(pooled, phase, "get");
  }

  private static double number(JsonObject json, String name) {
    return json.get(name).getAsDouble();
  }

  private static TrialResult withoutBaseline(TrialResult trial) {
    return with(trial, interval -> !interval.start().isBefore(trial.first().compaction()));
  }

  private static TrialResult withoutOddSeconds(TrialResult trial) {
    return with(trial, interval -> interval.start().getEpochSecond() % 2 == 0);
  }

  private static TrialResult with(TrialResult trial, Predicate<LatencyInterval> filter) {
    LatencyLog log = new LatencyLog();
    for (Timing timing : Timing.values()) {
      trial.latencies().intervals(timing, "get").stream()
          .filter(filter)
          .forEach(interval -> log.add(timing, "get", interval));
    }
    return trial.toBuilder().latencies(log).build();
  }

  private static TrialResult trial(Strategy strategy, long micros, int... slowdowns) {
    return trialWith(strategy, COMPACTION, micros, slowdowns);
  }

  /**
   * Compactions of {@code length} seconds, each with a baseline of ten, a warm-up of ten and a rest
   * of twenty. Twenty gets a second take {@code micros}, in a compaction {@code slowdowns} times as
   * long.
   */
  private static TrialResult trialWith(
      Strategy strategy, int length, long micros, int... slowdowns) {
    LatencyLog log = new LatencyLog();
    List<PhaseTimes> compactions = new ArrayList<>();
    for (int i = 0; i < slowdowns.length; i++) {
      int start = BASELINE + i * (BASELINE + length + AFTER);
      int commit = start + length;
      add(log, start - BASELINE, start, micros);
      add(log, start, commit, micros * slowdowns[i]);
      add(log, commit, commit + AFTER, micros);
      compactions.add(
          new PhaseTimes(
              at(start - BASELINE),
              at(start),
              at(commit),
              Optional.empty(),
              at(commit + 10),
              EndedBy.EVENT,
              at(commit + AFTER),
              Duration.ofSeconds(5)));
    }
    return TrialResult.builder(strategy, 1.5, 1)
        .compactions(compactions)
        .latencies(log)
        .targetRate(20)
        .build();
  }

  private static void add(LatencyLog log, int from, int to, long micros) {
    for (int second = from; second < to; second++) {
      Histogram histogram = new Histogram(3);
      histogram.recordValueWithCount(micros, 20);
      for (Timing timing : Timing.values()) {
        log.add(timing, "get", new LatencyInterval(at(second), at(second + 1), histogram));
      }
    }
  }

  private static Instant at(int second) {
    return START.plusSeconds(second);
  }
}
