// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lighter.common.engine.TierEngine;
import io.lighter.common.engine.TierFigures;
import io.lighter.engine.placement.TierFiles;
import io.lighter.engine.tiered.TieredJob.Reason;
import io.lighter.testing.fixtures.StoreCommits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.compactions.DateTieredCompactionRequest;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The tiered engine in a region on the local disk, next to HBase's default engine. */
class TieredStoreEngineTest {
  private static final int ROWS = 10;

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

  @ParameterizedTest
  @ValueSource(strings = {"DEFAULT", "FILE"})
  void fullRunsAreMergedLevelByLevel(String tracker) throws IOException {
    conf.set(StoreFileTrackerFactory.TRACKER_IMPL, tracker);
    create();
    List<Integer> files = new ArrayList<>();
    for (int flush = 0; flush < 9; flush++) {
      write(flush);
      twins.settle();
      files.add(twins.files().getStorefileCount());
    }
    assertThat(files).containsExactly(1, 2, 1, 2, 3, 2, 3, 4, 1);
    twins.compare();
    twins.crash();
    assertThat(twins.select()).isFalse();
    twins.compare();
  }

  @Test
  void markersGoOnlyIfAllFilesTakePart() throws IOException {
    create();
    for (int flush = 0; flush < 3; flush++) {
      write(flush);
    }
    twins.settle();
    twins.delete(new Delete(Twins.row(1)));
    twins.flush();
    write(4);
    write(5);
    CompactionRequestImpl minor = selected();
    assertThat(minor.getFiles()).hasSize(3);
    assertThat(minor.isAllFiles()).isFalse();
    twins.compactHeld();
    assertThat(markers()).isOne();

    twins.store().triggerMajorCompaction();
    CompactionRequestImpl major = selected();
    assertThat(major.isMajor()).isTrue();
    assertThat(major.isAllFiles()).isTrue();
    twins.compactHeld();
    assertThat(markers()).isZero();
    assertThat(twins.store().needsCompaction()).isFalse();
    twins.compare();
  }

  @Test
  void twoRunsAreMergedAtATime() throws IOException {
    create();
    for (int flush = 0; flush < 3; flush++) {
      write(flush);
    }
    CompactionRequestImpl first = selected();
    for (int flush = 3; flush < 6; flush++) {
      write(flush);
    }
    CompactionRequestImpl second = selected();
    assertThat(second.getFiles()).hasSize(3).doesNotContainAnyElementsOf(first.getFiles());
    for (int flush = 6; flush < 9; flush++) {
      write(flush);
    }
    assertThat(twins.select()).isFalse();
    assertThat(twins.store().needsCompaction()).isFalse();
    twins.compactHeld();
    assertThat(twins.store().needsCompaction()).isTrue();
    twins.compactHeld();
    twins.settle();
    twins.compare();
  }

  @Test
  void tierIsChosenByWhatTheLastOutputOfTheLevelWas() throws IOException {
    conf.setLong(SmallTieredEngine.FAST_BYTES, 12_000);
    create();
    overwrite(3);
    assertThat(policies()).containsExactly("COLD");
    twins.compactHeld();
    overwrite(2);
    assertThat(policies()).isEmpty();
    twins.compactHeld();
    twins.compare();
    assertThat(tierFiles().files()).singleElement().matches(file -> file.policy().isEmpty());
  }

  @Test
  void sumOfTheInputsIsExpectedIfTheTableWantsNoForecast() throws IOException {
    conf.setLong(SmallTieredEngine.FAST_BYTES, 12_000);
    conf.set("lighter.tiered.forecast", "false");
    create();
    overwrite(3);
    twins.compactHeld();
    overwrite(2);
    assertThat(policies()).containsExactly("COLD");
  }

  /** Of a reference, HDFS has the bytes in another region's folder. */
  @Test
  void onlyWholeFilesOfTheFolderAreAudited() throws IOException {
    create();
    write(0);
    write(1);
    assertThat(tierFiles().files()).hasSize(2);
    twins.split(ROWS / 2, Twins.row(ROWS / 2), true);
    assertThat(twins.hasHalves()).isTrue();
    assertThat(tierFiles().files()).isEmpty();
    write(2);
    assertThat(twins.store().getStorefiles()).hasSize(3);
    assertThat(tierFiles().files()).hasSize(1);
  }

  @Test
  void compactedFilesAreNotAudited() throws IOException {
    create();
    for (int flush = 0; flush < 3; flush++) {
      write(flush);
    }
    twins.settle();
    assertThat(twins.files().getCompactedfiles()).isNotEmpty();
    assertThat(tierFiles().files())
        .extracting(TierFiles.TierFile::name)
        .containsExactly(twins.store().getStorefiles().iterator().next().getPath().getName());
  }

