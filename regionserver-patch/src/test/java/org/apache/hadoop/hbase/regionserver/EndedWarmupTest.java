// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.common.CompactionJobId;
import io.lighter.common.config.LighterOption;
import io.lighter.common.config.WarmupStrategy;
import io.lighter.regionserver.warmup.HeldWarmups;
import io.lighter.regionserver.warmup.RetainingServer;
import io.lighter.regionserver.warmup.remote.RetainedOutput;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Warm-ups that end early: reads use the output, and the inputs can be archived. */
class EndedWarmupTest {
  private static final int ROWS = 400;
  private static final int WAIT_MS = 60_000;

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private HeldWarmups held;
  private HRegion region;
  private HStore store;

  @BeforeEach
  void warmOutputsOfAnySize() {
    conf.set(LighterOption.WARMUP_STRATEGY.key(), WarmupStrategy.THROTTLED.configName());
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
  void deadlineSwitchesReadsOfAHeldWarmupAndEndsItLater() throws Exception {
    conf.set(LighterOption.WARMUP_DEADLINE.key(), "3s");
    List<HStoreFile> inputs = compact();

    Waiter.waitFor(conf, WAIT_MS, 20, () -> filesOfAnyRead().size() == 1);
    assertThat(filesOfAnyRead()).doesNotContainAnyElementsOf(inputs);
    held.pace().open();

    awaitEndedEarly(inputs);
  }

  /** The engine may then archive them. */
  @Test
  void engineLearnsOnceThatTheInputsAreFree() throws Exception {
    FreedInputs.install(conf);
    List<HStoreFile> inputs = compact();
    held.pace().awaitHeld();
    assertThat(FreedInputs.freed()).isEmpty();
    held.pace().open();

    Waiter.waitFor(conf, WAIT_MS, 20, () -> held.completed() == 1);
    assertThat(FreedInputs.freed()).hasSize(1);
    assertThat(FreedInputs.freed().get(0)).containsExactlyInAnyOrderElementsOf(inputs);
  }

  @Test
  void unreadableOutputEndsItsWarmup() throws Exception {
    List<HStoreFile> inputs = compact();
    held.pace().awaitHeld();
    assertThat(filesOfAnyRead()).containsAll(inputs);
    DamagedFiles.damageBlocks(store.getStorefiles());
    held.pace().open();

    awaitEndedEarly(inputs);
    assertThat(filesOfAnyRead()).hasSize(1).doesNotContainAnyElementsOf(inputs);
  }

  @Test
  void outputOfAFailedCommitIsDiscardedForAllReplicas() throws Exception {
    CompactionJobId job = CompactionJobId.random();
    try (RetainingServer server = new RetainingServer(conf)) {
      create(new RetainedOutput(job, server.serverName()), true);

      assertThatThrownBy(() -> region.compact(true)).hasMessage("the commit fails");

      Waiter.waitFor(conf, WAIT_MS, 20, () -> !server.released().isEmpty());
      assertThat(server.discarded()).containsExactly(job.value());
    }
  }

  /** The operator may switch warm-ups off after the compaction has begun. */
  @ParameterizedTest
  @EnumSource(names = {"REMOTE", "PRE_SWITCH", "THROTTLED"})
  void outputOfAFailedCommitIsDiscardedAlsoIfItMayNotBeWarmed(WarmupStrategy strategy)
      throws Exception {
    conf.set(LighterOption.WARMUP_STRATEGY.key(), strategy.configName());
    CompactionJobId job = CompactionJobId.random();
    try (RetainingServer server = new RetainingServer(conf)) {
      create(new RetainedOutput(job, server.serverName()), true, false);

      assertThatThrownBy(() -> region.compact(true)).hasMessage("the commit fails");

      Waiter.waitFor(conf, WAIT_MS, 20, () -> !server.released().isEmpty());
      assertThat(server.discarded()).containsExactly(job.value());
    }
  }

  @Test
  void outputOfAWarmupThatEndsEarlyStaysForOtherReplicas() throws Exception {
    conf.set(LighterOption.WARMUP_DEADLINE.key(), "1ms");
    CompactionJobId job = CompactionJobId.random();
    try (RetainingServer server = new RetainingServer(conf)) {
      create(new RetainedOutput(job, server.serverName()), false);
      held.pace().open();

      region.compact(true);

      Waiter.waitFor(conf, WAIT_MS, 20, () -> !server.released().isEmpty());
      assertThat(server.discarded()).isEmpty();
    }
  }

  /** Compacts, and returns the compacted files after the commit. */
  private List<HStoreFile> compact() throws Exception {
    create(null, false);
    List<HStoreFile> inputs = List.copyOf(store.getStorefiles());
    store.triggerMajorCompaction();
    region.compactStore(LocalRegion.FAMILY, NoLimitThroughputController.INSTANCE);
    return inputs;
  }

  private void create(RetainedOutput retained, boolean commitFails) throws Exception {
    create(retained, commitFails, true);
  }

  private void create(RetainedOutput retained, boolean commitFails, boolean enabled)
      throws Exception {
    held = new HeldWarmups(conf);
    WarmedStoreEngine.share(
        new WarmedStoreEngine.Shared(
            held.shared(), retained, commitFails, List.of(), () -> enabled));
    region = LocalRegion.create(conf, util.getDataTestDir(), "ended", WarmedStoreEngine.class);
    LocalRegion.fill(region, ROWS);
    store = region.getStore(LocalRegion.FAMILY);
  }

  private Collection<HStoreFile> filesOfAnyRead() {
    return store
        .getStoreEngine()
        .getStoreFileManager()
        .getFilesForScan(new byte[0], true, new byte[0], true, false);
  }

  private void awaitEndedEarly(List<HStoreFile> inputs) throws IOException {
    Waiter.waitFor(conf, WAIT_MS, 20, () -> held.completed() + held.endedEarly() > 0);
    assertThat(held.endedEarly()).isEqualTo(1);
    assertThat(held.completed()).isZero();
    assertThat(inputs).hasSize(3).extracting(HStoreFile::getRefCount).containsOnly(0);
    Waiter.waitFor(conf, WAIT_MS, 20, () -> held.shared().reports().isEmpty());
  }
}
