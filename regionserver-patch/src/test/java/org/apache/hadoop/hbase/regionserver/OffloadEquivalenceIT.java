// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.regionserver.OffloadCounters;
import io.lighter.regionserver.local.LocalReason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.IsolationLevel;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.regionserver.RandomSchema.Engine;
import org.apache.hadoop.hbase.regionserver.Snapshots.OpenScanner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An offloaded compaction writes the same output as HBase's own, for any schema and history.
 *
 * <p>The schemas and histories are random. {@code -Dlighter.test.rounds=N} sets how many, {@code
 * -Dlighter.test.seed=S} repeats the round with that seed (it is in the test's name) and continues
 * from there.
 */
class OffloadEquivalenceIT {
  private static final Logger LOG = LoggerFactory.getLogger(OffloadEquivalenceIT.class);
  private static final int DEFAULT_ROUNDS = 10;
  private static final int MOST_COMPACTIONS = 4;

  /** A seed that splits a stripe in which no cell remains. */
  private static final long NOTHING_LEFT = 6092892291451L;

  private static OffloadCluster cluster;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster = OffloadCluster.start(1);
  }

  @AfterAll
  static void stopCluster() throws Exception {
    cluster.close();
  }

  static LongStream seeds() {
    long first = Long.getLong("lighter.test.seed", System.nanoTime());
    return LongStream.range(
        first, first + Integer.getInteger("lighter.test.rounds", DEFAULT_ROUNDS));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void offloadedOutputEqualsTheLocalOne(long seed) throws Exception {
    Random random = new Random(seed);
    TableDescriptor table = new RandomSchema(random).table(cluster.newTableName("random"));
    compactAtRandom(seed, random, table, true);
  }

  /**
   * The visible cells may change: a put that is newer than a delete marker by its file only, and
   * older by its timestamp, is masked until the marker goes.
   */
  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void offloadedOutputOfAForestEqualsTheLocalOne(long seed) throws Exception {
    Random random = new Random(seed);
    String tracker = random.nextBoolean() ? "DEFAULT" : "FILE";
    TableDescriptor table =
        new RandomSchema(random).table(cluster.newTableName("forest"), Engine.FOREST, tracker);
    compactAtRandom(seed, random, table, false);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void offloadedOutputOfLevelsEqualsTheLocalOne(long seed) throws Exception {
    Random random = new Random(seed);
    String tracker = random.nextBoolean() ? "DEFAULT" : "FILE";
    TableDescriptor table =
        new RandomSchema(random).table(cluster.newTableName("levels"), Engine.TIERED, tracker);
    compactAtRandom(seed, random, table, true);
  }

  private static void compactAtRandom(
      long seed, Random random, TableDescriptor table, boolean showsTheSame) throws Exception {
    LOG.info("seed {}: {}", seed, table);
    HRegion region = cluster.create(table);
    RandomHistory history = new RandomHistory(random, region);
    List<OpenScanner> scanners = new ArrayList<>();
    try {
      int files = 2 + random.nextInt(4);
      for (int i = 0; i < files; i++) {
        history.writeFile(5 + random.nextInt(80));
        if (random.nextInt(4) == 0) {
          scanners.add(Snapshots.open(region));
        }
      }
      if (random.nextInt(10) == 0) {
        history.deleteAll();
      }
      boolean retire = random.nextBoolean();
      for (HStore store : region.getStores()) {
        compactRepeatedly(store, random, retire, showsTheSame);
        if (random.nextInt(3) == 0) {
          history.writeFile(20);
          compactRepeatedly(store, random, retire, showsTheSame);
        }
      }
      for (OpenScanner open : scanners) {
        assertThat(Snapshots.drain(open.scanner())).isEqualTo(open.expected());
      }
    } finally {
      for (OpenScanner open : scanners) {
        open.scanner().close();
      }
    }
  }

  @Test
  void splitThatLeavesNoCellHasAFile() throws Exception {
    long before = OffloadCounters.local(LocalReason.BAD_OUTPUT);

    offloadedOutputEqualsTheLocalOne(NOTHING_LEFT);

    assertThat(OffloadCounters.local(LocalReason.BAD_OUTPUT)).isEqualTo(before);
  }

  /**
   * Compacts until the store's policy selects nothing, or four times, and compares each output.
   *
   * @param retire whether inputs stay in place as compacted files
   * @param showsTheSame whether the visible cells must not change either
   */
  static void compactRepeatedly(HStore store, Random random, boolean retire, boolean showsTheSame)
      throws IOException {
    for (int i = 0; i < MOST_COMPACTIONS; i++) {
      boolean major = random.nextInt(3) == 0;
      if (random.nextBoolean()) {
        RandomHistory.makeOld(store);
      }
      Optional<TwinCompaction> twin = TwinCompaction.select(store, major);
      if (twin.isEmpty()) {
        return;
      }
      compact(store, twin.get(), showsTheSame);
      if (!retire) {
        store.closeAndArchiveCompactedFiles();
      }
    }
  }

  /**
   * Compacts, and compares the visible cells where HBase itself keeps them: if all files are
   * compacted, and deleted cells do not count as versions. Deleted cells do count while a scanner
   * holds a read point before the delete marker. HBase's compactor then keeps the marker without
   * applying it, and drops an older cell as one version too many.
   */
  private static void compact(HStore store, TwinCompaction twin, boolean showsTheSame)
      throws IOException {
    List<String> before = Snapshots.visible(store);
    List<StoreFileImage> images = twin.runBoth();
    LOG.info(
        "{}: {} files to {}, major={}, all={}",
        store,
        twin.request().getFiles().size(),
        images.size(),
        twin.request().isMajor(),
        twin.request().isAllFiles());
    assertThat(twin.commit()).hasSameSizeAs(images);
    ColumnFamilyDescriptor family = store.getColumnFamilyDescriptor();
    if (showsTheSame
        && twin.request().isAllFiles()
        && family.getKeepDeletedCells() == KeepDeletedCells.FALSE
        && !family.isNewVersionBehavior()
        && !holdsOldReadPoint(store.getHRegion())) {
      assertThat(Snapshots.visible(store)).isEqualTo(before);
    }
  }

  private static boolean holdsOldReadPoint(HRegion region) {
    return region.getSmallestReadPoint() < region.getReadPoint(IsolationLevel.READ_COMMITTED);
  }
}
