// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.engine.range.RangeLimits;
import io.lighter.engine.range.RangePlan.Job;
import io.lighter.engine.range.Seeds;
import java.io.IOException;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random histories of a region with ranges and of one with HBase's default engine, whose reads have
 * to be equal. In between, the default engine reads the files of the region with ranges as they
 * are, and has to read the same. {@code -Dlighter.test.seed=S -Dlighter.test.rounds=1} repeats one;
 * {@code .ci/nightly} runs 1,000.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RangeDifferentialTest {
  private static final int ROUNDS = 25;
  private static final int STEPS = 40;

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Set<TwinHistory.Event> events = EnumSet.noneOf(TwinHistory.Event.class);
  private final Set<Enum<?>> jobs = new HashSet<>();
  private int rounds;
  private Twins twins;

  static LongStream seeds() {
    return Seeds.of(ROUNDS);
  }

  @AfterEach
  void close() throws IOException {
    if (twins != null) {
      twins.close();
      twins = null;
    }
    util.cleanupTestDir();
  }

  /** Histories of the usual number have each kind of event and of compaction. */
  @AfterAll
  void nothingWasLeftOut() {
    if (rounds >= ROUNDS) {
      assertThat(events).containsExactlyInAnyOrder(TwinHistory.Event.values());
      assertThat(jobs).isEqualTo(Set.of(Job.values()));
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void readsEqualThoseOfTheDefaultEngine(long seed) throws IOException {
    rounds++;
    Random random = new Random(seed);
    create(random);
    TwinHistory history = new TwinHistory(twins, random);
    for (int step = 0; step < STEPS; step++) {
      history.step();
      if (step % 8 == 7) {
        twins.compare();
      }
    }
    for (int file = 0; file < 5; file++) {
      history.writeFile();
    }
    twins.changeEngine(DefaultStoreEngine.class);
    twins.compare();
    twins.changeEngine(SmallRangeEngine.class);
    twins.settle();
    twins.compare();
    if (history.isDepthBounded()) {
      RangeLimits limits = SmallRangeEngine.limits(twins.tested.getBaseConf());
      assertThat(twins.layout().depth())
          .as("%s", twins.layout().ranges())
          .isLessThanOrEqualTo(limits.maxFiles() + limits.maxWide() + 1);
    }
    events.addAll(history.seen());
    jobs.addAll(twins.jobs);
  }

  private void create(Random random) throws IOException {
    Configuration conf = new Configuration(util.getConfiguration());
    conf.setLong(SmallRangeEngine.RANGE_BYTES, 26_000 + random.nextInt(20_000));
    conf.setInt(SmallRangeEngine.MAX_FILES, 2 + random.nextInt(3));
    conf.setInt(SmallRangeEngine.MAX_WIDE, 1 + random.nextInt(3));
    conf.setLong("hbase.hregion.majorcompaction", 0);
    conf.set(StoreFileTrackerFactory.TRACKER_IMPL, random.nextBoolean() ? "DEFAULT" : "FILE");
    twins =
        new Twins(
            conf,
            util.getDataTestDir(),
            random,
            TwinHistory.family(random),
            SmallRangeEngine.class);
    if (random.nextBoolean()) {
      // HBase clears sequence ids of cells in files that are older than five days.
      twins.advance(TimeUnit.DAYS.toMillis(6));
    }
  }
}
