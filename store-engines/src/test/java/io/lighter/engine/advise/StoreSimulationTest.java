// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lighter.engine.forest.ForestLimits;
import io.lighter.engine.forest.ForestLimits.DropDeletes;
import io.lighter.engine.policy.Geometric;
import io.lighter.engine.policy.SteppedMerge;
import io.lighter.engine.range.RangeLimits;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Figures with a closed form, and those of the range engine's design. */
class StoreSimulationTest {
  private static final long MB = 1 << 20;
  private static final long GB = 1 << 30;
  private static final long FLUSH = 128 * MB;
  private static final int ALL_DUE = Integer.MAX_VALUE;

  private SteppedMerge stepped = new SteppedMerge(4, FLUSH);
  private Geometric geometric = new Geometric(2, 0, FLUSH);
  private EngineOptions.Tiers tiers = new EngineOptions.Tiers(6, 6 * 3_600_000L, 4);
  private int blockingFiles = 16;
  private long majorMillis;

  @ParameterizedTest
  @CsvSource({"2, 50", "4, 21", "4, 64", "8, 64"})
  void steppedMergeWritesEachByteOnceOnEachLevel(int k, int flushes) {
    stepped = new SteppedMerge(k, FLUSH);
    blockingFiles = 100;
    double written = flushes;
    long fileUnits = 1;
    for (int files = flushes; files > k; files = (files - 1) / k) {
      fileUnits *= k;
      written += (double) ((files - 1) / k * fileUnits);
    }

    Forecast forecast = play(SimulatedEngine.STEPPED_MERGE, loaded(flushes), ALL_DUE);

    assertThat(forecast.writeAmplification()).isCloseTo(written / flushes, within(1e-6));
  }

  /** Rmerge: all files at each flush, 11.45 for 20 flushes. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 20})
  void geometricWithOneFileRewritesTheStoreAtEachFlush(int flushes) {
    geometric = new Geometric(2, 1, FLUSH);
    double compacted = flushes * (flushes + 1) / 2.0 - 1;

    Forecast forecast = play(SimulatedEngine.GEOMETRIC, loaded(flushes), 1);

    assertThat(forecast.writeAmplification()).isCloseTo(1 + compacted / flushes, within(1e-6));
    assertThat(forecast.files()).isOne();
    assertThat(forecast.filesPerScan()).isEqualTo(1);
    assertThat(forecast.largestJobBytes()).isEqualTo(flushes == 1 ? 0 : 2L * flushes * FLUSH);
  }

  /** Each flush is dropped into the store, whose size stays. */
  @Test
  void overwrittenStoreKeepsItsSizeWhenAllFilesAreMerged() {
    geometric = new Geometric(2, 1, FLUSH);

    Forecast forecast =
        play(SimulatedEngine.GEOMETRIC, workload(10 * FLUSH, 30, 1, KeyOrder.UNIFORM), 1);

    assertThat(forecast.writeAmplification()).isCloseTo(1 + 10, within(1e-6));
    assertThat(forecast.compactedReads()).isCloseTo(11, within(1e-6));
    assertThat(forecast.spaceAtRest()).isCloseTo(1, within(1e-6));
    assertThat(forecast.spaceAtPeak()).isCloseTo(2.1, within(1e-6));
  }

  @ParameterizedTest
  @EnumSource(SimulatedEngine.class)
  void storeWithoutOverwritesHasNoDeadBytesAtRest(SimulatedEngine engine) {
    Forecast forecast = play(engine, workload(5 * GB, 60, 0, KeyOrder.UNIFORM), 1);

    assertThat(forecast.spaceAtRest()).isCloseTo(1, within(1e-6));
    assertThat(forecast.spaceAtPeak()).isGreaterThan(1.01);
    assertThat(forecast.writeAmplification()).isGreaterThan(1);
    assertThat(forecast.filesPerGet()).isLessThan(forecast.filesPerScan());
  }

  @ParameterizedTest
  @EnumSource(SimulatedEngine.class)
  void overwritesTakeSpaceUntilTheyAreMerged(SimulatedEngine engine) {
    Forecast forecast = play(engine, workload(5 * GB, 60, 1, KeyOrder.UNIFORM), 1);

    assertThat(forecast.spaceAtRest()).isBetween(1.02, 2.5);
    assertThat(forecast.spaceAtPeak()).isGreaterThanOrEqualTo(forecast.spaceAtRest());
  }

