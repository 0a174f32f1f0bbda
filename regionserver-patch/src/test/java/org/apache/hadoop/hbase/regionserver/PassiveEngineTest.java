// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterOption;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A store for which Lighter is switched off, with a site that names the engine. */
class PassiveEngineTest {
  private static final int ROWS = 40;

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();

  @BeforeEach
  void switchOff() {
    conf.set(LighterOption.OFFLOAD_ENABLED.key(), "false");
  }

  @AfterEach
  void clean() throws IOException {
    util.cleanupTestDir();
  }

  /** Historical files, which HBase writes only for an engine with its own default's name. */
  @Test
  void engineNamedByTheSiteKeepsHistoricalFiles() throws IOException {
    conf.setBoolean(StoreFileWriter.ENABLE_HISTORICAL_COMPACTION_FILES, true);
    int stock = filesAfterMajorCompaction("stock");
    conf.set(StoreEngine.STORE_ENGINE_CLASS_KEY, OffloadingStoreEngine.class.getName());

    assertThat(filesAfterMajorCompaction("passive")).isEqualTo(stock).isEqualTo(2);
  }

  @Test
  void engineUnderneathAloneManagesTheFiles() throws IOException {
    conf.set(StoreEngine.STORE_ENGINE_CLASS_KEY, OffloadingStoreEngine.class.getName());
    HRegion region = create("managed");
    try {
      StoreEngine<?, ?, ?, ?> engine = region.getStore(LocalRegion.FAMILY).getStoreEngine();

      assertThat(engine).isInstanceOf(OffloadingStoreEngine.class);
      assertThat(engine.getStoreFileManager()).isExactlyInstanceOf(DefaultStoreFileManager.class);
    } finally {
      HBaseTestingUtility.closeRegionAndWAL(region);
    }
  }

  /**
   * Else an input that a scan has open would be data again after a split: of several outputs only
   * one lists the inputs.
   */
  @Test
  void inputsOfAForestThatAScanHasOpenAreArchivedWhenTheStoreCloses() throws IOException {
    conf.set(StoreEngine.STORE_ENGINE_CLASS_KEY, OffloadingStoreEngine.class.getName());
    conf.set(LighterOption.ENGINE_DELEGATE.key(), ForestStoreEngine.class.getName());
    HRegion region = create("forest");
    try {
      LocalRegion.fill(region, ROWS);
      HStore store = region.getStore(LocalRegion.FAMILY);
      List<HStoreFile> inputs = List.copyOf(store.getStorefiles());
      StoreFileReferences.acquire(inputs);
      region.compact(true);
      assertThat(store.getStorefiles()).doesNotContainAnyElementsOf(inputs);
      region.close();
      for (HStoreFile input : inputs) {
        assertThat(region.getFilesystem().exists(input.getPath())).isFalse();
      }
    } finally {
      HBaseTestingUtility.closeRegionAndWAL(region);
    }
  }

  private HRegion create(String name) throws IOException {
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(
            LocalRegion.table(name, OffloadingStoreEngine.class).build());
    table.removeValue(StoreEngine.STORE_ENGINE_CLASS_KEY);
    table.modifyColumnFamily(
        ColumnFamilyDescriptorBuilder.newBuilder(LocalRegion.FAMILY)
            .setKeepDeletedCells(KeepDeletedCells.TRUE)
            .build());
    return LocalRegion.create(conf, util.getDataTestDir(), table.build());
  }

  /** Number of files in the folder after HBase has archived the inputs. */
  private int filesAfterMajorCompaction(String name) throws IOException {
    HRegion region = create(name);
    try {
      LocalRegion.fill(region, ROWS);
      region.compact(true);
      HStore store = region.getStore(LocalRegion.FAMILY);
      store.closeAndArchiveCompactedFiles();
      Path folder = store.getRegionFileSystem().getStoreDir(store.getColumnFamilyName());
      return List.of(region.getFilesystem().listStatus(folder, PassiveEngineTest::isFile)).size();
    } finally {
      HBaseTestingUtility.closeRegionAndWAL(region);
    }
  }

  private static boolean isFile(Path path) {
    return !path.getName().startsWith(".");
  }
}
