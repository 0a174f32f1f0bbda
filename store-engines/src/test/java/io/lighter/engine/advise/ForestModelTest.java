// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lighter.common.config.ConfigurationException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The forest's planner over simulated flushes of 128 MB, one in two minutes. */
class ForestModelTest {
  private static final long MB = 1 << 20;
  private static final long GB = 1L << 30;
  private static final long FLUSH = 128 * MB;
  private static final long WEEK_MILLIS = 7L * 24 * 3_600_000;

  private final Configuration conf = new Configuration(false);

  ForestModelTest() {
    conf.setLong("hbase.hregion.majorcompaction", 0);
  }

  @Test
  void rowsInKeyOrderAreNotWrittenAgain() throws ConfigurationException {
    Forecast forest = play(workload(10 * GB, 200, 0.5, KeyOrder.ASCENDING));

    assertThat(forest.writeAmplification()).isCloseTo(1, within(0.05));
    assertThat(forest.largestJobBytes()).isZero();
    assertThat(forest.filesPerScan()).isEqualTo(1);
    assertThat(forest.spaceAtPeak()).isCloseTo(1, within(1e-6));
    assertThat(forest.files()).isEqualTo(280);
  }

  /** Small flushes are put together once. */
  @Test
  void smallFlushesInKeyOrderAreWrittenTwice() throws ConfigurationException {
    Forecast forest = play(new StoreWorkload(GB, 8 * MB, 200 * 8 * MB, MB, 0, KeyOrder.ASCENDING));

    assertThat(forest.writeAmplification()).isBetween(1.8, 2.1);
    assertThat(forest.files()).isLessThan(50);
    assertThat(forest.filesPerScan()).isEqualTo(1);
  }

  /** Each flush is written once for each stage that it reaches: 4.67 for 300 flushes. */
  @ParameterizedTest
  @CsvSource({"4, 300", "4, 85", "8, 300", "2, 40"})
  void randomRowsAreWrittenOnceOnEachStage(int fanout, int flushes) throws ConfigurationException {
    double written = flushes;
    for (int round = fanout; round <= flushes; round *= fanout) {
      written += flushes / round * round;
    }

    conf.setInt("lighter.forest.fanout", fanout);
    Forecast forest = play(workload(0, flushes, 0, KeyOrder.UNIFORM));

    assertThat(forest.writeAmplification()).isCloseTo(written / flushes, within(0.1));
  }

  @Test
  void randomRowsCostAboutAsMuchAsInALogStructuredStore() throws ConfigurationException {
    Forecast forest = play(workload(0, 300, 0, KeyOrder.UNIFORM));

    assertThat(forest.writeAmplification()).isBetween(4.0, 5.0);
    assertThat(forest.filesPerScan()).isBetween(3.0, 12.0);
    assertThat(forest.filesPerGet()).isBetween(1.0, 1.2);
    assertThat(forest.spaceAtRest()).isCloseTo(1, within(1e-6));
    // The first round copies all four files.
    assertThat(forest.spaceAtPeak()).isCloseTo(2, within(1e-3));
    assertThat(forest.largestJobBytes()).isBetween(8 * FLUSH, 600 * FLUSH);
  }

  /** A merge drops what was replaced. */
  @Test
  void overwritesTakeSpaceUntilTheyAreMerged() throws ConfigurationException {
    Forecast updated = play(workload(10 * GB, 80, 1, KeyOrder.UNIFORM));
    Forecast added = play(workload(10 * GB, 80, 0, KeyOrder.UNIFORM));

    assertThat(updated.spaceAtRest()).isBetween(1.2, 2.0);
    assertThat(updated.spaceAtPeak()).isGreaterThanOrEqualTo(updated.spaceAtRest());
    assertThat(updated.writeAmplification()).isLessThan(added.writeAmplification());
    assertThat(added.spaceAtRest()).isCloseTo(1, within(1e-6));
    // Clusters are parts of a round, so no copy of all files is needed.
    assertThat(added.spaceAtPeak()).isLessThan(1.5);
  }

  /** A flush may have delete markers; the output of a compaction says that it has none. */
  @Test
  void periodicMajorCompactionsRewriteFilesInKeyOrderOnce() throws ConfigurationException {
    StoreWorkload hourly =
        new StoreWorkload(10 * GB, FLUSH, 400 * FLUSH, FLUSH / 3_600.0, 0, KeyOrder.ASCENDING);
    double older = 400 - 7 * 24;

    conf.setLong("hbase.hregion.majorcompaction", WEEK_MILLIS);
    Forecast forest = play(hourly);

    assertThat(forest.writeAmplification()).isCloseTo(1 + older / 400, within(0.01));
    assertThat(forest.spaceAtPeak()).isLessThan(1.02);
  }

  /** Each tree of 64 flushes that is older than a week is merged with all older ones. */
  @Test
  void periodicMajorCompactionsOfRandomRowsRewriteTheStore() throws ConfigurationException {
    StoreWorkload hourly =
        new StoreWorkload(10 * GB, FLUSH, 300 * FLUSH, FLUSH / 3_600.0, 0, KeyOrder.UNIFORM);
    double stores = 10 + 8 + 10 + 16; // GB at two times

    Forecast without = play(hourly);
    conf.setLong("hbase.hregion.majorcompaction", WEEK_MILLIS);
    Forecast with = play(hourly);

    assertThat(with.writeAmplification() - without.writeAmplification())
        .isCloseTo(stores / (300 / 8.0), within(0.4));
  }

  @ParameterizedTest
  @EnumSource(KeyOrder.class)
  void sameWritesHaveTheSameFigures(KeyOrder order) throws ConfigurationException {
    StoreWorkload workload = workload(2 * GB, 60, 0.3, order);

    assertThat(play(workload)).isEqualTo(play(workload));
  }

  /** Sizes that are no multiples of each other, at which compactions could go on for ever. */
  @ParameterizedTest
  @EnumSource(KeyOrder.class)
  void anySizesAreSimulated(KeyOrder order) throws ConfigurationException {
    List<Forecast> all = new ArrayList<>();
    for (long flush : List.of(1L, 1_000_003L, 60 * MB, 700 * MB)) {
      for (long store : List.of(0L, 1L, 777 * MB)) {
        all.add(play(new StoreWorkload(store, flush, 50 * flush, 1e5, 0.7, order)));
      }
    }

    assertThat(all)
        .allSatisfy(
            each -> {
              assertThat(each.writeAmplification()).isBetween(1.0, 10.0);
              assertThat(each.spaceAtRest()).isBetween(0.999, 10.0);
              assertThat(each.filesPerScan()).isBetween(0.999, 20.0);
            });
  }

  private Forecast play(StoreWorkload workload) throws ConfigurationException {
    EngineOptions options =
        EngineOptions.of(
            conf,
            FLUSH,
            10 * GB,
            problem -> {
              throw new AssertionError(problem);
            });
    return StoreSimulation.play(SimulatedEngine.FOREST, workload, options);
  }

  private static StoreWorkload workload(
      long storeBytes, int flushes, double overwrites, KeyOrder order) {
    return new StoreWorkload(storeBytes, FLUSH, flushes * FLUSH, MB, overwrites, order);
  }
}
