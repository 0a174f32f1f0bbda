// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.engine.forest.Forest;
import io.lighter.engine.forest.ForestFile;
import io.lighter.engine.forest.ForestPlan.Job;
import io.lighter.engine.forest.Tree;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The forest engine in a region on the local disk, next to HBase's default engine. */
class ForestStoreEngineTest {
  private static final int SST = 8_000;

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private Twins twins;

  @AfterEach
  void close() throws IOException {
    if (twins != null) {
      twins.close();
    }
    util.cleanupTestDir();
  }

  @Test
  void flushesInKeyOrderAreNotCompacted() throws IOException {
    create();
    for (int flush = 0; flush < 12; flush++) {
      for (int row = 0; row < 10; row++) {
        twins.put(flush * 10 + row, 1_000);
      }
      twins.flush();
      assertThat(twins.select()).isFalse();
    }
    assertThat(twins.files().getStorefileCount()).isOne();
    assertThat(twins.store().getStorefiles()).hasSize(12);
    assertThat(twins.forest().trees()).extracting(Tree::stage).containsExactly(3, 2);
    assertThat(twins.files().getFilesForScan(Twins.row(13), true, Twins.row(11), true, false))
        .hasSize(1);
    assertThat(twins.store().getSplitPoint()).hasValue(Twins.row(60));
    twins.compare();
  }

  @Test
  void clustersOfARoundAreCutAndLeaveFilesThatOverlapNone() throws IOException {
    create();
    writeRows(100, 130);
    List<HStoreFile> apart = List.copyOf(twins.store().getStorefiles());
    writeRows(0, 30);
    writeRows(0, 30);
    twins.settle();
    assertThat(twins.store().getStorefiles()).containsAll(apart).hasSizeGreaterThan(3);
    assertThat(twins.forest().depth()).isOne();
    Forest before = twins.forest();
    assertThat(before.trees()).singleElement().matches(Tree::isSettled);
    twins.crash();
    assertThat(twins.forest()).hasToString(before.toString());
    twins.compare();
  }

  /** The newer trees have few rows of all keys, so that each of their files overlaps all others. */
  @Test
  void filesThatChainALargeClusterAreCutFirst() throws IOException {
    conf.setLong(SmallForestEngine.FLUSH_BYTES, 400_000);
    create();
    for (int flush = 0; flush < 3; flush++) {
      writeRows(0, 300);
    }
    twins.settle();
    List<Long> bytes = new ArrayList<>();
    for (int flush = 0; flush < 6; flush++) {
      twins.put(flush, 10);
      twins.put(150 + flush, 10);
      twins.delete(new Delete(Twins.row(290 + flush)));
      twins.flush();
      while (twins.select()) {
        CompactionContext compaction = twins.takeHeld();
        bytes.add(compaction.getRequest().getSize());
        assertThat(bytes).as("compactions until nothing is due").hasSizeLessThan(200);
        twins.tested.compact(compaction, twins.store(), NoLimitThroughputController.INSTANCE);
        twins.compare();
      }
    }
    assertThat(twins.jobs).contains(Job.CUT);
    long store =
        twins.store().getStorefiles().stream().mapToLong(file -> file.getReader().length()).sum();
    assertThat(bytes).allMatch(inputs -> inputs < store / 2);
    assertThat(twins.forest().trees()).singleElement().matches(Tree::isSettled);
    Forest before = twins.forest();
    twins.crash();
    assertThat(twins.forest()).hasToString(before.toString());
    twins.compare();
  }

