// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WAL;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A site that names the range engine for all tables names it for HBase's own tables, too. */
class MetaOrderTest {
  private static final byte[] FAMILY = Bytes.toBytes("info");

  /** Two rows of {@code hbase:meta}, in its order; the order of their bytes is the other one. */
  private static final String FIRST = "t,a,1";

  private static final String LAST = "t,a\0b,1";

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = new Configuration(util.getConfiguration());
  private HRegion region;

  @AfterEach
  void close() throws IOException {
    HBaseTestingUtility.closeRegionAndWAL(region);
    util.cleanupTestDir();
  }

  @Test
  void regionInTheOrderOfMetaFlushesOpensAndCompacts() throws IOException {
    conf.setBoolean(HRegion.USE_META_CELL_COMPARATOR, true);
    create(TableName.valueOf("t"));
    put(LAST);
    put(FIRST);
    region.flush(true);
    assertThat(rows()).containsExactly(FIRST, LAST);

    WAL wal = region.getWAL();
    region.close();
    region =
        HRegion.openHRegion(
            conf,
            region.getFilesystem(),
            util.getDataTestDir(),
            region.getRegionInfo(),
            region.getTableDescriptor(),
            wal);
    put(LAST);
    region.flush(true);
    HStore store = region.getStore(FAMILY);
    store.triggerMajorCompaction();
    region.compact(
        store
            .requestCompaction(Store.PRIORITY_USER, CompactionLifeCycleTracker.DUMMY, null)
            .orElseThrow(),
        store,
        NoLimitThroughputController.INSTANCE);
    assertThat(store.getStorefiles()).hasSize(1).allMatch(HStoreFile::isMajorCompactionResult);
    assertThat(rows()).containsExactly(FIRST, LAST);
    assertThat(store.needsCompaction()).isFalse();
  }

  @Test
  void systemTableHasNoRanges() throws IOException {
    create(TableName.valueOf("hbase", "acl"));
    StoreEngine<?, ?, ?, ?> engine = region.getStore(FAMILY).getStoreEngine();
    assertThat(engine.getStoreFileManager()).isInstanceOf(DefaultStoreFileManager.class);
    assertThat(((RangeStoreEngine) engine).hasSeveralOutputs()).isFalse();
    assertThat(((RangeStoreEngine) engine).compactingEngine())
        .isEqualTo(DefaultStoreEngine.class.getName());
  }

  private void create(TableName table) throws IOException {
    conf.set(StoreEngine.STORE_ENGINE_CLASS_KEY, RangeStoreEngine.class.getName());
    Path folder = util.getDataTestDir();
    region =
        HBaseTestingUtility.createRegionAndWAL(
            RegionInfoBuilder.newBuilder(table).build(),
            folder,
            conf,
            TableDescriptorBuilder.newBuilder(table)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                .build());
  }

  private void put(String row) throws IOException {
    region.put(
        new Put(Bytes.toBytes(row))
            .addColumn(FAMILY, FAMILY, FAMILY)
            .setDurability(Durability.SKIP_WAL));
  }

  private List<String> rows() throws IOException {
    List<String> rows = new ArrayList<>();
    try (RegionScanner scanner = region.getScanner(new Scan())) {
      List<Cell> cells = new ArrayList<>();
      boolean more;
      do {
        cells.clear();
        more = scanner.next(cells);
        cells.forEach(cell -> rows.add(Bytes.toString(CellUtil.cloneRow(cell))));
      } while (more);
    }
    return rows;
  }
}