  @Test
  void figuresTellWhatTheLevelsHoldAndWhatWasWritten() throws IOException {
    create();
    assertThat(figures().levelBytes()).isEqualTo(TierFigures.NO_BYTES);
    for (int flush = 0; flush < 3; flush++) {
      write(flush);
    }
    long flushed = bytes();
    assertThat(figures().levelBytes()).startsWith(flushed, 0L);
    assertThat(figures().written().flushed()).isEqualTo(flushed);
    assertThat(figures().fullRuns()).isOne();
    selected();
    assertThat(figures().fullRuns()).as("a merge has begun").isZero();
    twins.compactHeld();
    long merged = bytes();
    assertThat(figures().levelBytes()).startsWith(0L, merged, 0L);
    assertThat(figures().written().merged()).startsWith(0L, merged, 0L);
    assertThat(figures().written().forecasts()).isOne();

    write(3);
    assertThat(figures().written().flushed()).isEqualTo(flushed + bytes() - merged);
    TierFigures before = figures();
    assertThat(before.placed()).as("not on HDFS").isEmpty();
    twins.crash();
    assertThat(figures().levelBytes()).isEqualTo(before.levelBytes());
    assertThat(figures().written()).isEqualTo(TierFigures.Written.NONE);
  }

  @Test
  void bulkLoadIsNoFlush() throws IOException {
    create();
    BulkLoad load = new BulkLoad();
    load.put(1, new byte[] {'q'}, twins.tick(), new byte[10_000]);
    load.into(List.of(twins.tested, twins.plain), true, false);
    assertThat(figures().written()).isEqualTo(TierFigures.Written.NONE);
    assertThat(figures().levelBytes()).startsWith(bytes());
  }

  private TierFigures figures() {
    return ((TierEngine) twins.store().getStoreEngine()).tiers().orElseThrow();
  }

  private long bytes() {
    return twins.store().getStorefiles().stream()
        .mapToLong(file -> file.getReader().length())
        .sum();
  }

  /** Flushes a number of files with the same rows and columns, and selects a merge. */
  private void overwrite(int files) throws IOException {
    for (int file = 0; file < files; file++) {
      write(0);
    }
    assertThat(twins.select()).isTrue();
  }

  /** Returns the policies of the selected merge. */
  private List<String> policies() {
    return List.copyOf(
        ((DateTieredCompactionRequest) twins.lastHeld().getRequest())
            .getBoundariesPolicies()
            .values());
  }

  private TierFiles tierFiles() {
    TieredCompactionPolicy policy =
        (TieredCompactionPolicy) twins.store().getStoreEngine().getCompactionPolicy();
    return policy.tiers().files().orElseThrow();
  }

  /** HBase passes its flag to a selection only if no file of the store is being compacted. */
  @Test
  void requestedMajorIsNextOnceTheRunningMergeIsCommitted() throws IOException {
    create();
    for (int flush = 0; flush < 3; flush++) {
      write(flush);
    }
    assertThat(twins.select()).isTrue();
    for (int flush = 3; flush < 6; flush++) {
      write(flush);
    }
    twins.store().triggerMajorCompaction();
    assertThat(twins.select()).isFalse();
    twins.compactHeld();
    assertThat(twins.store().needsCompaction()).isTrue();
    assertThat(selected().isMajor()).isTrue();
    twins.compactHeld();
    assertThat(twins.store().getStorefiles()).hasSize(1);
    assertThat(twins.store().needsCompaction()).isFalse();
  }

  @Test
  void majorOfAnEmptyStoreDoesNotWaitForFiles() throws IOException {
    create();
    twins.store().triggerMajorCompaction();
    assertThat(twins.select()).isFalse();
    write(1);
    assertThat(twins.select()).isFalse();
  }

  /** Trap T16: the newest data would go into one slow file with the oldest. */
  @Test
  void hbasesPeriodOfMajorCompactionsHasNoEffect() throws IOException {
    conf.setLong("hbase.hregion.majorcompaction", 1_000);
    create();
    write(1);
    write(2);
    twins.advance(TimeUnit.DAYS.toMillis(30));
    assertThat(twins.store().shouldPerformMajorCompaction()).isFalse();
    assertThat(twins.store().needsCompaction()).isFalse();
  }

