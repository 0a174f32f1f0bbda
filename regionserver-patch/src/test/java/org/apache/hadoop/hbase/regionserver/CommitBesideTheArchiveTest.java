// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.lighter.common.config.LighterOption;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.RandomSchema.Engine;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A compaction with date tiers is committed while HBase archives the inputs of an earlier one. */
class CommitBesideTheArchiveTest {
  private static final int ROWS = 200;
  private static final long LONG_AGO = Duration.ofDays(30).toMillis();

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private HRegion region;

  @AfterEach
  void close() throws IOException {
    HBaseTestingUtility.closeRegionAndWAL(region);
    util.cleanupTestDir();
  }

  @Test
  void allInputsAreArchived() throws IOException {
    create("lighter", OffloadingStoreEngine.class);
    archiveHalfway();
    List<String> visible = Snapshots.visible(region);

    compact();

    store().closeAndArchiveCompactedFiles();
    assertThat(files().getCompactedfiles()).isEmpty();
    assertThat(filesInFolder())
        .containsExactlyInAnyOrderElementsOf(
            store().getStorefiles().stream().map(file -> file.getPath().getName()).toList());
    assertThat(Snapshots.visible(region)).isEqualTo(visible);
  }

  /** HBase alone. If the test fails, HBase has fixed its bug. */
  @Test
  void inputsOfHBaseStay() throws IOException {
    create("stock", DateTieredStoreEngine.class);
    archiveHalfway();

    assertThatNullPointerException().isThrownBy(this::compact);

    store().closeAndArchiveCompactedFiles();
    assertThat(filesInFolder()).hasSizeGreaterThan(store().getStorefilesCount());
  }

  /** A user's engine with an order of its own. */
  public static final class OtherOrder extends DateTieredStoreEngine {
    @Override
    protected void createComponents(Configuration conf, HStore store, CellComparator cells)
        throws IOException {
      super.createComponents(conf, store, cells);
      storeFileManager =
          new DefaultStoreFileManager(
              cells, StoreFileComparators.SEQ_ID, conf, compactionPolicy.getConf());
    }
  }

  @Test
  void orderOfAUsersEngineStays() throws IOException {
    create("other", OffloadingStoreEngine.class, OtherOrder.class);

    assertThat(files().getStoreFileComparator()).isSameAs(StoreFileComparators.SEQ_ID);
  }

  private void create(String name, Class<?> engine) throws IOException {
    create(name, engine, DateTieredStoreEngine.class);
  }

  private void create(String name, Class<?> engine, Class<?> delegate) throws IOException {
    TableDescriptorBuilder table = LocalRegion.table(name, engine);
    Engine.DATE_TIERED.configure(table);
    table.setValue(LighterOption.ENGINE_DELEGATE.key(), delegate.getName());
    conf.setLong("hbase.hregion.majorcompaction", 0);
    region = LocalRegion.create(conf, util.getDataTestDir(), table.build());
  }

  /**
   * Makes several outputs with one sequence id, compacts them again, and closes one as HBase's
   * archiver does ({@code HFileArchiver.FileableStoreFile}) before the store forgets the file.
   */
  private void archiveHalfway() throws IOException {
    writeFile(0);
    writeFile(1);
    compact();
    store().closeAndArchiveCompactedFiles();
    writeFile(2);
    compact();
    writeFile(3);
    files().getCompactedfiles().iterator().next().closeStoreFile(true);
  }

  /** Writes a file with cells of two tiers. */
  private void writeFile(int number) throws IOException {
    long now = System.currentTimeMillis();
    for (int row = 0; row < ROWS; row++) {
      LocalRegion.put(region, row, (row % 2 == 0 ? now - LONG_AGO : now) + number);
    }
    region.flush(true);
  }

  private void compact() throws IOException {
    store().triggerMajorCompaction();
    CompactionContext compaction =
        store()
            .requestCompaction(Store.NO_PRIORITY, CompactionLifeCycleTracker.DUMMY, null)
            .orElseThrow();
    region.compact(compaction, store(), NoLimitThroughputController.INSTANCE);
  }

  private HStore store() {
    return region.getStore(LocalRegion.FAMILY);
  }

  private StoreFileManager files() {
    return store().getStoreEngine().getStoreFileManager();
  }

  private List<String> filesInFolder() throws IOException {
    Path folder = region.getRegionFileSystem().getStoreDir(store().getColumnFamilyName());
    return Stream.of(region.getFilesystem().listStatus(folder))
        .filter(FileStatus::isFile)
        .map(file -> file.getPath().getName())
        .toList();
  }
}
