// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.engine.range.RangeFile;
import io.lighter.engine.range.RangePlan.Job;
import io.lighter.testing.fixtures.StoreCommits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.io.Reference;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Files that another engine compacted: their sequence ids do not tell which cells are newer. */
class EngineOrderTest {
  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private Twins twins;

  @BeforeEach
  void create() throws IOException {
    conf.setLong(SmallRangeEngine.RANGE_BYTES, 20_000);
    conf.setLong("hbase.hregion.majorcompaction", 0);
    twins =
        new Twins(
            conf,
            util.getDataTestDir(),
            new Random(1),
            ColumnFamilyDescriptorBuilder.newBuilder(Twins.FAMILY).setBlocksize(512).build(),
            DefaultStoreEngine.class);
  }

  @AfterEach
  void close() throws IOException {
    twins.close();
    util.cleanupTestDir();
  }

  /** The deleted put is in a file that is newer by its id than the file with the marker. */
  @Test
  void deletedCellStaysDeletedAfterAChangeOfTheEngine() throws IOException {
    twins.put(5, 10);
    twins.put(55, 10);
    twins.flush();
    twins.delete(new Delete(Twins.row(5)));
    write(6, 16, 1_000);
    write(7, 8, 9_000);
    write(40, 60, 1_000);
    twins.put(4, 10);
    twins.put(56, 10);
    twins.flush();
    List<HStoreFile> files = new ArrayList<>(twins.store().getStorefiles());
    compact(List.of(files.get(0), files.get(4)));

    twins.changeEngine(SmallRangeEngine.class);
    assertThat(twins.layout().wide()).hasSize(1).allMatch(RangeFile::isOrderUnknown);
    assertThat(twins.layout().withCells()).filteredOn(RangeFile::isOrderUnknown).hasSize(1);
    twins.compare();
    twins.settle();
    assertThat(twins.jobs).contains(Job.MERGE_BUDGET);
    twins.compare();

    twins.store().triggerMajorCompaction();
    twins.settle();
    assertThat(twins.layout().withCells()).noneMatch(RangeFile::isOrderUnknown);
    assertThat(twins.store().getStorefiles())
        .allSatisfy(file -> assertThat(file.getReader().getDeleteFamilyCnt()).isZero());
    twins.compare();
  }

  /** Until a merge has all files of the rows. */
  @Test
  void orderStaysUnknownWhenSuchAFileIsDistributed() throws IOException {
    write(0, 10, 1_000);
    write(40, 60, 1_000);
    write(4, 5, 10);
    twins.put(4, 10);
    twins.put(56, 10);
    twins.flush();
    List<HStoreFile> files = new ArrayList<>(twins.store().getStorefiles());
    compact(List.of(files.get(2), files.get(3)));
    twins.changeEngine(SmallRangeEngine.class);
    twins.put(3, 10);
    twins.put(57, 10);
    twins.flush();
    assertThat(twins.layout().wide()).hasSize(2);

    assertThat(twins.select()).isTrue();
    twins.compactHeld();
    assertThat(twins.jobs).containsExactly(Job.DISTRIBUTE);
    assertThat(twins.layout().withCells()).filteredOn(RangeFile::isOrderUnknown).hasSize(2);
    twins.compare();
  }

  /** Or all deltas of a distribution would be of unknown order because of a file without a cell. */
  @Test
  void fileWithoutACellDoesNotMakeTheOrderUnknown() throws IOException {
    write(5, 6, 10);
    twins.delete(new Delete(Twins.row(5)));
    twins.flush();
    CompactionRequestImpl all =
        new CompactionRequestImpl(List.copyOf(twins.store().getStorefiles()));
    all.setIsMajor(true, true);
    compact(all);
    twins.changeEngine(SmallRangeEngine.class);
    assertThat(twins.layout().empty()).hasSize(1).allMatch(RangeFile::isOrderUnknown);
    write(0, 10, 1_000);
    write(40, 60, 1_000);
    for (int flush = 0; flush < 2; flush++) {
      twins.put(4, 10);
      twins.put(56, 10);
      twins.flush();
    }

    assertThat(twins.select()).isTrue();
    twins.compactHeld();
    assertThat(twins.jobs).containsExactly(Job.DISTRIBUTE);
    assertThat(twins.layout().empty()).isEmpty();
    assertThat(twins.layout().withCells()).hasSize(4).noneMatch(RangeFile::isOrderUnknown);
    twins.compare();
  }

  /** A region merge makes a reference of each file. */
  @Test
  void orderOfAReferenceToOneCellStaysUnknown() throws IOException {
    write(5, 6, 10);
    write(5, 6, 10);
    compact(List.copyOf(twins.store().getStorefiles()));
    HStoreFile merged = twins.store().getStorefiles().iterator().next();
    assertThat(merged.getReader().getEntries()).isOne();
    Path path =
        new Path(
            new Path(
                new Path(twins.tested.getRegionFileSystem().getTableDir(), "merged"),
                Bytes.toString(Twins.FAMILY)),
            merged.getPath().getName() + "." + twins.tested.getRegionInfo().getEncodedName());
    HStoreFile reference =
        new HStoreFile(
            new StoreFileInfo(
                conf,
                twins.tested.getFilesystem(),
                new FileStatus(0, false, 0, 0, 0, path),
                Reference.createTopReference(HConstants.EMPTY_START_ROW),
                null),
            BloomType.NONE,
            CacheConfig.DISABLED);
    reference.initReader();
    assertThat(reference.getReader().getEntries()).isZero();

    assertThat(
            OutputFacts.of(List.of(reference), false, OptionalLong.empty()).keySet().stream()
                .map(key -> Bytes.toString(key)))
        .doesNotContain("LIGHTER_RANGE_ORDERED");
    reference.closeStoreFile(false);
  }

  private void write(int first, int end, int bytes) throws IOException {
    for (int row = first; row < end; row++) {
      twins.put(row, bytes);
    }
    twins.flush();
  }

  /** Compacts files which the engine would not choose, as date tiers and stripes may. */
  private void compact(List<HStoreFile> inputs) throws IOException {
    compact(new CompactionRequestImpl(inputs));
  }

  private void compact(CompactionRequestImpl request) throws IOException {
    HStore store = twins.store();
    CompactionContext compaction = store.getStoreEngine().createCompaction();
    compaction.forceSelect(request);
    List<Path> outputs = compaction.compact(NoLimitThroughputController.INSTANCE, null);
    store.replaceStoreFiles(
        request.getFiles(), StoreCommits.commit(store.getStoreEngine(), outputs), true);
  }
}
