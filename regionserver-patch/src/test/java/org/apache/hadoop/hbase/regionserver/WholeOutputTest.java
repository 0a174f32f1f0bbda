// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterOption;
import io.lighter.common.config.WarmupStrategy;
import io.lighter.regionserver.warmup.HeldWarmups;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * An output that is cached whole, with the strategy {@code adaptive} and few cached input blocks.
 */
class WholeOutputTest {
  private static final int ROWS = 2000;
  private static final int FIRST_CACHED = 900;
  private static final int LAST_CACHED = 1000;

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private HeldWarmups held;
  private HRegion region;
  private HStore store;

  @BeforeEach
  void warmOutputsOfAnySize() {
    conf.set(LighterOption.WARMUP_STRATEGY.key(), WarmupStrategy.ADAPTIVE.configName());
    conf.set(LighterOption.WARMUP_MIN_BYTES.key(), "1");
    conf.set(LighterOption.WARMUP_CHUNK_SIZE.key(), "4KB");
  }

  @AfterEach
  void close() throws IOException {
    held.close();
    HBaseTestingUtility.closeRegionAndWAL(region);
    util.cleanupTestDir();
  }

  @Test
  void warmupCachesAllBlocksOfAWholeOutput() throws Exception {
    createWithFewCachedBlocks(true);
    compact();

    assertThat(missedByAScan()).isZero();
  }

  @Test
  void warmupCachesWhatWasCachedOfAnotherOutput() throws Exception {
    createWithFewCachedBlocks(false);
    compact();

    int cached = WarmupSteps.dataBlocks(cache(), WarmupSteps.storeFileNames(region));
    assertThat(cached).isPositive();
    assertThat(missedByAScan()).isGreaterThan(cached);
  }

  @Test
  void onlyARequestForAnotherOutputHasAResidentMap() throws Exception {
    createWithFewCachedBlocks(true);
    var warmups = ((WarmedStoreEngine) store.getStoreEngine()).warmups();

    assertThat(warmups.residentMap(store.getStorefiles(), true)).isEmpty();
    assertThat(warmups.residentMap(store.getStorefiles(), false))
        .hasValueSatisfying(map -> assertThat(map.getRangeList()).isNotEmpty());
  }

  private void createWithFewCachedBlocks(boolean whole) throws Exception {
    held = new HeldWarmups(conf);
    WarmedStoreEngine.share(
        new WarmedStoreEngine.Shared(held.shared(), null, false, List.of(), () -> true, whole));
    region = LocalRegion.create(conf, util.getDataTestDir(), "whole", WarmedStoreEngine.class);
    LocalRegion.fill(region, ROWS);
    store = region.getStore(LocalRegion.FAMILY);
    for (int row = FIRST_CACHED; row < LAST_CACHED; row++) {
      region.get(new Get(LocalRegion.row(row)).addFamily(LocalRegion.FAMILY));
    }
  }

  private void compact() throws Exception {
    store.triggerMajorCompaction();
    region.compactStore(LocalRegion.FAMILY, NoLimitThroughputController.INSTANCE);
    Waiter.waitFor(conf, 60_000, 20, () -> held.completed() + held.endedEarly() > 0);
    assertThat(held.completed()).isEqualTo(1);
  }

  private BlockCache cache() {
    return store.getCacheConfig().getBlockCache().orElseThrow();
  }

  /** Number of blocks of the output that are not cached. */
  private long missedByAScan() throws IOException {
    long missed = cache().getStats().getMissCount();
    HStoreFile output = store.getStorefiles().iterator().next();
    try (StoreFileScanner scanner = output.getPreadScanner(false, Long.MAX_VALUE, 0, false)) {
      scanner.seek(output.getFirstKey().orElseThrow());
      while (scanner.next() != null) {
        // reads all blocks
      }
    }
    return cache().getStats().getMissCount() - missed;
  }
}
