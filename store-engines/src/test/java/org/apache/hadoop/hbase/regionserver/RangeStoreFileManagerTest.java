// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lighter.engine.range.MajorSweep;
import io.lighter.engine.range.RangeFile;
import io.lighter.engine.range.RangePlan.Job;
import io.lighter.engine.range.Sweeps;
import io.lighter.testing.fixtures.StoreCommits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.io.hfile.BloomFilterMetrics;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What HBase asks the range engine's files and selections, apart from reads. */
class RangeStoreFileManagerTest {
  private static final long RANGE = 20_000;

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private Twins twins;

  @BeforeEach
  void create() throws IOException {
    conf.setLong(SmallRangeEngine.RANGE_BYTES, RANGE);
    conf.setLong("hbase.hregion.majorcompaction", 0);
    open();
  }

  private void open() throws IOException {
    twins =
        new Twins(
            conf,
            util.getDataTestDir(),
            new Random(1),
            ColumnFamilyDescriptorBuilder.newBuilder(Twins.FAMILY).setBlocksize(512).build(),
            SmallRangeEngine.class);
  }

  @AfterEach
  void close() throws IOException {
    twins.close();
    util.cleanupTestDir();
  }

  @Test
  void compactedFilesAreArchivedAndForgotten() throws IOException {
    write(0, 60, 1_000);
    Path input = twins.store().getStorefiles().iterator().next().getPath();
    twins.store().triggerMajorCompaction();
    twins.settle();
    assertThat(twins.files().getCompactedFilesCount()).isPositive();
    assertThat(twins.tested.getFilesystem().exists(input)).isTrue();

    twins.store().closeAndArchiveCompactedFiles();
    assertThat(twins.files().getCompactedFilesCount()).isZero();
    assertThat(twins.tested.getFilesystem().exists(input)).isFalse();
  }

  @Test
  void expiredFileInACompactionStays() throws IOException {
    for (int flush = 0; flush < 3; flush++) {
      write(flush, flush + 1, 10);
    }
    List<HStoreFile> files = new ArrayList<>(twins.store().getStorefiles());
    assertThat(twins.files().getUnneededFiles(Long.MAX_VALUE, files.subList(0, 1)))
        .containsExactly(files.get(1));
  }

  /** The clock of a NameNode may be behind; six days are enough to see an endless sweep. */
  @Test
  void majorCompactionEndsThoughTheFileSystemsClockIsBehind() throws IOException {
    twins.advance(TimeUnit.DAYS.toMillis(6));
    write(0, 60, 1_000);
    twins.settle();
    twins.store().triggerMajorCompaction();
    twins.settle();
    assertThat(twins.store().getStorefiles()).allMatch(HStoreFile::isMajorCompactionResult);
  }

  @Test
  void periodicMajorCompactionVisitsEachRange() throws IOException {
    twins.close();
    conf.setLong("hbase.hregion.majorcompaction", TimeUnit.DAYS.toMillis(1));
    open();
    write(0, 60, 1_000);
    twins.settle();
    assertThat(twins.layout().ranges()).hasSizeGreaterThan(2);
    assertThat(twins.store().needsCompaction()).isFalse();

    twins.advance(TimeUnit.DAYS.toMillis(2));
    MajorSweep old = new MajorSweep(twins.tick());
    assertThat(Sweeps.isDone(old, twins.layout())).isFalse();
    assertThat(twins.store().needsCompaction()).isTrue();
    twins.settle();
    assertThat(Sweeps.isDone(old, twins.layout())).isTrue();
    assertThat(twins.store().getStorefiles()).allMatch(HStoreFile::isMajorCompactionResult);
  }