  @ParameterizedTest
  @EnumSource(SimulatedEngine.class)
  void sameWritesHaveTheSameForecast(SimulatedEngine engine) {
    StoreWorkload workload = workload(2 * GB, 40, 0.3, KeyOrder.UNIFORM);

    assertThat(play(engine, workload, 1)).isEqualTo(play(engine, workload, 1));
  }

  @Test
  void ascendingRowsCostTheRangeEngineNothing() {
    StoreWorkload ascending = workload(5 * GB, 40, 0.5, KeyOrder.ASCENDING);

    Forecast range = play(SimulatedEngine.RANGE, ascending, 1);
    Forecast stripe = play(SimulatedEngine.STRIPE, ascending, 1);
    Forecast standard = play(SimulatedEngine.DEFAULT, ascending, 1);

    assertThat(range.writeAmplification()).isEqualTo(1);
    assertThat(range.largestJobBytes()).isZero();
    assertThat(range.filesPerScan()).isEqualTo(1);
    assertThat(range.spaceAtPeak()).isCloseTo(1, within(1e-6));
    assertThat(stripe.writeAmplification()).isGreaterThan(1.5);
    assertThat(standard.writeAmplification()).isGreaterThan(1.5);
    assertThat(standard.filesPerScan()).isEqualTo(1);
  }

  /** The design's figures for 10 GB of updates of 10 GB. */
  @Test
  void rangeEngineHasTheFiguresOfItsDesignIfAllDueJobsRun() {
    Forecast range =
        play(SimulatedEngine.RANGE, workload(10 * GB, 80, 1, KeyOrder.UNIFORM), ALL_DUE);

    assertThat(range.writeAmplification()).isCloseTo(6.7, within(0.67));
    assertThat(range.largestJobBytes()).isLessThanOrEqualTo(4 * 256 * MB);
    assertThat(range.spaceAtPeak()).isBetween(1.1, 1.25);
    assertThat(range.filesPerScan()).isBetween(3.0, 6.0);
  }

  /** HBase asks once after a flush, and again only while flushes wait. */
  @Test
  void rangesHaveMoreFilesIfOnlyOneJobRunsAfterAFlush() {
    StoreWorkload workload = workload(10 * GB, 80, 1, KeyOrder.UNIFORM);

    Forecast one = play(SimulatedEngine.RANGE, workload, 1);
    Forecast all = play(SimulatedEngine.RANGE, workload, ALL_DUE);

    assertThat(one.filesPerScan()).isGreaterThan(all.filesPerScan());
    assertThat(one.writeAmplification()).isLessThan(all.writeAmplification());
  }

  /** The design's figure for HBase's default engine and a load of 10 GB. */
  @Test
  void defaultEngineHasTheFigureOfTheDesign() {
    Forecast standard = play(SimulatedEngine.DEFAULT, loaded(80), ALL_DUE);

    assertThat(standard.writeAmplification()).isCloseTo(4.6, within(0.69));
    assertThat(standard.largestJobBytes()).isGreaterThan(10 * GB);
    assertThat(standard.filesPerScan()).isBetween(2.0, 4.0);
  }

  @Test
  void stripesHaveSmallerJobsThanTheDefaultEngine() {
    StoreWorkload workload = workload(20 * GB, 160, 1, KeyOrder.UNIFORM);

    Forecast stripe = play(SimulatedEngine.STRIPE, workload, 1);
    Forecast standard = play(SimulatedEngine.DEFAULT, workload, 1);

    assertThat(stripe.largestJobBytes()).isBetween(FLUSH, standard.largestJobBytes() / 2);
    assertThat(stripe.files()).isGreaterThan(standard.files());
  }

  /** A flush each seven hours, so that no two are in one window of six. */
  @Test
  void windowsOfTimeAreNotCompactedWithEachOther() {
    tiers = new EngineOptions.Tiers(6, 6 * 3_600_000L, 1_000_000);
    blockingFiles = 1_000;
    double rate = FLUSH / (7 * 3_600.0);
    StoreWorkload apart = new StoreWorkload(0, FLUSH, 40 * FLUSH, rate, 0, KeyOrder.UNIFORM);
    StoreWorkload together =
        new StoreWorkload(0, FLUSH, 40 * FLUSH, 12 * rate, 0, KeyOrder.UNIFORM);

    Forecast none = play(SimulatedEngine.DATE_TIERED, apart, 1);
    Forecast some = play(SimulatedEngine.DATE_TIERED, together, 1);

    assertThat(none.writeAmplification()).isEqualTo(1);
    assertThat(none.files()).isEqualTo(40);
    assertThat(some.writeAmplification()).isGreaterThan(1.2);
    assertThat(some.files()).isLessThan(20);
  }

