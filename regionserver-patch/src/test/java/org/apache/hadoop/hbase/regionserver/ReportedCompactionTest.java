// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.common.config.ConfigurationException;
import io.lighter.common.config.LighterOption;
import io.lighter.common.config.WarmupStrategy;
import io.lighter.regionserver.warmup.HeldWarmups;
import io.lighter.regionserver.warmup.StoreWarmups;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.client.CompactionState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The state that HBase reports of a region's compactions while a warm-up pins their inputs. */
class ReportedCompactionTest {
  private static final int ROWS = 400;

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private HeldWarmups held;
  private HRegion region;

  private void create(boolean commitFails) throws Exception {
    conf.setIfUnset(LighterOption.WARMUP_STRATEGY.key(), WarmupStrategy.THROTTLED.configName());
    conf.set(LighterOption.WARMUP_MIN_BYTES.key(), "1");
    conf.set(LighterOption.WARMUP_CHUNK_SIZE.key(), "4KB");
    held = new HeldWarmups(conf);
    WarmedStoreEngine.share(new WarmedStoreEngine.Shared(held.shared(), null, commitFails));
    region = LocalRegion.create(conf, util.getDataTestDir(), "reported", WarmedStoreEngine.class);
    LocalRegion.fill(region, ROWS);
  }

  @AfterEach
  void close() throws IOException {
    held.close();
    HBaseTestingUtility.closeRegionAndWAL(region);
    util.cleanupTestDir();
  }

  @Test
  void requestedCompactionIsReportedUntilItsInputsAreReleased() throws Exception {
    create(false);
    askForCompaction();
    assertThat(region.getCompactionState()).isEqualTo(CompactionState.NONE);

    region.compact(true);
    held.pace().awaitHeld();

    assertThat(region.getCompactionState()).isEqualTo(CompactionState.MAJOR);
    long finished = region.compactionsFinished.sum();
    held.pace().open();
    awaitState(CompactionState.NONE);
    assertThat(region.compactionsFinished.sum()).isEqualTo(finished);
    for (HStore store : region.getStores()) {
      store.closeAndArchiveCompactedFiles();
      assertThat(store.getCompactedFiles()).isEmpty();
    }
  }

  @Test
  void compactionByHBaseIsReportedUntilItsCommit() throws Exception {
    create(false);

    region.compact(true);
    held.pace().awaitHeld();

    assertThat(region.getCompactionState()).isEqualTo(CompactionState.NONE);
  }

  @Test
  void compactionIsReportedUntilItsCommitIfTheTableSetsThat() throws Exception {
    conf.set(LighterOption.WARMUP_COMPACTION_STATE.key(), "false");
    create(false);
    askForCompaction();

    region.compact(true);
    held.pace().awaitHeld();

    assertThat(region.getCompactionState()).isEqualTo(CompactionState.NONE);
  }

  @Test
  void compactionThatCannotBeCommittedIsNotReported() throws Exception {
    create(true);
    askForCompaction();

    assertThatThrownBy(() -> region.compact(true)).hasMessageContaining("the commit fails");

    assertThat(region.getCompactionState()).isEqualTo(CompactionState.NONE);
  }

  /** {@code lighter warm} pins the present files, even when a compaction replaces them. */
  @Test
  void compactionIsReportedWhileARequestedWarmupPinsItsInputs() throws Exception {
    conf.set(LighterOption.WARMUP_STRATEGY.key(), WarmupStrategy.NONE.configName());
    create(false);
    HStore store = region.getStore(LocalRegion.FAMILY);
    CompletableFuture<Boolean> warming =
        CompletableFuture.supplyAsync(() -> warm(store, warmups(store)));
    held.pace().awaitHeld();
    askForCompaction();

    region.compact(true);

    assertThat(region.getCompactionState()).isEqualTo(CompactionState.MAJOR);
    held.pace().open();
    assertThat(warming.get(1, TimeUnit.MINUTES)).isTrue();
    assertThat(region.getCompactionState()).isEqualTo(CompactionState.NONE);
  }

  @Test
  void storeThatClosesEndsTheReport() throws Exception {
    create(false);
    askForCompaction();
    region.compact(true);
    held.pace().awaitHeld();
    assertThat(region.getCompactionState()).isEqualTo(CompactionState.MAJOR);

    for (HStore store : region.getStores()) {
      HeldWarmups.storeCloses(warmups(store));
    }

    assertThat(region.getCompactionState()).isEqualTo(CompactionState.NONE);
  }

  private boolean warm(HStore store, StoreWarmups warmups) {
    try {
      return held.warm(store, warmups, () -> false);
    } catch (ConfigurationException e) {
      throw new IllegalStateException(e);
    }
  }

  private void askForCompaction() {
    for (HStore store : region.getStores()) {
      warmups(store).askedFor(store.getStorefiles());
    }
  }

  private static StoreWarmups warmups(HStore store) {
    return ((WarmedStoreEngine) store.getStoreEngine()).warmups();
  }

  private void awaitState(CompactionState state) {
    Waiter.waitFor(conf, 60_000, 20, () -> region.getCompactionState() == state);
  }
}
