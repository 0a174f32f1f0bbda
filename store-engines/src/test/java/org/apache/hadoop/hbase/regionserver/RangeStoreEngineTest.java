// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.engine.range.MajorSweep;
import io.lighter.engine.range.RangeFile;
import io.lighter.engine.range.RangeLayout;
import io.lighter.engine.range.Sweeps;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The range engine in a region on the local disk, next to HBase's default engine. */
class RangeStoreEngineTest {
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
  void ascendingFlushesAreNotCompactedAndReadsMeetOneFile() throws IOException {
    create(family(), new Random(1), 20_000);
    for (int flush = 0; flush < 10; flush++) {
      for (int row = 0; row < 10; row++) {
        twins.put(flush * 10 + row, 1_000);
      }
      twins.flush();
      assertThat(twins.select()).isFalse();
    }
    assertThat(twins.files().getStorefileCount()).isOne();
    assertThat(twins.store().getStorefiles()).hasSize(10);
    assertThat(twins.files().getFilesForScan(Twins.row(13), true, Twins.row(11), true, false))
        .hasSize(1);
    assertThat(twins.store().getSplitPoint()).hasValue(Twins.row(50));
  }

  @Test
  void majorCompactionVisitsEachRangeAndDropsMarkers() throws IOException {
    createSettled(40);
    twins.delete(new Delete(Twins.row(5)));
    twins.delete(new Delete(Twins.row(35)));
    twins.flush();
    twins.settle();
    twins.store().triggerMajorCompaction();
    twins.settle();

    assertThat(twins.layout().ranges().size()).isGreaterThan(1);
    assertThat(twins.store().getStorefiles())
        .allSatisfy(file -> assertThat(file.getReader().getDeleteFamilyCnt()).isZero())
        .allMatch(HStoreFile::isMajorCompactionResult);
    assertThat(twins.store().needsCompaction()).isFalse();
  }

  /** HBase takes its flag back after the selection, if the selected compaction is major. */
  @Test
  void majorCompactionThatIsAskedForDuringASelectionIsNotLost() throws IOException {
    createSettled(60);
    twins.store().triggerMajorCompaction();
    SmallRangeEngine engine = (SmallRangeEngine) twins.store().getStoreEngine();
    AtomicReference<MajorSweep> sweepOfFirst = new AtomicReference<>();
    engine.whilePlanning(
        () -> {
          sweepOfFirst.set(engine.majors().requested());
          twins.advance(1_000);
          twins.store().triggerMajorCompaction();
        });
    twins.advance(1_000);
    assertThat(twins.select()).isTrue();
    engine.whilePlanning(() -> {});
    CompactionContext first = twins.takeHeld();
    assertThat(first.getRequest().isMajor()).isTrue();
    MajorSweep second = engine.majors().requested();
    assertThat(second).isNotEqualTo(sweepOfFirst.get());
    assertThat(Sweeps.isDone(second, twins.layout())).isFalse();

    twins.tested.compact(first, twins.store(), NoLimitThroughputController.INSTANCE);
    compactWhileSelected();
    assertThat(Sweeps.isDone(second, twins.layout())).isTrue();
  }

  /** HBase passes its flag to a selection only if no file of the store is being compacted. */
  @Test
  void majorCompactionStartsOnceWhileAnotherJobRuns() throws IOException {
    createSettled(60);
    twins.store().triggerMajorCompaction();
    assertThat(twins.select()).isTrue();
    CompactionContext other = twins.takeHeld();
    compactWhileSelected();

    twins.advance(1_000);
    long asked = twins.tick();
    twins.store().triggerMajorCompaction();
    assertThat(compactWhileSelected()).isPositive();
    twins.advance(1_000);
    assertThat(twins.select()).isFalse();
    twins.tested.compact(other, twins.store(), NoLimitThroughputController.INSTANCE);
    assertThat(twins.select()).isFalse();
    assertThat(Sweeps.isDone(new MajorSweep(asked), twins.layout())).isTrue();
  }

  /** Creates a store with rows of 1 kB, for which no compaction is due. */
  private void createSettled(int rows) throws IOException {
    create(family(), new Random(1), 20_000);
    for (int row = 0; row < rows; row++) {
      twins.put(row, 1_000);
    }
    twins.flush();
    twins.settle();
  }

  /** Returns the number of compactions until none was selected. */
  private int compactWhileSelected() throws IOException {
    int compactions = 0;
    while (twins.select()) {
      twins.compactHeld();
      assertThat(++compactions).as("compactions of one sweep").isLessThan(50);
    }
    return compactions;
  }

  /** HBase keeps its flag until a request is major, and an empty store has no request. */
  @Test
  void majorCompactionOfAnEmptyStoreDoesNotWaitForFiles() throws IOException {
    create(family(), new Random(1), 20_000);
    twins.store().triggerMajorCompaction();
    assertThat(twins.select()).isFalse();
    for (int row = 0; row < 10; row++) {
      twins.put(row, 1_000);
    }
    twins.flush();
    assertThat(twins.select()).isFalse();
  }

