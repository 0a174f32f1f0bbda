// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.lighter.common.config.LighterOption;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.RandomSchema.Engine;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The last of several files cannot be opened after its move, in a store whose compactions are
 * local. HBase deletes the files that were moved before, and that one stays.
 */
class FailedCommitTest {
  private static final int ROWS = 200;
  private static final long LONG_AGO = Duration.ofDays(30).toMillis();

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private HRegion region;

  /** Lighter's engine, which may not open the last of several files in the store's folder. */
  public static final class FailingEngine extends OffloadingStoreEngine {
    private static final AtomicBoolean FAILS = new AtomicBoolean();

    private volatile String unreadable = "";

    @Override
    List<HStoreFile> commit(List<Path> files, Commit hbaseCommit) throws IOException {
      unreadable = FAILS.get() && files.size() > 1 ? files.get(files.size() - 1).getName() : "";
      try {
        return super.commit(files, hbaseCommit);
      } finally {
        unreadable = "";
      }
    }

    @Override
    public HStoreFile createStoreFileAndReader(StoreFileInfo info) throws IOException {
      if (info.getPath().getName().equals(unreadable)) {
        failIfMoved(info.getPath());
      }
      return super.createStoreFileAndReader(info);
    }

    private static void failIfMoved(Path file) throws IOException {
      if (!file.getParent().getParent().getName().equals(HRegionFileSystem.REGION_TEMP_DIR)) {
        throw new IOException("no DataNode has " + file);
      }
    }
  }

  /** HBase's stripes, which may not open any file in the store's folder. */
  public static final class FailingStripes extends StripeStoreEngine {
    @Override
    public HStoreFile createStoreFileAndReader(StoreFileInfo info) throws IOException {
      if (FailingEngine.FAILS.get()) {
        FailingEngine.failIfMoved(info.getPath());
      }
      return super.createStoreFileAndReader(info);
    }
  }

  @AfterEach
  void close() throws IOException {
    FailingEngine.FAILS.set(false);
    HBaseTestingUtility.closeRegionAndWAL(region);
    util.cleanupTestDir();
  }

  static Stream<Arguments> enginesAndTrackers() {
    List<Arguments> all = new ArrayList<>();
    for (String engine : List.of("STRIPE", "DATE_TIERED", "RANGE", "FOREST")) {
      for (String tracker : List.of("DEFAULT", "FILE")) {
        all.add(Arguments.of(engine, tracker));
      }
    }
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("enginesAndTrackers")
  void compactionLosesNoCellAndLeavesNoOutput(String engine, String tracker) throws IOException {
    create(table(engine, tracker));
    writeFiles();
    List<String> visible = Snapshots.visible(region);
    List<String> inputs = filesInFolder();

    failToCompact();

    List<String> left = filesInFolder();
    openAgain();
    assertThat(Snapshots.visible(region)).isEqualTo(visible);
    assertThat(left).isEqualTo(inputs);
  }

  /** HBase alone. If the test fails, HBase has fixed its bug. */
  @Test
  void compactionOfHBaseLosesCells() throws IOException {
    create(
        table("STRIPE", "DEFAULT")
            .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, FailingStripes.class.getName()));
    writeFiles();
    List<String> visible = Snapshots.visible(region);

    failToCompact();

    openAgain();
    assertThat(Snapshots.visible(region)).hasSizeLessThan(visible.size());
  }

  /** An output that stays has no delete markers, and is data when the region opens. */
  @Test
  void deletedRowsStayDeletedWhenTheRegionGoesOn() throws IOException {
    create(table("STRIPE", "DEFAULT"));
    writeFiles();

    failToCompact();

    for (int row = 0; row < ROWS; row++) {
      LocalRegion.delete(region, row, System.currentTimeMillis() + ROWS);
    }
    region.flush(true);
    for (int jobs = 0; jobs < 2; jobs++) {
      region.compact(true);
    }
    for (HStore each : region.getStores()) {
      each.closeAndArchiveCompactedFiles();
    }
    openAgain();

    assertThat(Snapshots.visible(region)).isEmpty();
  }

  /** A region that opens skips the edits of its log up to the highest id of the store's files. */
  @ParameterizedTest
  @ValueSource(strings = {"DEFAULT", "FILE"})
  void flushIsReplayedAsAWhole(String tracker) throws IOException {
    create(table("STRIPE", tracker).setValue(StripeStoreConfig.FLUSH_TO_L0_KEY, "false"));
    for (int row = 0; row < ROWS; row++) {
      LocalRegion.put(region, row, 1);
    }

    FailingEngine.FAILS.set(true);
    assertThatIOException()
        .isThrownBy(() -> region.flush(true))
        .havingRootCause()
        .withMessageContaining("no DataNode");
    FailingEngine.FAILS.set(false);

    openAgain();
    assertThat(store().getMaxSequenceId().orElse(0)).isZero();
    assertThat(filesInFolder()).isEmpty();
  }

  private static TableDescriptorBuilder table(String engine, String tracker) {
    TableDescriptorBuilder table =
        LocalRegion.table("failed", FailingEngine.class)
            .setValue(StoreFileTrackerFactory.TRACKER_IMPL, tracker);
    if (engine.equals("RANGE")) {
      table.setValue(
          LighterOption.ENGINE_DELEGATE.key(), RangeDelegateTest.SmallRanges.class.getName());
    } else if (engine.equals("FOREST")) {
      Engine.FOREST.configure(table);
      table.modifyColumnFamily(
          ColumnFamilyDescriptorBuilder.newBuilder(LocalRegion.FAMILY).setBlocksize(512).build());
    } else {
      Engine.valueOf(engine).configure(table);
    }
    return table;
  }

  private void create(TableDescriptorBuilder table) throws IOException {
    conf.setLong("hbase.hregion.majorcompaction", 0);
    region = LocalRegion.create(conf, util.getDataTestDir(), table.build());
  }

  /** Writes three files, each with cells of two tiers. */
  private void writeFiles() throws IOException {
    long now = System.currentTimeMillis();
    for (int flush = 0; flush < 3; flush++) {
      for (int row = 0; row < ROWS; row++) {
        LocalRegion.put(region, row, (row % 2 == 0 ? now - LONG_AGO : now) + flush);
      }
      region.flush(true);
    }
  }

  private HStore store() {
    return region.getStore(LocalRegion.FAMILY);
  }

  private void failToCompact() throws IOException {
    store().triggerMajorCompaction();
    CompactionContext compaction =
        store()
            .requestCompaction(Store.NO_PRIORITY, CompactionLifeCycleTracker.DUMMY, null)
            .orElseThrow();
    FailingEngine.FAILS.set(true);
    assertThatIOException()
        .isThrownBy(() -> region.compact(compaction, store(), NoLimitThroughputController.INSTANCE))
        .havingRootCause()
        .withMessageContaining("no DataNode");
    FailingEngine.FAILS.set(false);
  }

  private List<String> filesInFolder() throws IOException {
    Path folder = region.getRegionFileSystem().getStoreDir(store().getColumnFamilyName());
    return Stream.of(region.getFilesystem().listStatus(folder))
        .filter(FileStatus::isFile)
        .map(file -> file.getPath().getName())
        .sorted()
        .toList();
  }

  private void openAgain() throws IOException {
    region = LocalRegion.openAgain(conf, util.getDataTestDir(), region);
  }
}
