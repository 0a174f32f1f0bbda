// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.forest;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.engine.range.RangeFile;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Planner and cut rule over many flushes, without HBase. A row has one byte, and a flush as many
 * rows as a file. {@code -Dlighter.test.flushes=10000} runs longer histories.
 */
class ForestSimulationTest {
  private static final int FLUSHES = Integer.getInteger("lighter.test.flushes", 1_000);

  /**
   * Histories of the tests that search for the largest compaction; {@code .ci/nightly} has more.
   */
  private static final int SEEDS = Integer.getInteger("lighter.test.seeds", 4);

  private static final int SST = 64;

  /** Rows of a file, where flushes are of several files. */
  private static final int SMALL = 100;

  private static final int CLEAN_SSTS = 10;

  /** A flush is a file of the size at which files end. */
  private static final ForestLimits LIMITS = limits(SST);

  private static ForestLimits limits(int sst) {
    return new ForestLimits(4, sst, sst / 16, CLEAN_SSTS, ForestLimits.DropDeletes.NO_OLDER, SST);
  }

  /** A store whose files are sorted rows. */
  private static final class Model {
    private final ForestLimits limits;
    private final FlushPieces pieces;
    private final ForestPlanner planner;
    private final Map<String, ForestFile> files = new HashMap<>();
    private final Map<String, long[]> rows = new HashMap<>();
    private int flushRows = SST;
    private int names;
    private long ids;
    private long flushed;
    private long rewritten;
    private long largest;
    private int deepest;

    /** Compactions that run, with the rows that each has still to write. */
    private final Map<ForestPlan, Long> running = new LinkedHashMap<>();

    /**
     * Most rows in files at a time since the last flush, outputs of running compactions included.
     */
    private long mostRows;

    Model() {
      this(LIMITS);
    }

    Model(ForestLimits limits) {
      this(limits, 1);
    }

    Model(ForestLimits limits, int pieces) {
      this.limits = limits;
      this.pieces = new FlushPieces(pieces, limits.smallBytes());
      planner =
          new ForestPlanner(
              limits,
              problem -> {
                throw new AssertionError(problem);
              });
    }

    /** Adds a flush, and ends all compactions. */
    void flush(IntToLongFunction key) {
      addFlush(key);
      settle();
    }

    /** Adds a flush, after which compactions write so many rows before the next one. */
    void flush(IntToLongFunction key, long written) {
      addFlush(key);
      run(written);
    }

    void settle() {
      run(Long.MAX_VALUE);
    }

    private void run(long written) {
      long left = written;
      mostRows = rowsInFiles();
      start();
      while (left > 0 && !running.isEmpty()) {
        long shortest = Collections.min(running.values());
        long each = Math.min(shortest, Math.max(1, left / running.size()));
        left -= each * running.size();
        running.replaceAll((plan, rest) -> rest - each);
        List<ForestPlan> ended =
            running.keySet().stream().filter(plan -> running.get(plan) == 0).toList();
        for (ForestPlan plan : ended) {
          mostRows = Math.max(mostRows, rowsInFiles() + rowsOf(plan));
          running.remove(plan);
          compact(plan);
        }
        start();
      }
    }

    private void start() {
      for (Optional<ForestPlan> plan = next(); plan.isPresent(); plan = next()) {
        running.put(plan.get(), rowsOf(plan.get()));
      }
    }

    private long rowsInFiles() {
      return rows.values().stream().mapToLong(keys -> keys.length).sum();
    }

    private static long rowsOf(ForestPlan plan) {
      return plan.inputs().stream().mapToLong(file -> file.facts().bytes()).sum();
    }

    private void addFlush(IntToLongFunction key) {
      long[] keys = new long[flushRows];
      Arrays.setAll(keys, key);
      keys = Arrays.stream(keys).sorted().distinct().toArray();
      ids += 10;
      FlushCuts cuts = pieces.cuts(keys.length);
      int from = 0;
      for (int i = 0; i < keys.length; i++) {
        if (i > 0 && cuts.endsBeforeRow(i - from)) {
          add(Arrays.copyOfRange(keys, from, i), ids, Optional.empty(), Optional.empty());
          from = i;
        }
        cuts.add(1);
      }
      add(Arrays.copyOfRange(keys, from, keys.length), ids, Optional.empty(), Optional.empty());
      flushed += keys.length;
    }

    private Forest forest() {
      return Forest.of(files.values(), limits);
    }

    private Optional<ForestPlan> next() {
      Forest forest = forest();
      deepest = Math.max(deepest, forest.depth());
      Set<String> busy =
          running.keySet().stream()
              .flatMap(plan -> plan.inputs().stream())
              .map(ForestFile::name)
              .collect(Collectors.toSet());
      return planner.next(forest, busy, running.size(), MajorRound.NONE);
    }

    private void add(long[] keys, long id, Optional<ForestHint> hint, Optional<byte[]> fence) {
      String name = "f" + names++;
      RangeFile facts =
          RangeFile.named(name, keys.length, id)
              .rows(row(keys[0]), row(keys[keys.length - 1]))
              .build();
      files.put(name, ForestFile.of(facts, false, hint, fence));
      rows.put(name, keys);
    }

