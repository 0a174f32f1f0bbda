// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterOption;
import io.lighter.common.config.WarmupStrategy;
import io.lighter.regionserver.warmup.HeldWarmups;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Warm-ups of a store of which one has ended or must end, while others wait for their turn. */
class WarmupQueueTest {
  private static final int ROWS = 400;
  private static final int WAIT_MS = 60_000;

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private HeldWarmups held;
  private HRegion region;

  @BeforeEach
  void regionWithThreeFilesInEachStore() throws Exception {
    conf.set(LighterOption.WARMUP_STRATEGY.key(), WarmupStrategy.THROTTLED.configName());
    conf.set(LighterOption.WARMUP_MIN_BYTES.key(), "1");
    conf.set(LighterOption.WARMUP_CHUNK_SIZE.key(), "4KB");
    held = new HeldWarmups(conf);
    WarmedStoreEngine.share(new WarmedStoreEngine.Shared(held.shared(), null, false));
    region = LocalRegion.create(conf, util.getDataTestDir(), "queue", WarmedStoreEngine.class);
    LocalRegion.fill(region, ROWS);
  }

  @AfterEach
  void close() throws IOException {
    held.close();
    HBaseTestingUtility.closeRegionAndWAL(region);
    util.cleanupTestDir();
  }

  @Test
  void closingStoreReleasesInputsWhileAWarmupEnds() throws Exception {
    HStore store = region.getStore(LocalRegion.FAMILY);
    compact(store);
    List<HStoreFile> inputs = List.copyOf(files(store).getCompactedfiles());
    assertThat(inputs).hasSize(3).allMatch(HStoreFile::isReferencedInReads);
    StoreEngine<?, ?, ?, ?> engine = store.getStoreEngine();
    engine.writeLock(); // held by the closing thread
    try {
      held.pace().open();
      Waiter.waitFor(conf, WAIT_MS, 20, WarmupQueueTest::isEndingWarmup);

      HeldWarmups.storeCloses(((WarmedStoreEngine) engine).warmups());
      assertThat(inputs).noneMatch(HStoreFile::isReferencedInReads);
    } finally {
      engine.writeUnlock();
    }
    Waiter.waitFor(conf, WAIT_MS, 20, () -> held.shared().reports().isEmpty());
    assertThat(inputs).extracting(HStoreFile::getRefCount).containsOnly(0);
  }

  /** Such as a scan that opens files while the name node does not answer. */
  @Test
  void endingWarmupBlocksNoReadBehindAReadThatHasTheLock() throws Exception {
    HStore store = region.getStores().get(0);
    compact(store);
    StoreEngine<?, ?, ?, ?> engine = store.getStoreEngine();
    engine.readLock();
    try {
      held.pace().open();
      Waiter.waitFor(conf, WAIT_MS, 20, WarmupQueueTest::isEndingWarmup);

      for (int read = 0; read < 100; read++) {
        CompletableFuture.runAsync(
                () -> {
                  engine.readLock();
                  engine.readUnlock();
                })
            .get(WAIT_MS, TimeUnit.MILLISECONDS);
      }
      assertThat(isEndingWarmup()).as("the warm-up waits for the first read").isTrue();
    } finally {
      engine.readUnlock();
    }
    Waiter.waitFor(conf, WAIT_MS, 20, () -> held.shared().reports().isEmpty());
  }

  @Test
  void onlyTheLastTwoWaitingCompactionsAreRouted() throws Exception {
    compact(region.getStores().get(1)); // occupies the region's turn
    HStore store = region.getStores().get(0);
    for (int compaction = 1; compaction <= 4; compaction++) {
      if (compaction > 1) {
        LocalRegion.change(region, compaction, ROWS, 3 + compaction);
      }
      compact(store);
    }

    // The second output, and the files flushed before the third and the fourth compaction.
    assertThat(files(store).getFilesForScan(new byte[0], true, new byte[0], true, false))
        .hasSize(3);
    Waiter.waitFor(conf, WAIT_MS, 20, () -> held.shared().reports().size() == 3);
    assertThat(held.endedEarly()).as("those of the first two").isEqualTo(2);
    held.pace().open();
    Waiter.waitFor(conf, WAIT_MS, 20, () -> held.shared().reports().isEmpty());
    assertThat(held.endedEarly()).isEqualTo(2);
    assertThat(files(store).getFilesForScan(new byte[0], true, new byte[0], true, false))
        .hasSize(1);
  }

  /** Merges of the range engine are of one key range each. */
  @Test
  void compactionsOfOtherRowsEndNoWarmup() throws Exception {
    HRegion ranges =
        LocalRegion.create(
            conf,
            util.getDataTestDir(),
            LocalRegion.table("ranges", WarmedStoreEngine.class)
                .setValue(
                    LighterOption.ENGINE_DELEGATE.key(),
                    RangeDelegateTest.SmallRanges.class.getName())
                .build());
    try {
      HStore store = ranges.getStores().get(0);
      for (int round = 1; round <= 4; round++) {
        LocalRegion.fill(ranges, ROWS);
        while (store.needsCompaction()) {
          ranges.compact(
              store
                  .requestCompaction(Store.NO_PRIORITY, CompactionLifeCycleTracker.DUMMY, null)
                  .orElseThrow(),
              store,
              NoLimitThroughputController.INSTANCE);
        }
      }

      assertThat(held.shared().reports()).hasSizeGreaterThan(3);
    } finally {
      held.pace().open();
      HBaseTestingUtility.closeRegionAndWAL(ranges);
    }
  }

  private void compact(HStore store) throws IOException {
    store.triggerMajorCompaction();
    region.compactStore(
        store.getColumnFamilyDescriptor().getName(), NoLimitThroughputController.INSTANCE);
  }

  private static StoreFileManager files(HStore store) {
    return store.getStoreEngine().getStoreFileManager();
  }

  private static boolean isEndingWarmup() {
    return Thread.getAllStackTraces().values().stream()
        .flatMap(Stream::of)
        .anyMatch(frame -> frame.getMethodName().equals("passWriteLock"));
  }
}
