// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.forest;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.engine.range.RangeFile;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.IntToLongFunction;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/**
 * Planner and cut rule over many flushes, without HBase. A row has one byte, and a flush as many
 * rows as a file. {@code -Dlighter.test.flushes=10000} runs longer histories.
 */
class ForestSimulationTest {
  private static final int FLUSHES = Integer.getInteger("lighter.test.flushes", 1_000);
  private static final int SST = 64;
  private static final int CLEAN_SSTS = 10;
  private static final ForestLimits LIMITS =
      new ForestLimits(4, SST, SST / 16, CLEAN_SSTS, ForestLimits.DropDeletes.NO_OLDER, SST);

  /** A store whose files are sorted rows. */
  private static final class Model {
    private final ForestPlanner planner =
        new ForestPlanner(
            LIMITS,
            problem -> {
              throw new AssertionError(problem);
            });
    private final Map<String, ForestFile> files = new HashMap<>();
    private final Map<String, long[]> rows = new HashMap<>();
    private int names;
    private long ids;
    private long flushed;
    private long rewritten;
    private long largest;
    private int deepest;

    void flush(IntToLongFunction key) {
      long[] keys = new long[SST];
      Arrays.setAll(keys, key);
      keys = Arrays.stream(keys).sorted().distinct().toArray();
      ids += 10;
      add(keys, ids, Optional.empty());
      flushed += keys.length;
      for (Optional<ForestPlan> plan = next(); plan.isPresent(); plan = next()) {
        compact(plan.get());
      }
    }

    private Forest forest() {
      return Forest.of(files.values(), LIMITS);
    }

    private Optional<ForestPlan> next() {
      Forest forest = forest();
      deepest = Math.max(deepest, forest.depth());
      return planner.next(forest, Set.of(), 0, MajorRound.NONE);
    }

    private void add(long[] keys, long id, Optional<ForestHint> hint) {
      String name = "f" + names++;
      RangeFile facts =
          RangeFile.named(name, keys.length, id)
              .rows(row(keys[0]), row(keys[keys.length - 1]))
              .build();
      files.put(name, ForestFile.of(facts, false, hint));
      rows.put(name, keys);
    }

    private void compact(ForestPlan plan) {
      long id = plan.inputs().stream().mapToLong(file -> file.facts().sequenceId()).max().orElse(0);
      long[] all =
          plan.inputs().stream()
              .flatMapToLong(file -> Arrays.stream(rows.remove(file.name())))
              .sorted()
              .distinct()
              .toArray();
      plan.inputs().forEach(file -> files.remove(file.name()));
      rewritten += all.length;
      largest = Math.max(largest, all.length);
      CutRule cuts = new CutRule(LIMITS, plan.fences());
      int from = 0;
      for (int i = 0; i < all.length; i++) {
        if (cuts.endsBefore(row(all[i]), i - from)) {
          add(Arrays.copyOfRange(all, from, i), id, plan.hint());
          from = i;
        }
      }
      add(Arrays.copyOfRange(all, from, all.length), id, plan.hint());
    }

    double writeAmplification() {
      return 1 + (double) rewritten / flushed;
    }

    double largestInCleanSsts() {
      return (double) largest / (CLEAN_SSTS * SST);
    }

    @Override
    public String toString() {
      return "write amplification %.2f, largest job %.1f x K x SST, depth %d, %d files"
          .formatted(writeAmplification(), largestInCleanSsts(), deepest, files.size());
    }
  }

  private static byte[] row(long key) {
    return Bytes.toBytes(key);
  }

  @Test
  void rowsInKeyOrderAreNeverCompacted() {
    Model model = new Model();
    for (int flush = 0; flush < FLUSHES; flush++) {
      long first = (long) flush * SST;
      model.flush(i -> first + i);
    }
    assertThat(model.rewritten).isZero();
    assertThat(model.deepest).isOne();
  }

  /** Neighbours in time overlap by a few rows, and only their edges are in more than one stage. */
  @Test
  void rowsNearlyInKeyOrderCostLessThanRandomOnes() {
    Random random = new Random(1);
    Model model = new Model();
    for (int flush = 0; flush < FLUSHES / 2; flush++) {
      long first = (long) flush * SST;
      model.flush(
          i -> Math.max(0, first + i - (random.nextInt(10) == 0 ? random.nextInt(SST) : 0)));
    }
    System.out.println("nearly in key order: " + model);
    assertThat(model.writeAmplification()).isLessThan(2.6);
  }

  @Test
  void compactionOfUniformRowsHasABoundedSize() {
    Random random = new Random(1);
    Model model = new Model();
    for (int flush = 0; flush < FLUSHES; flush++) {
      model.flush(i -> random.nextLong() >>> 1);
    }
    System.out.println("uniform: " + model);
    assertThat(model.largestInCleanSsts()).isLessThanOrEqualTo(4);
    // One write for each stage, of which log4(flushes) are full.
    double stages = Math.log(FLUSHES) / Math.log(4);
    assertThat(model.writeAmplification()).isBetween(stages - 1, stages + 1);
    assertThat(model.deepest).isLessThanOrEqualTo((int) (4 * (stages + 1)));
  }

  @Test
  void compactionOfZipfRowsHasABoundedSize() {
    Random random = new Random(2);
    Model model = new Model();
    for (int flush = 0; flush < FLUSHES; flush++) {
      // About Zipf: the share of the first part of the keys is the same for each power of ten.
      model.flush(
          i -> {
            long rank = (long) Math.pow(10, 12 * random.nextDouble());
            return (rank * 0x9E3779B97F4A7C15L) >>> 1;
          });
    }
    System.out.println("Zipf: " + model);
    assertThat(model.largestInCleanSsts()).isLessThanOrEqualTo(4);
  }
}