  /** HBase asks for a major compaction of the whole store if the policy says that one is due. */
  @Test
  void rangesPastThePeriodAreDueOneByOne() throws IOException {
    twins.close();
    conf.setLong("hbase.hregion.majorcompaction", TimeUnit.DAYS.toMillis(1));
    open();
    write(0, 60, 1_000);
    twins.settle();
    twins.advance(TimeUnit.DAYS.toMillis(2));
    assertThat(twins.store().shouldPerformMajorCompaction()).isFalse();
    while (twins.select()) {
      assertThat(twins.hasHeld()).isTrue();
    }
    assertThat(twins.store().needsCompaction()).isFalse();
    assertThat(twins.store().shouldPerformMajorCompaction()).isFalse();
    twins.settle();
  }

  @Test
  void coprocessorsChoiceKeepsMarkers() throws IOException {
    write(0, 10, 1_000);
    twins.delete(new Delete(Twins.row(3)));
    twins.flush();
    write(20, 21, 10);
    List<HStoreFile> files = new ArrayList<>(twins.store().getStorefiles());
    CompactionContext compaction = twins.store().getStoreEngine().createCompaction();
    assertThat(compaction.preSelect(files.subList(2, 3)))
        .containsExactlyElementsOf(files.subList(0, 2));

    compaction.forceSelect(new CompactionRequestImpl(files.subList(0, 2)));
    assertThat(compaction.getRequest().isMajor()).isFalse();
    assertThat(compaction.getRequest().isAllFiles()).isFalse();
    List<Path> outputs = compaction.compact(NoLimitThroughputController.INSTANCE, null);
    twins
        .store()
        .replaceStoreFiles(
            compaction.getRequest().getFiles(),
            StoreCommits.commit(twins.store().getStoreEngine(), outputs),
            true);
    assertThat(twins.store().getStorefiles()).hasSize(2);
    assertThat(twins.store().getStorefiles())
        .anyMatch(file -> file.getReader().getDeleteFamilyCnt() == 1);
    twins.compare();
  }

  /** A put that passes its marker in age would be back when a merge drops the marker. */
  @Test
  void coprocessorsChoiceDoesNotMoveAPutPastItsMarker() throws IOException {
    write(0, 10, 1_000);
    write(5, 6, 10);
    twins.delete(new Delete(Twins.row(5)));
    twins.flush();
    write(4, 7, 10);
    twins.delete(new Delete(Twins.row(5)));
    twins.flush();
    List<HStoreFile> files = new ArrayList<>(twins.store().getStorefiles());
    CompactionContext compaction = twins.store().getStoreEngine().createCompaction();
    compaction.preSelect(List.of());
    compaction.forceSelect(new CompactionRequestImpl(List.of(files.get(1), files.get(3))));
    assertThat(compaction.getRequest().getFiles()).containsExactly(files.get(1));
  }

  @Test
  void twoOutputsAreEqualInBytesNotInCells() throws IOException {
    for (int row = 0; row < 10; row++) {
      twins.put(row, 2_000);
    }
    for (int row = 10; row < 110; row++) {
      twins.put(row, 10);
    }
    twins.flush();
    twins.store().triggerMajorCompaction();
    twins.settle();
    List<RangeFile> files = twins.layout().withCells();
    assertThat(files).hasSize(2);
    long all = files.get(0).bytes() + files.get(1).bytes();
    assertThat(files.get(0).bytes() / (double) all).isCloseTo(0.5, within(0.2));
  }

  @Test
  void halfOfAParentIsMergedFirstAndCountsHalf() throws IOException {
    write(0, 60, 1_000);
    long whole = twins.layout().withCells().get(0).bytes();
    twins.split(30, Twins.row(30), true);
    assertThat(twins.layout().withCells().get(0).isReference()).isTrue();
    assertThat(twins.layout().withCells().get(0).bytes()).isEqualTo(whole / 2);
    assertThat(twins.select()).isTrue();
    CompactionContext compaction = twins.takeHeld();
    assertThat(((RangeCompactionContext) compaction).rangePlan().job())
        .isEqualTo(Job.MERGE_REFERENCE);
    assertThat(compaction.getRequest().isAfterSplit()).isTrue();
  }

