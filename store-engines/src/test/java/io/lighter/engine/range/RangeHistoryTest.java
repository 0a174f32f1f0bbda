// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.range;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.engine.range.RangePlan.Job;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random histories of a modelled store: which rows are visible, and what the planner does. */
class RangeHistoryTest {
  private static final int ROWS = 600;
  private static final int MOST_JOBS = 1000;

  static LongStream seeds() {
    return Seeds.of(60);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void everyRowReadsAsWrittenAndTheChainEnds(long seed) {
    Random random = new Random(seed);
    ModelStore store = new ModelStore(limits(random, 1200), Set.of());
    for (int step = 0; step < 120; step++) {
      store.clock++;
      store = act(store, random);
      bounds(store);
      if (step % 4 == 0) {
        store.check(store.writtenRows());
      }
    }
    settle(store);
    store.check(store.writtenRows());
    depth(store);

    for (int flush = 0; flush < 3; flush++) {
      write(store, random);
      store.flush();
    }
    store.startSweep();
    if (random.nextBoolean()) {
      write(store, random);
      store.flush();
    }
    settle(store);
    store.check(store.writtenRows());
    assertThat(Sweeps.isDone(store.sweep, store.layout())).isTrue();
    assertThat(store.isVisited()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void chainEndsWithRowsLargerThanARange(long seed) {
    Random random = new Random(seed);
    Set<Integer> huge = new TreeSet<>();
    random.ints(5, 0, ROWS).forEach(huge::add);
    ModelStore store = new ModelStore(limits(random, 400), huge);
    for (int flush = 0; flush < 40; flush++) {
      write(store, random);
      store.flush();
      settle(store);
      store.check(store.writtenRows());
    }
  }

  /** Such rows make outputs of unequal sizes, of which some are too small for a base. */
  @ParameterizedTest
  @MethodSource("seeds")
  void majorCompactionVisitsRowsLargerThanARange(long seed) {
    Random random = new Random(seed);
    Set<Integer> huge = new TreeSet<>();
    random.ints(5, 0, ROWS).forEach(huge::add);
    ModelStore store = new ModelStore(limits(random, 400), huge);
    for (int flush = 0; flush < 10; flush++) {
      write(store, random);
      store.flush();
      settle(store);
    }
    store.startSweep();
    settle(store);
    store.check(store.writtenRows());
    assertThat(Sweeps.isDone(store.sweep, store.layout())).isTrue();
    assertThat(store.isVisited()).isTrue();
  }

  /** Ranges are smaller than most flushes. */
  @ParameterizedTest
  @MethodSource("seeds")
  void depthIsBoundedWithFlushesLargerThanARange(long seed) {
    Random random = new Random(seed);
    ModelStore store = new ModelStore(limits(random, 100), Set.of());
    for (int step = 0; step < 100; step++) {
      store.clock++;
      store = act(store, random);
      if (step % 10 == 9) {
        settle(store);
        store.check(store.writtenRows());
        depth(store);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void depthIsBoundedWithBulkLoads(long seed) {
    Random random = new Random(seed);
    ModelStore store = new ModelStore(limits(random, random.nextBoolean() ? 100 : 600), Set.of());
    for (int step = 0; step < 60; step++) {
      store.clock++;
      if (random.nextInt(8) == 0) {
        int from = random.nextInt(ROWS);
        int to = random.nextBoolean() ? ROWS - 1 : from + random.nextInt(ROWS - from);
        store.bulkLoad(
            random.nextBoolean() ? 0 : from,
            to,
            1 + random.nextInt(3),
            random.nextInt(4) == 0 ? -1 : random.nextInt(random.nextBoolean() ? 2 : 200),
            random.nextBoolean());
      } else {
        store = act(store, random);
      }
      if (step % 10 == 9) {
        settle(store);
        store.check(store.writtenRows());
        depth(store);
      }
    }
  }

  @Test
  void bulkLoadLargerThanAllBasesKeepsTheRanges() {
    ModelStore store = new ModelStore(new RangeLimits(1000, 0.1, 0, 4, 4, 2), Set.of());
    for (int flush = 0; flush < 10; flush++) {
      IntStream.range(flush * 60, flush * 60 + 60).forEach(store::put);
      store.flush();
    }
    List<KeyRange> before = keys(store);
    store.bulkLoad(5, ROWS - 5, 1, 0, false);
    assertThat(keys(store)).isEqualTo(before).hasSize(10);
    assertThat(store.layout().depth()).isEqualTo(2);
  }

  private static List<KeyRange> keys(ModelStore store) {
    return store.layout().ranges().stream().map(RangeLayout.Range::keys).toList();
  }

  private static void depth(ModelStore store) {
    assertThat(store.layout().depth())
        .as("%s", store.layout().ranges())
        .isLessThanOrEqualTo(store.limits.maxFiles() + store.limits.maxWide() + 1);
  }

  @Test
  void historiesHaveEveryJob() {
    Set<Job> seen = EnumSet.noneOf(Job.class);
    boolean[] dropped = new boolean[2];
    for (long seed = 1; seed <= 100; seed++) {
      Random random = new Random(seed);
      ModelStore store = new ModelStore(limits(random, 1200), Set.of());
      store.sweep = new MajorSweep(60);
      for (int step = 0; step < 120; step++) {
        store.clock++;
        store = act(store, random);
        for (RangePlan plan : store.running) {
          seen.add(plan.job());
          dropped[plan.dropsMarkers() ? 1 : 0] |= plan.job().isMerge();
        }
      }
    }
    assertThat(seen).containsExactlyInAnyOrder(Job.values());
    assertThat(dropped).containsOnly(true);
  }

  @Test
  void ascendingKeysNeedNoCompaction() {
    RangeLimits limits = new RangeLimits(1000, 0.1, 0, 4, 4, 2);
    ModelStore store = new ModelStore(limits, Set.of());
    for (int flush = 0; flush < 40; flush++) {
      IntStream.range(flush * 30, flush * 30 + 30).forEach(store::put);
      store.flush();
      assertThat(store.plan()).isFalse();
    }
    assertThat(store.layout().depth()).isOne();
    assertThat(store.layout().ranges()).hasSize(40);
  }

  private static ModelStore act(ModelStore store, Random random) {
    switch (random.nextInt(20)) {
      case 0, 1, 2, 3, 4, 5, 6 -> {
        write(store, random);
        store.flush();
      }
      case 7, 8, 9, 10, 11 -> store.plan();
      case 12, 13, 14, 15, 16 -> {
        if (!store.running.isEmpty()) {
          long highest = store.highestId();
          store.commit(store.running.get(random.nextInt(store.running.size())));
          assertThat(store.highestId()).isEqualTo(highest);
        }
      }
      case 17 -> {
        if (!store.running.isEmpty() && random.nextInt(3) == 0) {
          store.crash(store.running.get(0), random.nextInt(4));
        }
      }
      case 18 -> {
        if (random.nextInt(4) == 0) {
          store.flush();
          int split = random.nextInt(ROWS);
          ModelStore low = store.half(split, true);
          ModelStore high = store.half(split, false);
          if (random.nextBoolean()) {
            settle(high);
          }
          low.adopt(high);
          return low;
        }
      }
      default -> {
        if (random.nextInt(4) == 0) {
          store.sweep = new MajorSweep(store.clock);
        }
      }
    }
    return store;
  }

  /** Writes all over the rows, or to some neighbours, mostly puts or only deletes. */
  private static void write(ModelStore store, Random random) {
    boolean narrow = random.nextBoolean();
    int from = narrow ? random.nextInt(ROWS) : 0;
    int rows = narrow ? 1 + random.nextInt(30) : ROWS;
    int deletes = random.nextInt(5) == 0 ? 10 : random.nextInt(4);
    for (int i = 1 + random.nextInt(60); i > 0; i--) {
      int row = Math.min(ROWS - 1, from + random.nextInt(rows));
      if (random.nextInt(10) < deletes) {
        store.delete(row);
      } else {
        store.put(row);
      }
    }
  }

  /** Runs one compaction after the other until none is left. */
  private static void settle(ModelStore store) {
    for (int jobs = 0; jobs < MOST_JOBS; jobs++) {
      while (!store.running.isEmpty()) {
        store.commit(store.running.get(0));
      }
      if (!store.plan()) {
        return;
      }
      bounds(store);
    }
    throw new AssertionError("no end: " + store.running + " " + store.layout());
  }

  private static void bounds(ModelStore store) {
    assertThat(store.running.size()).isLessThanOrEqualTo(store.limits.maxConcurrent());
    assertThat(store.running).filteredOn(plan -> plan.job() == Job.DISTRIBUTE).hasSizeLessThan(2);
    Set<RangeFile> inputs = new HashSet<>();
    for (RangePlan plan : store.running) {
      long files = plan.inputs().stream().filter(file -> !file.isEmpty()).count();
      assertThat(files <= 2 || plan.inputBytes() <= store.limits.maxInputBytes()).isTrue();
      plan.inputs().forEach(file -> assertThat(inputs.add(file)).isTrue());
    }
  }

  private static RangeLimits limits(Random random, int leastRange) {
    return new RangeLimits(
        leastRange + random.nextInt(800),
        random.nextBoolean() ? 0.1 : 1,
        random.nextInt(200),
        2 + random.nextInt(4),
        1 + random.nextInt(4),
        1 + random.nextInt(3));
  }
}