    /** Adds a settled tree of so many files with random rows, and without fences. */
    private void addTree(ForestHint tree, Random random, int number) {
      long[] keys = random.longs((long) number * SMALL, 0, Long.MAX_VALUE).sorted().toArray();
      for (int i = 0; i < number; i++) {
        long[] file = Arrays.copyOfRange(keys, i * SMALL, (i + 1) * SMALL);
        add(file, tree.high(), Optional.of(tree), Optional.empty());
      }
      flushed += keys.length;
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
      CutRule cuts = new CutRule(plan, limits);
      int from = 0;
      Optional<byte[]> fence = Optional.empty();
      for (int i = 0; i < all.length; i++) {
        if (cuts.endsBefore(row(all[i]), i - from)) {
          add(Arrays.copyOfRange(all, from, i), id, plan.hint(), fence);
          from = i;
        }
        fence = i == from ? cuts.fence() : fence;
      }
      add(Arrays.copyOfRange(all, from, all.length), id, plan.hint(), fence);
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

  /** Only the files at both ends of a flush overlap others. */
  @Test
  void rowsNearlyInKeyOrderCostLessInFlushesOfSeveralFiles() {
    Model whole = nearlyInKeyOrder(1);
    Model pieces = nearlyInKeyOrder(4);
    System.out.println("nearly in key order, one file: " + whole + "; several: " + pieces);
    assertThat(whole.writeAmplification()).isGreaterThan(1.9);
    assertThat(pieces.writeAmplification()).isLessThan(1.6);
  }

  /** Returns a store in which each second row is up to four rows late. */
  private static Model nearlyInKeyOrder(int pieces) {
    Random random = new Random(1);
    Model model = new Model(LIMITS, pieces);
    for (int flush = 0; flush < FLUSHES / 2; flush++) {
      long first = (long) flush * SST;
      model.flush(i -> Math.max(0, first + i - (random.nextBoolean() ? random.nextInt(5) : 0)));
    }
    return model;
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

  /**
   * Flushes come faster than two compactions follow, and nearly as fast. Files end at a fifth of a
   * flush, so that a compaction of the bounded size is a fortieth of the data.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1, 2, 4, 8})
  void compactionsBehindFlushesKeepTheirSize(double writtenPerFlush) {
    int flushes = 80;
    Random random = new Random(3);
    Model model = new Model(limits(SST / 5));
    double most = 0;
    for (int flush = 1; flush <= flushes; flush++) {
      model.flush(i -> random.nextLong() >>> 1, Math.round(writtenPerFlush * SST));
      if (flush > flushes / 2) {
        most = Math.max(most, (double) model.mostRows / model.flushed);
      }
    }
    model.settle();
    most = Math.max(most, (double) model.mostRows / model.flushed);
    System.out.printf("%.1f behind: %s, space %.2f%n", writtenPerFlush, model, most);
    assertThat(model.largest).isLessThanOrEqualTo(4 * SST); // the first round's
    assertThat(most).isLessThanOrEqualTo(1.10);
  }

  /** A history of one seed. */
  private interface History {
    Model of(int seed);
  }

  /** Checks the largest compaction of histories in files of {@link #SMALL} rows. */
  private static void assertCompactionsAreSmall(String what, History history) {
    double largest = 0;
    int mostFiles = 0;
    double written = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Model model = history.of(seed);
      model.settle();
      largest = Math.max(largest, (double) model.largest / (CLEAN_SSTS * SMALL));
      mostFiles = Math.max(mostFiles, model.files.size());
      written = Math.max(written, model.writeAmplification());
    }
    System.out.printf(
        "%s: %.1f x K x SST, %d files, write amplification %.2f%n",
        what, largest, mostFiles, written);
    assertThat(largest).isLessThanOrEqualTo(4);
  }

  private static Model smallFiles() {
    return new Model(
        new ForestLimits(
            4, SMALL, SMALL / 4, CLEAN_SSTS, ForestLimits.DropDeletes.NO_OLDER, 5 * SMALL / 2));
  }

  /**
   * Flushes change their size by and by, as those of a busy region server do, and compactions are
   * as many times as fast as flushes.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1, 2, 4, 8, 1000})
  void flushesOfSeveralSizesKeepCompactionsSmall(double writtenPerFlush) {
    assertCompactionsAreSmall(
        "several sizes, %.1f behind".formatted(writtenPerFlush),
        seed -> {
          Random random = new Random(seed);
          Model model = smallFiles();
          double size = 3 * SMALL;
          for (int flush = 0; flush < 80; flush++) {
            double next = size + 0.6 * SMALL * random.nextGaussian();
            size = Math.max(2.2 * SMALL, Math.min(5.2 * SMALL, next));
            model.flushRows = (int) size;
            model.flush(i -> random.nextLong() >>> 1, Math.round(writtenPerFlush * size));
          }
          return model;
        });
  }

  /** Most rows are of a range of keys that moves, so fences from before are at the wrong places. */
  @ParameterizedTest
  @ValueSource(doubles = {1, 4, 1000})
  void movingHotRangeKeepsCompactionsSmall(double writtenPerFlush) {
    long width = Long.MAX_VALUE / 20;
    assertCompactionsAreSmall(
        "moving range, %.1f behind".formatted(writtenPerFlush),
        seed -> {
          Random random = new Random(seed);
          Model model = smallFiles();
          model.flushRows = 3 * SMALL;
          for (int flush = 0; flush < 160; flush++) {
            long hot = width * (flush / 8);
            model.flush(
                i ->
                    random.nextInt(10) == 0
                        ? random.nextLong() >>> 1
                        : hot + (long) (random.nextDouble() * width),
                Math.round(writtenPerFlush * model.flushRows));
          }
          return model;
        });
  }

  /** Regions that were merged, or another engine, leave trees whose files end at other rows. */
  @Test
  void treesWithoutCommonFencesKeepCompactionsSmall() {
    assertCompactionsAreSmall(
        "no common fences",
        seed -> {
          Random random = new Random(seed);
          Model model = smallFiles();
          for (int tree = 0; tree < 4; tree++) {
            model.ids += 10;
            model.addTree(new ForestHint(3, model.ids - 10, model.ids, 0), random, 60);
          }
          return model;
        });
  }
}
