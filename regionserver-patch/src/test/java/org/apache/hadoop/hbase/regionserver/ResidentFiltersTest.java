// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterOption;
import io.lighter.common.hbase.ForwardedBlockCache;
import io.lighter.common.metrics.LighterMetric;
import io.lighter.common.metrics.MetricProcess;
import io.lighter.engine.read.ResidentFilters;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.LruBlockCache;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.MetricRegistry;
import org.apache.hadoop.hbase.metrics.impl.MetricRegistryImpl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Reads of a forest of three files with the same range of rows, each with a third of the rows, and
 * a block cache that keeps nothing. Below Lighter's engine, on the local disk.
 */
class ResidentFiltersTest {
  private static final int FILES = 3;
  private static final int ROWS = 300;

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private final MetricRegistry metrics =
      new MetricRegistryImpl(MetricProcess.REGION_SERVER.registry());
  private final EmptyCache cache = new EmptyCache();
  private ResidentFilters memory;
  private HRegion region;

  @AfterEach
  void close() throws IOException {
    HBaseTestingUtility.closeRegionAndWAL(region);
    assertThat(memory.reserved()).isZero();
    util.cleanupTestDir();
  }

  @Test
  void getReadsOneDataBlockOnceTheFiltersAreResident() throws IOException {
    create("resident", Long.MAX_VALUE);
    assertThat(readsOfGet(0)).as("first use").containsOnlyOnce(BlockType.DATA).hasSize(1 + FILES);

    int oneRead = 0;
    for (int row = 1; row < 20; row++) {
      long before = positives();
      List<BlockType> reads = readsOfGet(row);
      assertThat(reads).as("row %s", row).containsOnly(BlockType.DATA);
      assertThat(reads).as("files that the filters let pass").hasSize((int) (positives() - before));
      oneRead += reads.size() == 1 ? 1 : 0;
    }
    assertThat(oneRead).as("gets without a false positive").isGreaterThanOrEqualTo(17);
    assertThat(count(LighterMetric.FILTER_READS_AVOIDED)).isEqualTo(19 * FILES);
    assertThat(count(LighterMetric.FILTER_NOT_RESIDENT)).isZero();
    assertThat(memory.reserved()).isPositive();
  }

  @Test
  void filtersOfTheCacheAreReadBySoManyReadsAsThereAreFiles() throws IOException {
    create("cache", Long.MAX_VALUE);
    readsOfGet(0);

    assertThat(readsOfGet(1))
        .hasSize(1 + FILES)
        .filteredOn(BlockType.BLOOM_CHUNK::equals)
        .hasSize(FILES);
    assertThat(memory.reserved()).isZero();
    assertThat(count(LighterMetric.FILTER_READS_AVOIDED)).isZero();
  }

  @Test
  void filterWithoutRoomIsReadThroughTheCache() throws IOException {
    create("resident", Long.MAX_VALUE);
    readsOfGet(0);
    long ofTwo = memory.reserved() * 5 / 6;
    HBaseTestingUtility.closeRegionAndWAL(region);

    create("resident", ofTwo);
    readsOfGet(0);
    assertThat(count(LighterMetric.FILTER_NOT_RESIDENT)).isOne();
    assertThat(readsOfGet(1)).containsExactlyInAnyOrder(BlockType.BLOOM_CHUNK, BlockType.DATA);
    assertThat(count(LighterMetric.FILTER_NOT_RESIDENT)).isEqualTo(2);
    assertThat(memory.reserved()).isBetween(1L, ofTwo);
  }

  @Test
  void memoryOfZeroSwitchesOff() throws IOException {
    create("resident", 0);
    readsOfGet(0);

    assertThat(readsOfGet(1)).hasSize(1 + FILES);
    assertThat(count(LighterMetric.FILTER_NOT_RESIDENT)).as("not counted").isZero();
  }

  @Test
  void archivedInputsGiveTheirMemoryBack() throws IOException {
    create("resident", Long.MAX_VALUE);
    readsOfGet(0);
    assertThat(memory.reserved()).isPositive();

    region.compact(true);
    HStore store = region.getStore(LocalRegion.FAMILY);
    store.closeAndArchiveCompactedFiles();
    assertThat(store.getStorefiles()).noneMatch(HStoreFile::isCompactedAway);
    assertThat(memory.reserved()).isZero();

    readsOfGet(0);
    assertThat(readsOfGet(1)).containsExactly(BlockType.DATA);
    assertThat(memory.reserved()).as("of the outputs").isPositive();
  }