  @Test
  void allFilesAreMergedAfterThePeriodOfTheEngine() throws IOException {
    conf.setLong(SmallTieredEngine.MAJOR_MILLIS, TimeUnit.DAYS.toMillis(7));
    create();
    write(1);
    twins.advance(TimeUnit.DAYS.toMillis(3)); // HBase's jitter is half of the period
    assertThat(twins.store().shouldPerformMajorCompaction()).isFalse();
    twins.advance(TimeUnit.DAYS.toMillis(8));
    assertThat(twins.store().shouldPerformMajorCompaction()).isTrue();
    twins.store().triggerMajorCompaction();
    twins.settle();
    assertThat(twins.store().shouldPerformMajorCompaction()).isFalse();
    twins.advance(TimeUnit.DAYS.toMillis(30));
    assertThat(twins.store().shouldPerformMajorCompaction()).isFalse();
    write(2);
    assertThat(twins.store().shouldPerformMajorCompaction()).isTrue();
  }

  /** Trap T18: HBase's date-tiered engine throws for a request without windows. */
  @Test
  void choiceOfACoprocessorIsMergedAsFarAsItIsAdjacent() throws IOException {
    conf.setInt(SmallTieredEngine.FILES, 10);
    create();
    for (int flush = 0; flush < 5; flush++) {
      write(flush);
    }
    List<HStoreFile> files = List.copyOf(twins.store().getStorefiles());
    CompactionContext compaction = twins.store().getStoreEngine().createCompaction();
    assertThat(compaction.preSelect(List.of(files.get(1))))
        .containsExactly(files.get(0), files.get(2), files.get(3), files.get(4));
    compaction.forceSelect(
        new CompactionRequestImpl(List.of(files.get(4), files.get(2), files.get(1))));
    assertThat(compaction.getRequest().getFiles()).containsExactly(files.get(1), files.get(2));
    assertThat(compaction.getRequest().isAllFiles()).isFalse();
    List<Path> outputs = compaction.compact(NoLimitThroughputController.INSTANCE, null);
    twins
        .store()
        .replaceStoreFiles(
            compaction.getRequest().getFiles(),
            StoreCommits.commit(twins.store().getStoreEngine(), outputs),
            true);
    assertThat(twins.store().getStorefiles()).hasSize(4);
    twins.compare();
  }

  @Test
  void emptyChoiceOfACoprocessorIsNoMerge() throws IOException {
    create();
    CompactionContext compaction = twins.store().getStoreEngine().createCompaction();
    compaction.forceSelect(new CompactionRequestImpl(List.of()));
    assertThat(compaction.hasSelection()).isTrue();
    assertThat(compaction.getRequest().getFiles()).isEmpty();
  }

  @Test
  void outputOfASlowTierHasItsPolicy() throws IOException {
    conf.setLong(SmallTieredEngine.FAST_BYTES, 12_000);
    create();
    for (int flush = 0; flush < 3; flush++) {
      write(flush);
    }
    DateTieredCompactionRequest request = (DateTieredCompactionRequest) selected();
    assertThat(request.getBoundaries()).containsExactly(Long.MIN_VALUE);
    assertThat(request.getBoundariesPolicies()).isEqualTo(Map.of(Long.MIN_VALUE, "COLD"));
    twins.compactHeld();
    assertThat(twins.store().getStorefiles()).hasSize(1);
    twins.compare();
    twins.crash();
    twins.compare();
  }

  /** Trap T15: each half reports the length of the parent's file. */
  @Test
  void halvesOfASplitAreRewrittenRunByRun() throws IOException {
    create();
    for (int flush = 0; flush < 3; flush++) {
      write(flush);
    }
    twins.settle();
    write(3);
    write(4);
    twins.split(ROWS / 2, Twins.row(ROWS / 2), true);
    assertThat(twins.hasHalves()).isTrue();
    assertThat(twins.store().getStorefiles()).hasSize(3);
    write(5);
    CompactionRequestImpl newest = selected();
    assertThat(newest.isAfterSplit()).isTrue();
    assertThat(newest.isAllFiles()).isFalse();
    assertThat(newest.getFiles()).hasSize(3);
    twins.settle();
    assertThat(twins.jobs).contains(Reason.REFERENCES);
    assertThat(twins.hasHalves()).isFalse();
    twins.compare();
  }

  @ParameterizedTest
  @CsvSource({"0, 16, 0", "2, 14, 0", "3, 13, 0.0714", "15, 2, 0.9286", "17, -1, 1.0625"})
  void priorityAndPressureFollowFullRuns(int flushes, int priority, double pressure)
      throws IOException {
    create();
    for (int flush = 0; flush < flushes; flush++) {
      write(flush);
    }
    assertThat(twins.files().getStoreCompactionPriority()).isEqualTo(priority);
    assertThat(twins.files().getCompactionPressure()).isCloseTo(pressure, within(0.001));
  }

