// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import io.lighter.benchmarks.experiment.ExperimentResult;
import io.lighter.benchmarks.experiment.ExperimentSettings;
import io.lighter.benchmarks.experiment.LatencyInterval;
import io.lighter.benchmarks.experiment.LatencyLog;
import io.lighter.benchmarks.experiment.LatencyLog.Timing;
import io.lighter.benchmarks.experiment.PhaseTimes;
import io.lighter.benchmarks.experiment.PhaseTimes.EndedBy;
import io.lighter.benchmarks.experiment.SampleSeries;
import io.lighter.benchmarks.experiment.Samples;
import io.lighter.benchmarks.experiment.ServerSample;
import io.lighter.benchmarks.experiment.Strategy;
import io.lighter.benchmarks.experiment.TrialResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * Results with known figures: ten seconds of baseline with gets of 1 ms and scans of 4 ms, ten of
 * compaction, twenty of warm-up, ten of rest.
 */
public final class SampleResults {
  private static final Instant START = Instant.parse("2026-01-02T03:00:00Z");
  private static final int COMPACTION = 10;
  private static final int WARMUP = 20;
  private static final int REST = 40;
  private static final int END = 50;

  private SampleResults() {}

  /** Stock reads slow down to three times in the warm-up, throttled ones to 1.1 times. */
  static ExperimentResult stockAndThrottled() {
    return of(
        List.of(
            trial(Strategy.SS, 1, 3, List.of()),
            trial(Strategy.TIW, 1, 1.1, List.of("the machine was busy before: 80 %"))),
        List.of());
  }

  static ExperimentResult of(List<TrialResult> trials, List<ExperimentResult.Broken> broken) {
    return of("fig7", trials, broken);
  }

  /** A result without trials. */
  static ExperimentResult about(String experiment) {
    return of(experiment, List.of(), List.of());
  }

  private static ExperimentResult of(
      String experiment, List<TrialResult> trials, List<ExperimentResult.Broken> broken) {
    ExperimentSettings settings =
        ExperimentSettings.builder(
                experiment, "All strategies", List.of(Strategy.SS, Strategy.TIW), List.of(1.5, 0.5))
            .quick(true)
            .repeat(3)
            .build();
    return new ExperimentResult(
        settings,
        List.of("get", "scan", "update"),
        Map.of("reads_per_s", 400),
        Map.of("cpus", 2, "java", "17", "hbase", "2.6.4"),
        List.of("isolation: none"),
        trials,
        broken,
        0,
        START,
        Duration.ofMinutes(7));
  }

  /** A trial whose operations take {@code slowdown} times as long in the warm-up. */
  public static TrialResult trial(
      Strategy strategy, int repeat, double slowdown, List<String> notes) {
    return trial(strategy, repeat, slowdown, 0, notes);
  }

  /** A trial with failed operations. */
  static TrialResult trial(
      Strategy strategy, int repeat, double slowdown, int failed, List<String> notes) {
    LatencyLog log = new LatencyLog();
    for (int second = 0; second < END; second++) {
      double factor = second >= WARMUP && second < REST ? slowdown : 1;
      for (Timing timing : Timing.values()) {
        add(log, timing, "get", second, 1_000 * factor);
        add(log, timing, "scan", second, 4_000 * factor);
        add(log, timing, "update", second, 500);
      }
    }
    if (failed > 0) {
      log.addFailures("get", failed);
    }
    PhaseTimes times =
        new PhaseTimes(
            START,
            START.plusSeconds(COMPACTION),
            START.plusSeconds(WARMUP),
            Optional.empty(),
            START.plusSeconds(REST),
            strategy.logsItsEnd() ? EndedBy.EVENT : EndedBy.HIT_RATIO,
            START.plusSeconds(END),
            PhaseTimes.SHORTEST_WINDOW);
    return TrialResult.builder(strategy, 1.5, repeat)
        .compactions(List.of(times))
        .latencies(log)
        .samples(samples(slowdown))
        .targetRate(60)
        .failures(failed > 0 ? List.of("operations failed: " + log.failures()) : List.of())
        .notes(notes)
        .build();
  }

  private static void add(
      LatencyLog log, Timing timing, String operation, int second, double micros) {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(Math.round(micros), 20);
    log.add(
        timing,
        operation,
        new LatencyInterval(START.plusSeconds(second), START.plusSeconds(second + 1L), histogram));
  }

  private static SampleSeries samples(double slowdown) {
    List<ServerSample> samples = new ArrayList<>();
    long hits = 0;
    long misses = 0;
    for (int second = 0; second <= END; second++) {
      samples.add(Samples.at(START.plusSeconds(second), hits, misses));
      boolean cold = second >= WARMUP && second < REST;
      long missed = cold ? Math.round(10 * (slowdown - 1)) : 0;
      hits += 100 - missed;
      misses += missed;
    }
    return new SampleSeries(samples);
  }
}