  /** HBase evicts no block when a region closes, unless it is told to. */
  @Test
  void closedStoreGivesItsMemoryBack() throws IOException {
    create("resident", Long.MAX_VALUE);
    readsOfGet(0);
    region.compact(true);
    readsOfGet(0);
    assertThat(memory.reserved()).isPositive();

    region.close();
    assertThat(memory.reserved()).isZero();
  }

  /** As in {@code bench forest}, where compactions are local. */
  @Test
  void filtersAreResidentWithoutLightersEngineOnTop() throws IOException {
    create("resident", Long.MAX_VALUE, ResidentTrees.class);
    readsOfGet(0);

    assertThat(readsOfGet(1)).containsOnly(BlockType.DATA);
  }

  private void create(String filter, long limit) throws IOException {
    create(filter, limit, OffloadingStoreEngine.class);
  }

  private void create(String filter, long limit, Class<? extends StoreEngine<?, ?, ?, ?>> engine)
      throws IOException {
    conf.setLong("hbase.hregion.majorcompaction", 0);
    conf.setLong(SmallTrees.SST_BYTES, 1 << 20);
    memory = ResidentTrees.share(limit, metrics);
    TableDescriptor table =
        LocalRegion.table("filters", engine)
            .setValue(LighterOption.ENGINE_DELEGATE.key(), ResidentTrees.class.getName())
            .setValue(LighterOption.FOREST_FILTER.key(), filter)
            .modifyColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(LocalRegion.FAMILY)
                    .setBlocksize(64 << 10) // a file has one data block
                    .build())
            .build();
    region =
        HBaseTestingUtility.createRegionAndWAL(
            RegionInfoBuilder.newBuilder(table.getTableName()).build(),
            new Path(util.getDataTestDir(), filter + limit),
            conf,
            table,
            cache);
    for (int file = 0; file < FILES; file++) {
      for (int row = file; row < ROWS; row += FILES) {
        LocalRegion.put(region, row, 1);
      }
      region.flush(true);
    }
    assertThat(region.getStore(LocalRegion.FAMILY).getStorefiles()).hasSize(FILES);
  }

  /** Types of the blocks that a get of a row in the middle reads from the files. */
  private List<BlockType> readsOfGet(int row) throws IOException {
    cache.reads.clear();
    assertThat(
            region
                .get(new Get(LocalRegion.row(ROWS / 3 + row)).addFamily(LocalRegion.FAMILY))
                .isEmpty())
        .isFalse();
    return List.copyOf(cache.reads);
  }

  /** Filters of files that have answered that the file may have the row. */
  private long positives() {
    HStore store = region.getStore(LocalRegion.FAMILY);
    return store.getBloomFilterRequestsCount() - store.getBloomFilterNegativeResultsCount();
  }

  private long count(LighterMetric metric) {
    return ((Counter) metrics.get(metric.metricName()).orElseThrow()).getCount();
  }

  /** A cache that keeps nothing, so that each look-up is a read of the file. */
  private static final class EmptyCache extends ForwardedBlockCache {
    private final List<BlockType> reads = Collections.synchronizedList(new ArrayList<>());

    EmptyCache() {
      super(new LruBlockCache(1 << 20, 4 << 10, false));
    }

    @Override
    public Cacheable getBlock(
        BlockCacheKey cacheKey, boolean caching, boolean repeat, boolean updateCacheMetrics) {
      if (!repeat) { // HBase looks again, with a lock, before it reads
        reads.add(cacheKey.getBlockType());
      }
      return null;
    }

    @Override
    public void cacheBlock(
        BlockCacheKey cacheKey, Cacheable buf, boolean inMemory, boolean waitWhenCache) {}

    @Override
    public void cacheBlock(BlockCacheKey cacheKey, Cacheable buf, boolean inMemory) {}

    @Override
    public void cacheBlock(BlockCacheKey cacheKey, Cacheable buf) {}
  }
}