  /** Trap T14: HBase does not split a store without priority, and no merge would change that. */
  @Test
  void storeWithoutAFullRunIsNotUrgent() throws IOException {
    create();
    for (int file = 0; file < 14; file++) {
      BulkLoad load = new BulkLoad();
      load.put(file, new byte[] {'q'}, twins.tick(), new byte[10]);
      load.into(List.of(twins.tested, twins.plain), true, false);
    }
    assertThat(twins.store().needsCompaction()).isFalse();
    assertThat(twins.files().getStoreCompactionPriority()).isEqualTo(3);
    assertThat(twins.files().getCompactionPressure()).isZero();
  }

  /** Trap T14: flushes would wait before a run of 16 was merged. */
  @Test
  void fewerFilesAreMergedIfFlushesWouldWait() throws IOException {
    conf.setInt(SmallTieredEngine.FILES, 16);
    create();
    for (int flush = 0; flush < 15; flush++) {
      write(flush);
    }
    assertThat(twins.store().needsCompaction()).isTrue();
    twins.settle();
    assertThat(twins.files().getStoreCompactionPriority()).isGreaterThanOrEqualTo(3);
    assertThat(twins.files().getCompactionPressure()).isZero();
  }

  @Test
  void regionOpensAndMergesAsByDefaultWithInvalidTiers() throws IOException {
    conf.set("lighter.tiered.tiers", "FAST:1");
    twins =
        new Twins(conf, util.getDataTestDir(), new Random(1), family(), TieredStoreEngine.class);
    for (int flush = 0; flush < 3; flush++) {
      write(flush);
    }
    assertThat(twins.select()).isFalse();
    write(3);
    assertThat(selected().getFiles()).hasSize(4);
  }

  @Test
  void storeOfASystemTableHasTheDefaultEngine() throws IOException {
    TableName name = TableName.valueOf("hbase:own");
    HRegion region =
        HBaseTestingUtility.createRegionAndWAL(
            RegionInfoBuilder.newBuilder(name).build(),
            util.getDataTestDir(),
            conf,
            TableDescriptorBuilder.newBuilder(name)
                .setColumnFamily(family())
                .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, TieredStoreEngine.class.getName())
                .build());
    try {
      TieredStoreEngine engine = (TieredStoreEngine) region.getStore(Twins.FAMILY).getStoreEngine();
      assertThat(engine.getStoreFileManager().getClass()).isEqualTo(DefaultStoreFileManager.class);
      assertThat(engine.getCompactionPolicy().getClass().getSimpleName())
          .isEqualTo("ExploringCompactionPolicy");
      assertThat(engine.getCompactor().getClass().getSimpleName()).isEqualTo("DefaultCompactor");
      assertThat(engine.compactingEngine()).isEqualTo(DefaultStoreEngine.class.getName());
      assertThat(engine.createCompaction()).isNotInstanceOf(TieredCompactionContext.class);
      assertThat(engine.needsCompaction(List.of())).isFalse();
      assertThat(engine.tiers()).isEmpty();
      region.compact(true);
      engine.compactionCommitted();
    } finally {
      HBaseTestingUtility.closeRegionAndWAL(region);
    }
  }

  @Test
  void settingsWithoutEffectAreNamed() {
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(TableName.valueOf("t")).setColumnFamily(family());
    assertThat(TieredNotices.of(table.build(), family())).isEmpty();
    ColumnFamilyDescriptor family =
        ColumnFamilyDescriptorBuilder.newBuilder(family())
            .setConfiguration("hbase.hregion.majorcompaction", "0")
            .build();
    table.setValue("hbase.hstore.compaction.min", "4");
    assertThat(TieredNotices.of(table.build(), family))
        .contains(
            "the table sets hbase.hstore.compaction.min, hbase.hregion.majorcompaction, which"
                + " TieredStoreEngine ignores");
  }

  private long markers() {
    return twins.store().getStorefiles().stream()
        .mapToLong(file -> file.getReader().getDeleteFamilyCnt())
        .sum();
  }

  /** Selects a merge, which is held, and returns its request. */
  private CompactionRequestImpl selected() throws IOException {
    assertThat(twins.select()).isTrue();
    return twins.lastHeld().getRequest();
  }

  /** Writes a file of about 10 kB. */
  private void write(int flush) throws IOException {
    for (int row = twins.firstRow(); row < Math.min(ROWS, twins.endRow()); row++) {
      twins.put(row, new byte[] {'q', (byte) ('a' + flush)}, twins.tick(), new byte[1_000]);
    }
    twins.flush();
  }

  private static ColumnFamilyDescriptor family() {
    return ColumnFamilyDescriptorBuilder.newBuilder(Twins.FAMILY).setBlocksize(512).build();
  }

  private void create() throws IOException {
    twins =
        new Twins(conf, util.getDataTestDir(), new Random(1), family(), SmallTieredEngine.class);
  }
}