  /** HBase's writer goes on to the end of a row, here from the first cell to the last. */
  @Test
  void largeFileThatDidNotBecomeSeveralIsNotDividedAgain() throws IOException {
    create(family(), new Random(1), 20_000);
    twins.put(0, 10);
    for (int column = 0; column < 100; column++) {
      twins.put(1, Bytes.toBytes("q%02d".formatted(column)), twins.tick(), new byte[1_000]);
    }
    twins.flush();
    assertThat(twins.layout().withCells().get(0).isDivisible()).isTrue();
    twins.settle();
    assertThat(twins.layout().withCells()).hasSize(1).noneMatch(RangeFile::isDivisible);
  }

  @Test
  void scanGetsFilesOldestFirst() throws IOException {
    create(family(), new Random(1), 20_000);
    for (int flush = 0; flush < 8; flush++) {
      twins.put(flush % 3, 10);
      twins.flush();
    }
    Collection<HStoreFile> files =
        twins.files().getFilesForScan(Twins.row(0), true, Twins.row(2), true, false);
    assertThat(new ArrayList<>(files)).hasSize(8).isSortedAccordingTo(StoreFileComparators.SEQ_ID);
  }

  /** A merge whose cells all go has one, two or more outputs planned, by different writers. */
  @ParameterizedTest
  @ValueSource(ints = {15, 25, 50})
  void rangeWithoutASurvivorKeepsTheHighestSequenceId(int rows) throws IOException {
    create(family(), new Random(1), 20_000);
    for (int row = 0; row < rows; row++) {
      twins.put(row, 1_000);
    }
    twins.flush();
    for (int row = 0; row < rows; row++) {
      twins.delete(new Delete(Twins.row(row)));
    }
    twins.flush();
    long highest = twins.store().getMaxSequenceId().orElseThrow();
    twins.store().triggerMajorCompaction();
    twins.settle();
    assertThat(twins.store().getMaxSequenceId()).hasValue(highest);
    assertThat(twins.layout().withCells()).isEmpty();
    twins.compare();
    twins.crash();
    assertThat(twins.store().getMaxSequenceId()).hasValue(highest);
    twins.compare();
  }

  /** HBase's flusher of stripes writes the length of tags, 0, with each cell. */
  @Test
  void flushOfCellsWithoutTagsHasNoRoomForThem() throws IOException {
    create(family(), new Random(1), 20_000);
    twins.put(1, 1_000);
    twins.flush();

    assertThat(twins.store().getStorefiles())
        .singleElement()
        .satisfies(
            file ->
                assertThat(file.getReader().getHFileReader().getFileContext().isIncludesTags())
                    .isFalse());
  }

  /** Or a crash could find some files of a flush, whose edits are then not replayed. */
  @Test
  void flushOverAllRangesIsOneFile() throws IOException {
    createSettled(60);
    RangeLayout layout = twins.layout();
    assertThat(layout.ranges()).hasSizeGreaterThan(2);
    for (int row = 0; row < 60; row += 5) {
      twins.put(row, 10);
    }
    twins.flush();
    RangeLayout flushed = twins.layout();
    assertThat(flushed.wide()).hasSize(1);
    assertThat(flushed.withCells()).hasSize(layout.withCells().size() + 1);
    assertThat(flushed.ranges())
        .extracting(RangeLayout.Range::keys)
        .isEqualTo(layout.ranges().stream().map(RangeLayout.Range::keys).toList());
  }

  @Test
  void onlyMergesMakeBasesAndOtherOutputsHaveTheAgeOfTheirInputs() throws IOException {
    createSettled(60);
    assertThat(twins.layout().withCells()).allMatch(RangeFile::isMerged);
    for (int flush = 0; flush < 2; flush++) {
      for (int row = 0; row < 60; row += 5) {
        twins.put(row, 10);
      }
      twins.flush();
    }
    List<RangeFile> wide = twins.layout().wide();
    assertThat(wide).hasSize(2).noneMatch(RangeFile::isMerged);
    assertThat(twins.select()).isTrue();
    twins.compactHeld();
    RangeLayout layout = twins.layout();
    assertThat(layout.wide()).isEmpty();
    assertThat(layout.ranges())
        .flatExtracting(RangeLayout.Range::deltas)
        .hasSizeGreaterThan(2)
        .allMatch(delta -> !delta.isMerged())
        .allMatch(delta -> delta.writtenMillis() == wide.get(0).writtenMillis());
  }

  /** A read at an old time sees what was deleted later, also after the marker was compacted. */
  @Test
  void deletedCellsAreKeptWithTheirMarkers() throws IOException {
    create(
        family().setMaxVersions(Integer.MAX_VALUE).setKeepDeletedCells(KeepDeletedCells.TRUE),
        new Random(1),
        20_000);
    for (int row = 0; row < 40; row++) {
      twins.put(row, 1_000);
    }
    twins.flush();
    twins.settle();
    for (int row = 0; row < 40; row += 2) {
      twins.delete(new Delete(Twins.row(row)));
    }
    twins.flush();
    twins.store().triggerMajorCompaction();
    twins.settle();
    twins.compare();
  }

  private static ColumnFamilyDescriptorBuilder family() {
    return ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("f")).setBlocksize(512);
  }

  private void create(ColumnFamilyDescriptorBuilder family, Random random, long rangeBytes)
      throws IOException {
    conf.setLong(SmallRangeEngine.RANGE_BYTES, rangeBytes);
    conf.setLong("hbase.hregion.majorcompaction", 0);
    twins = new Twins(conf, util.getDataTestDir(), random, family.build(), SmallRangeEngine.class);
  }
}