  /** The writer of an output may find that its size is reached in the middle of a row. */
  @Test
  void neverInsideARow() throws IOException {
    create();
    for (int flush = 0; flush < 3; flush++) {
      for (int row = 0; row < 4; row++) {
        for (int column = 0; column < 40; column++) {
          twins.put(row, Bytes.toBytes("q%02d".formatted(column)), twins.tick(), new byte[1_000]);
        }
      }
      twins.flush();
    }
    assertThat(twins.select()).isTrue();
    twins.compactHeld();
    List<ForestFile> byKey =
        twins.forest().files().stream()
            .sorted(Comparator.comparing(file -> file.facts().first(), Bytes.BYTES_COMPARATOR))
            .toList();
    assertThat(byKey).hasSizeGreaterThan(1);
    for (int i = 1; i < byKey.size(); i++) {
      assertThat(Bytes.compareTo(byKey.get(i - 1).facts().last(), byKey.get(i).facts().first()))
          .isNegative();
    }
    twins.compare();
  }

  @Test
  void deletedStaysDeletedNextToAnOlderTree() throws IOException {
    create();
    writeRows(0, 30);
    writeRows(0, 30);
    writeRows(0, 30);
    twins.settle();
    for (int flush = 0; flush < 3; flush++) {
      for (int row = flush; row < 30; row += 3) {
        twins.delete(new Delete(Twins.row(row)));
      }
      twins.put(flush, 10);
      twins.put(29, 10);
      twins.flush();
    }
    twins.settle();
    assertThat(twins.forest().trees()).hasSize(2).allMatch(Tree::isSettled);
    assertThat(twins.store().getStorefiles())
        .anyMatch(file -> file.getReader().getDeleteFamilyCnt() > 0);
    twins.compare();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void majorCompactionRewritesEachFileOnceAndDropsMarkers(boolean other) throws IOException {
    create();
    writeRows(60, 70);
    writeRows(0, 30);
    if (other) {
      writeRows(0, 30);
    }
    twins.delete(new Delete(Twins.row(5)));
    twins.flush();
    List<HStoreFile> before = List.copyOf(twins.store().getStorefiles());
    twins.advance(1_000);
    twins.store().triggerMajorCompaction();
    twins.settle();
    assertThat(twins.store().getStorefiles())
        .doesNotContainAnyElementsOf(before)
        .allSatisfy(file -> assertThat(file.getReader().getDeleteFamilyCnt()).isZero())
        .allMatch(HStoreFile::isMajorCompactionResult);
    twins.compare();
  }

  /** The output of the first cluster makes all files one tree, in which the other one is due. */
  @Test
  void majorCompactionReadsTheFilesOfEachClusterOnce() throws IOException {
    conf.setInt(SmallForestEngine.FANOUT, 5);
    create();
    writeRows(0, 30);
    writeRows(0, 30);
    writeRows(60, 90);
    writeRows(60, 90);
    long bytes =
        twins.store().getStorefiles().stream().mapToLong(file -> file.getReader().length()).sum();
    twins.advance(1_000);
    twins.store().triggerMajorCompaction();
    List<Long> sizes = new ArrayList<>();
    while (twins.select()) {
      CompactionContext compaction = twins.takeHeld();
      sizes.add(compaction.getRequest().getSize());
      twins.tested.compact(compaction, twins.store(), NoLimitThroughputController.INSTANCE);
    }
    assertThat(sizes).hasSize(2);
    assertThat(sizes.stream().mapToLong(Long::longValue).sum()).isEqualTo(bytes);
    assertThat(twins.jobs).containsExactlyInAnyOrder(Job.MAJOR, Job.CLUSTER);
    twins.compare();
  }

  /** HBase takes its flag back if a request says major, though the flag may be a later one. */
  @Test
  void selectionOfAMajorCompactionTakesBackNoRequest() throws IOException {
    create();
    writeRows(0, 30);
    twins.advance(1_000);
    twins.store().triggerMajorCompaction();
    assertThat(twins.select()).isTrue();
    CompactionContext compaction = twins.takeHeld();
    assertThat(compaction.getRequest().isMajor()).isFalse();
    assertThat(compaction.getRequest().isAllFiles()).isTrue();
    twins.tested.compact(compaction, twins.store(), NoLimitThroughputController.INSTANCE);
    assertThat(twins.store().getStorefiles()).allMatch(HStoreFile::isMajorCompactionResult);
  }

  /** HBase asks for a major compaction of the whole store if the policy says that one is due. */
  @Test
  void filesPastThePeriodAreDueByClusters() throws IOException {
    createWithPeriod(family());
    writeRows(0, 30);
    writeRows(60, 90);
    twins.advance(TimeUnit.DAYS.toMillis(2));
    assertThat(twins.store().needsCompaction()).isTrue();
    assertThat(twins.store().shouldPerformMajorCompaction()).isFalse();
    assertThat(twins.select()).isTrue();
    assertThat(twins.select()).isTrue();
    assertThat(twins.store().needsCompaction()).isFalse();
    assertThat(twins.store().shouldPerformMajorCompaction()).isFalse();
    twins.settle();
    twins.compare();
  }

  @Test
  void filesWithoutAnExpiredCellStayPastThePeriod() throws IOException {
    createWithPeriod(family().setTimeToLive((int) TimeUnit.DAYS.toSeconds(10)));
    writeRows(0, 30);
    twins.advance(TimeUnit.DAYS.toMillis(2));
    writeRows(15, 45);
    writeRows(15, 45);
    twins.settle();
    twins.advance(TimeUnit.DAYS.toMillis(2));
    assertThat(twins.store().needsCompaction()).isFalse();
    twins.advance(TimeUnit.DAYS.toMillis(7));
    assertThat(twins.store().needsCompaction()).isTrue();
    twins.settle();
    assertThat(twins.jobs).contains(Job.MAJOR);
    twins.compare();
  }

  @Test
  void jobsWithCommonRowsAreCountedOneByOne() throws IOException {
    create();
    for (int flush = 0; flush < 12; flush++) {
      writeRows(0, 30);
    }
    assertThat(twins.select()).isTrue();
    assertThat(twins.select()).as("the first round has no fences yet").isFalse();
    twins.compactHeld();
    assertThat(twins.select()).isTrue();
    assertThat(twins.select()).isTrue();
    assertThat(twins.select()).isFalse();
    twins.compactHeld();
    assertThat(twins.select()).isTrue();
    twins.settle();
    twins.compare();
  }

  @Test
  void pressureExceedsOneAsSoonAsFlushesWait() throws IOException {
    conf.setInt(HStore.BLOCKING_STOREFILES_KEY, 4);
    conf.setInt(SmallForestEngine.FANOUT, 8);
    create();
    for (int flush = 0; flush < 4; flush++) {
      writeRows(0, 10);
    }
    assertThat(twins.store().getCompactionPressure()).isEqualTo(1);
    writeRows(0, 10);
    assertThat(twins.store().hasTooManyStoreFiles()).isTrue();
    assertThat(twins.store().getCompactionPressure()).isGreaterThan(1);
  }

  /** Such a file has been compacted since the coprocessor looked at the store. */
  @Test
  void choiceThatTheStoreDoesNotKnowIsAnEmptyRequest() throws IOException {
    create();
    writeRows(0, 30);
    List<HStoreFile> gone = List.copyOf(twins.store().getStorefiles());
    twins.advance(1_000);
    twins.store().triggerMajorCompaction();
    twins.settle();
    CompactionContext compaction = twins.store().getStoreEngine().createCompaction();
    compaction.forceSelect(new CompactionRequestImpl(gone));
    assertThat(compaction.hasSelection()).isTrue();
    assertThat(compaction.getRequest().getFiles()).isEmpty();
  }

  @Test
  void storeWithoutASurvivorKeepsTheHighestSequenceId() throws IOException {
    create();
    writeRows(0, 30);
    for (int row = 0; row < 30; row++) {
      twins.delete(new Delete(Twins.row(row)));
    }
    twins.flush();
    long highest = twins.store().getMaxSequenceId().orElseThrow();
    twins.advance(1_000);
    twins.store().triggerMajorCompaction();
    twins.settle();
    assertThat(twins.store().getMaxSequenceId()).hasValue(highest);
    assertThat(twins.forest().depth()).isZero();
    twins.crash();
    assertThat(twins.store().getMaxSequenceId()).hasValue(highest);
    twins.compare();
  }

  /** A read at an old time sees what was deleted later, also after the marker was compacted. */
  @Test
  void deletedCellsAreKeptWithTheirMarkers() throws IOException {
    create(family().setMaxVersions(Integer.MAX_VALUE).setKeepDeletedCells(KeepDeletedCells.TRUE));
    writeRows(0, 40);
    for (int row = 0; row < 40; row += 2) {
      twins.delete(new Delete(Twins.row(row)));
    }
    twins.flush();
    twins.advance(1_000);
    twins.store().triggerMajorCompaction();
    twins.settle();
    twins.compare();
  }

  /** Half of a file keeps a region from splitting again, and its parent from being deleted. */
  @Test
  void halvesAreRewrittenWithoutARound() throws IOException {
    create();
    for (int flush = 0; flush < 4; flush++) {
      writeRows(0, 40);
    }
    twins.settle();
    writeRows(0, 40);
    twins.split(20, Twins.row(20), false);
    assertThat(twins.hasHalves()).isTrue();
    twins.settle();
    assertThat(twins.hasHalves()).isFalse();
    twins.compare();
  }

  @Test
  void filesOfOtherEnginesBecomeTreesAndTheStoreCanGoBack() throws IOException {
    create();
    twins.changeEngine(DefaultStoreEngine.class);
    for (int flush = 0; flush < 4; flush++) {
      writeRows(0, 20);
    }
    twins.tested.compact(true);
    writeRows(10, 30);
    twins.changeEngine(SmallForestEngine.class);
    Collection<HStoreFile> files = twins.store().getStorefiles();
    assertThat(twins.forest().files()).hasSameSizeAs(files);
    twins.compare();
    writeRows(0, 30);
    twins.settle();
    twins.compare();
    twins.changeEngine(DefaultStoreEngine.class);
    twins.compare();
    twins.tested.compact(true);
    twins.compare();
  }

  @Test
  void scanGetsFilesOldestFirst() throws IOException {
    create();
    for (int flush = 0; flush < 8; flush++) {
      twins.put(flush % 3, 10);
      twins.flush();
    }
    Collection<HStoreFile> files =
        twins.files().getFilesForScan(Twins.row(0), true, Twins.row(2), true, false);
    assertThat(new ArrayList<>(files)).hasSize(8).isSortedAccordingTo(StoreFileComparators.SEQ_ID);
  }

  private void writeRows(int from, int to) throws IOException {
    for (int row = from; row < to; row++) {
      twins.put(row, 1_000);
    }
    twins.flush();
  }

  private static ColumnFamilyDescriptorBuilder family() {
    return ColumnFamilyDescriptorBuilder.newBuilder(Twins.FAMILY).setBlocksize(512);
  }

  private void create() throws IOException {
    create(family());
  }

  private void create(ColumnFamilyDescriptorBuilder family) throws IOException {
    create(family, 0);
  }

  private void createWithPeriod(ColumnFamilyDescriptorBuilder family) throws IOException {
    conf.setFloat("hbase.hregion.majorcompaction.jitter", 0);
    create(family, TimeUnit.DAYS.toMillis(1));
  }

  private void create(ColumnFamilyDescriptorBuilder family, long period) throws IOException {
    conf.setLong(SmallForestEngine.SST_BYTES, SST);
    conf.setLong("hbase.hregion.majorcompaction", period);
    twins =
        new Twins(
            conf, util.getDataTestDir(), new Random(1), family.build(), SmallForestEngine.class);
  }
}