  /** HBase's reader of a half logs a failure to read the first or last key, and returns none. */
  @Test
  void halfWhoseKeysCouldNotBeReadIsReadAndRewritten() throws IOException {
    write(0, 60, 1_000);
    twins.split(30, Twins.row(30), true);
    HStoreFile half = twins.store().getStorefiles().iterator().next();
    HStoreFile unreadable =
        new HStoreFile(
            half.getFileInfo(), BloomType.NONE, half.getCacheConf(), new BloomFilterMetrics()) {
          @Override
          public Optional<Cell> getFirstKey() {
            return Optional.empty();
          }
        };
    unreadable.initReader();
    twins.files().clearFiles();
    twins.files().loadFiles(List.of(unreadable));
    assertThat(twins.files().getFilesForScan(Twins.row(5), true, Twins.row(6), false, false))
        .containsExactly(unreadable);
    twins.compare();
    assertThat(twins.select()).isTrue();
    assertThat(twins.hasHalves()).isTrue();
    twins.settle();
    twins.compare();
    assertThat(twins.layout().wide()).isEmpty();
    assertThat(twins.layout().withCells()).allMatch(RangeFile::isDivisible);
  }

  /** The puts of the wide file are older than the load, and their sequence id is higher. */
  @Test
  void markersOfABulkLoadStayUntilAMergeHasAllFilesOfTheRows() throws IOException {
    write(0, 60, 1_000);
    twins.settle();
    twins.put(5, 10);
    twins.put(55, 10);
    twins.flush();
    BulkLoad load = new BulkLoad();
    load.delete(5, null, twins.tick());
    load.put(4, Bytes.toBytes("q"), twins.tick(), new byte[9_000]);
    load.into(List.of(twins.tested, twins.plain), false, true);
    assertThat(twins.layout().withCells()).filteredOn(RangeFile::isMaskingNewer).hasSize(1);
    twins.compare();

    CompactionContext compaction = twins.store().getStoreEngine().createCompaction();
    compaction.preSelect(List.of());
    compaction.forceSelect(
        new CompactionRequestImpl(
            twins.store().getStorefiles().stream().filter(HStoreFile::isBulkLoadResult).toList()));
    List<Path> outputs = compaction.compact(NoLimitThroughputController.INSTANCE, null);
    twins
        .store()
        .replaceStoreFiles(
            compaction.getRequest().getFiles(),
            StoreCommits.commit(twins.store().getStoreEngine(), outputs),
            true);
    assertThat(twins.store().getStorefiles()).noneMatch(HStoreFile::isBulkLoadResult);
    assertThat(twins.layout().withCells()).filteredOn(RangeFile::isMaskingNewer).hasSize(1);

    twins.settle();
    assertThat(twins.layout().wide()).hasSize(1);
    assertThat(twins.layout().withCells()).anyMatch(RangeFile::isMaskingNewer);
    twins.compare();
    twins.store().triggerMajorCompaction();
    twins.settle();
    assertThat(twins.layout().withCells()).noneMatch(RangeFile::isMaskingNewer);
    twins.compare();
  }

  /** The id is the one of the load's end; its time stamps may be newer than later writes. */
  @Test
  void bulkLoadWithAnIdMayMaskNewerFiles() throws IOException {
    load(0, 10).into(List.of(twins.tested, twins.plain), true, true);
    write(5, 6, 10);
    assertThat(twins.layout().withCells())
        .hasSize(2)
        .allMatch(file -> file.sequenceId() > 0)
        .extracting(RangeFile::isMaskingNewer)
        .containsExactly(true, false);
  }

