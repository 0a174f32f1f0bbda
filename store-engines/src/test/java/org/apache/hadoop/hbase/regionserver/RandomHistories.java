// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random histories of a region with an engine of Lighter's and of one with HBase's default engine,
 * whose reads have to be equal. After each crash the structure that is derived from the files is
 * compared with the one before. Some histories change to the default engine and back. {@code
 * -Dlighter.test.seed=S -Dlighter.test.rounds=1} repeats one.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RandomHistories {
  private static final int ROUNDS = 10;
  private static final int STEPS = 60;

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Set<TwinHistory.Event> events = EnumSet.noneOf(TwinHistory.Event.class);
  private final Set<Enum<?>> jobs = new HashSet<>();
  private int rounds;
  private Twins twins;

  /** The tested engine, with limits that a few rows reach. */
  abstract Class<? extends StoreEngine<?, ?, ?, ?>> engine();

  /** Draws the settings of the tested engine. */
  abstract void configure(Configuration conf, Random random);

  /** Kinds of compactions that some of the histories must have. */
  abstract Set<? extends Enum<?>> expectedJobs();

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

  @AfterAll
  void nothingWasLeftOut() {
    if (rounds >= ROUNDS) {
      assertThat(events).contains(TwinHistory.Event.CRASH_IN_COMMIT, TwinHistory.Event.SPLIT);
      assertThat(jobs).containsAll(expectedJobs());
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void readsEqualThoseOfTheDefaultEngine(long seed) throws IOException {
    rounds++;
    Random random = new Random(seed);
    create(random);
    TwinHistory history = new TwinHistory(twins, random);
    int away = random.nextInt(2 * STEPS); // half of the histories keep their engine
    for (int step = 0; step < STEPS; step++) {
      if (step == away) {
        visitDefaultEngine(history);
      }
      history.step();
      if (step % 8 == 7) {
        twins.compare();
      }
    }
    twins.settle();
    twins.compare();
    twins.store().triggerMajorCompaction();
    twins.settle();
    twins.compare();
    events.addAll(history.seen());
    jobs.addAll(twins.jobs);
  }

  private void visitDefaultEngine(TwinHistory history) throws IOException {
    twins.changeEngine(DefaultStoreEngine.class);
    twins.compare();
    history.writeFile();
    twins.tested.compact(false);
    history.writeFile();
    twins.compare();
    twins.changeEngine(engine());
    twins.compare();
  }

  private void create(Random random) throws IOException {
    Configuration conf = new Configuration(util.getConfiguration());
    configure(conf, random);
    conf.set(StoreFileTrackerFactory.TRACKER_IMPL, random.nextBoolean() ? "DEFAULT" : "FILE");
    ColumnFamilyDescriptor family = TwinHistory.family(random);
    twins = new Twins(conf, util.getDataTestDir(), random, family, engine());
    if (random.nextBoolean()) {
      // HBase clears sequence ids of cells in files that are older than five days.
      twins.advance(TimeUnit.DAYS.toMillis(6));
    }
  }
}