  @Test
  void periodicMajorCompactionRewritesTheStore() {
    StoreWorkload daily =
        new StoreWorkload(
            100 * FLUSH, FLUSH, 15 * FLUSH, FLUSH / (24 * 3_600.0), 1, KeyOrder.UNIFORM);

    Forecast without = play(SimulatedEngine.DEFAULT, daily, 1);
    majorMillis = 7L * 24 * 3_600_000;
    Forecast with = play(SimulatedEngine.DEFAULT, daily, 1);

    assertThat(without.largestJobBytes()).isLessThan(40 * FLUSH);
    assertThat(with.largestJobBytes()).isGreaterThan(200 * FLUSH);
    // Twice in 15 days.
    assertThat(with.writeAmplification() - 1).isCloseTo(2 * 100 / 15.0, within(3.0));
  }

  @Test
  void flushesAreBounded() {
    StoreWorkload workload = new StoreWorkload(0, 1, GB, 1, 0, KeyOrder.UNIFORM);

    assertThat(workload.flushes()).isEqualTo(StoreWorkload.MOST_FLUSHES);
    assertThat(workload.isCut()).isTrue();
    assertThat(play(SimulatedEngine.DEFAULT, loaded(500), 1).flushes()).isEqualTo(400);
    assertThat(play(SimulatedEngine.RANGE, workload(0, 500, 0, KeyOrder.ASCENDING), 1).flushes())
        .isEqualTo(400);
    assertThat(loaded(80).isCut()).isFalse();
    assertThat(loaded(80).flushes()).isEqualTo(80);
    assertThat(new StoreWorkload(0, 10, 11, 2, 0, KeyOrder.UNIFORM).flushes()).isEqualTo(2);
    assertThat(new StoreWorkload(0, 10, 11, 2, 0, KeyOrder.UNIFORM).seconds()).isEqualTo(10);
  }

  /** Sizes that are no multiples of each other, at which a rule could go round in circles. */
  @ParameterizedTest
  @EnumSource(SimulatedEngine.class)
  void anySizesAreSimulated(SimulatedEngine engine) {
    List<Forecast> forecasts = new ArrayList<>();
    for (long flush : List.of(1L, 1_000_003L, 60 * MB, 700 * MB)) {
      for (long store : List.of(0L, 1L, 777 * MB)) {
        StoreWorkload workload =
            new StoreWorkload(store, flush, 50 * flush, 1e5, 0.7, KeyOrder.UNIFORM);
        forecasts.add(play(engine, workload, engine.compactionsAfterFlush()));
      }
    }

    assertThat(forecasts)
        .allSatisfy(
            each -> {
              assertThat(each.writeAmplification()).isBetween(1.0, 60.0);
              assertThat(each.spaceAtRest()).isBetween(0.999, 60.0);
              assertThat(each.filesPerScan()).isBetween(0.999, 60.0);
            });
  }

  private Forecast play(SimulatedEngine engine, StoreWorkload workload, long asks) {
    EngineOptions options =
        new EngineOptions(
            3,
            10,
            1.2,
            FLUSH,
            blockingFiles,
            majorMillis,
            new EngineOptions.Stripes(4, 10, 32 * FLUSH),
            tiers,
            new RangeLimits(256 * MB, 0.1, FLUSH, 4, 4, 2),
            new ForestLimits(4, FLUSH, 8 * MB, 10, DropDeletes.NO_OLDER, FLUSH),
            stepped,
            geometric);
    return StoreSimulation.play(engine, workload, options, asks);
  }

  private static StoreWorkload loaded(int flushes) {
    return workload(0, flushes, 0, KeyOrder.UNIFORM);
  }

  private static StoreWorkload workload(
      long storeBytes, int flushes, double overwrites, KeyOrder order) {
    return new StoreWorkload(storeBytes, FLUSH, flushes * FLUSH, MB, overwrites, order);
  }
}