  @Test
  void metadataOfAStripeOfOtherRowsMakesNoBase() throws IOException {
    BulkLoad foreign = load(0, 60);
    foreign.note(StripeStoreFileManager.STRIPE_START_KEY, Twins.row(0));
    foreign.note(StripeStoreFileManager.STRIPE_END_KEY, Twins.row(30));
    foreign.into(List.of(twins.tested, twins.plain), true, true);
    assertThat(twins.layout().withCells()).hasSize(1).noneMatch(RangeFile::isMerged);

    BulkLoad stripe = load(60, 90);
    stripe.note(StripeStoreFileManager.STRIPE_START_KEY, Twins.row(60));
    stripe.note(StripeStoreFileManager.STRIPE_END_KEY, StripeStoreFileManager.OPEN_KEY);
    stripe.into(List.of(twins.tested, twins.plain), true, true);
    assertThat(twins.layout().withCells()).filteredOn(RangeFile::isMerged).hasSize(1);
  }

  @Test
  void bulkLoadOutOfMinorCompactionsWaitsForAMajorOne() throws IOException {
    write(0, 60, 1_000);
    twins.settle();
    for (int i = 0; i < 3; i++) {
      BulkLoad load = new BulkLoad();
      load.put(1, Bytes.toBytes("q"), twins.tick(), new byte[1]);
      load.put(59, Bytes.toBytes("q"), twins.tick(), new byte[1]);
      load.into(List.of(twins.tested, twins.plain), true, false);
    }
    assertThat(twins.layout().wide()).hasSize(3);
    assertThat(twins.store().needsCompaction()).isFalse();
    twins.store().triggerMajorCompaction();
    twins.settle();
    assertThat(twins.layout().wide()).isEmpty();
    assertThat(twins.layout().depth()).isOne();
  }

  @Test
  void splitPointIsWithinTheMiddleRangeUnlessABoundaryIsNearTheMiddle() throws IOException {
    write(0, 15, 1_000);
    byte[] within = twins.files().getSplitPoint().orElseThrow();
    assertThat(Bytes.compareTo(within, Twins.row(4))).isPositive();
    assertThat(Bytes.compareTo(within, Twins.row(11))).isNegative();

    write(20, 26, 1_000);
    assertThat(twins.layout().ranges()).hasSize(2);
    assertThat(Bytes.compareTo(twins.files().getSplitPoint().orElseThrow(), Twins.row(11)))
        .isNegative();
    write(30, 40, 1_000);
    assertThat(twins.files().getSplitPoint()).hasValue(Twins.row(20));
  }

  @Test
  void priorityAndPressureFollowTheDepth() throws IOException {
    twins.close();
    conf.setInt(HStore.BLOCKING_STOREFILES_KEY, 6);
    open();
    write(0, 10, 1_000);
    assertThat(twins.files().getStoreCompactionPriority()).isEqualTo(5);
    assertThat(twins.files().getCompactionPressure()).isZero();
    for (int flush = 0; flush < 4; flush++) {
      write(3, 4, 10);
    }
    assertThat(twins.layout().depth()).isEqualTo(5);
    assertThat(twins.files().getStoreCompactionPriority())
        .as("not that of a user's request")
        .isEqualTo(Store.PRIORITY_USER + 1);
    assertThat(twins.files().getCompactionPressure()).isCloseTo(2 / 3.0, within(0.01));
  }

  @Test
  void rowBeforeIsSoughtInAllFilesNewestFirst() throws IOException {
    write(0, 30, 1_000);
    write(40, 41, 10);
    List<HStoreFile> files = new ArrayList<>();
    twins
        .files()
        .getCandidateFilesForRowKeyBefore(new KeyValue(Twins.row(35), Twins.FAMILY, new byte[0]))
        .forEachRemaining(files::add);
    assertThat(files).hasSize(2).isSortedAccordingTo(StoreFileComparators.SEQ_ID.reversed());
  }

  private void write(int first, int end, int bytes) throws IOException {
    for (int row = first; row < end; row++) {
      twins.put(row, bytes);
    }
    twins.flush();
  }

  private BulkLoad load(int first, int end) {
    BulkLoad load = new BulkLoad();
    for (int row = first; row < end; row++) {
      load.put(row, Bytes.toBytes("q"), twins.tick(), new byte[1_000]);
    }
    return load;
  }
}
