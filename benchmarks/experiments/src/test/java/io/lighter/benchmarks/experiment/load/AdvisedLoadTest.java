// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.lighter.benchmarks.experiment.SampleSeries;
import io.lighter.benchmarks.experiment.TimeSpan;
import io.lighter.engine.advise.Forecast;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class AdvisedLoadTest {
  private static final Instant START = Instant.parse("2026-01-02T03:00:00Z");
  private static final int FLUSHES = 16;

  @Test
  void measuredFlushesArePlayedWithTheSettingsOfTheTable() {
    LoadPlan plan = plan(KeyOrder.RANDOM, Map.of());
    long flush = plan.flushBytes();

    Forecast stepped = advised(Engine.SMA4, plan, FLUSHES).orElseThrow();
    assertThat(stepped.writeAmplification()).as("three merges of four").isEqualTo(1 + 12.0 / 16);
    assertThat(stepped.largestJobBytes()).isCloseTo(2 * 4 * flush, withinPercentage(0.01));
    Forecast all = advised(Engine.RM, plan, FLUSHES).orElseThrow();
    assertThat(all.writeAmplification()).as("1, then 2 to 16 of 16").isEqualTo(1 + 135.0 / 16);
    assertThat(advised(Engine.RG, plan, FLUSHES).orElseThrow().largestJobBytes())
        .isLessThanOrEqualTo(4 * plan.rangeBytes() + 2 * flush);
    assertThat(advised(Engine.RGO, plan, FLUSHES)).isEqualTo(advised(Engine.RG, plan, FLUSHES));
  }

  @Test
  void keysThatAscendAreNotCompactedByRangesAndForests() {
    LoadPlan plan = plan(KeyOrder.ASCENDING, Map.of());

    assertThat(advised(Engine.FO, plan, FLUSHES).orElseThrow().writeAmplification()).isOne();
    assertThat(advised(Engine.RG, plan, FLUSHES).orElseThrow().writeAmplification()).isOne();
    assertThat(advised(Engine.HD, plan, FLUSHES).orElseThrow().writeAmplification())
        .isGreaterThan(2);
  }

  @Test
  void whatIsNotSimulatedHasNoAdvice() {
    LoadPlan plan = plan(KeyOrder.RANDOM, Map.of());

    assertThat(advised(Engine.NM, plan, FLUSHES)).isEmpty();
    assertThat(advised(Engine.HD, plan, 0)).isEmpty();
    assertThat(advised(Engine.HD, plan(KeyOrder.NEARLY_ASCENDING, Map.of()), FLUSHES)).isEmpty();
    assertThat(
            advised(
                Engine.RG,
                plan(KeyOrder.RANDOM, Map.of("hbase.hstore.compaction.min", "1")),
                FLUSHES))
        .isEmpty();
  }

  private static LoadPlan plan(KeyOrder keys, Map<String, String> settings) {
    return LoadPlan.of(1, true, 1_000, 20, keys, settings);
  }

  private static Optional<Forecast> advised(Engine engine, LoadPlan plan, int flushes) {
    return AdvisedLoad.of(
        new LoadRun(
            Row.load(engine, plan),
            1,
            new TimeSpan(START, START.plusSeconds(100)),
            new Reads(new LoadWindows(List.of(), 0, 0), new SampleSeries(List.of())),
            new Histogram(3),
            new StoreLog(
                IntStream.rangeClosed(1, flushes)
                    .mapToObj(i -> new StoreLog.Flush(START.plusSeconds(i), plan.flushBytes()))
                    .toList(),
                List.of(),
                0),
            List.of(),
            List.of()));
  }
}
