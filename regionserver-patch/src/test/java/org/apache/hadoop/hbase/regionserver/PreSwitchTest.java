// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.CompactionJobId;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import io.lighter.common.config.WarmupStrategy;
import io.lighter.regionserver.output.PendingOutput;
import io.lighter.regionserver.output.PendingOutputs;
import io.lighter.regionserver.output.RegionFence;
import io.lighter.regionserver.warmup.HeldWarmups;
import io.lighter.regionserver.warmup.RetainingServer;
import io.lighter.regionserver.warmup.StoreWarmups;
import io.lighter.regionserver.warmup.WarmupSettings;
import io.lighter.regionserver.warmup.remote.RetainedOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.Waiter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The strategy {@code pre-switch}: a compaction's thread warms the output, then commits. */
class PreSwitchTest {
  private static final int ROWS = 20;

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private final CompactionJobId job = CompactionJobId.random();
  private final List<Boolean> interruptedInCommit = new ArrayList<>();
  private final PendingOutputs pending = new PendingOutputs();
  private boolean waiting; // of the committing thread, as waits
  private int waits;
  private RetainingServer server;
  private HeldWarmups held;
  private HRegion region;
  private HStore store;

  @BeforeEach
  void createRegion() throws Exception {
    conf.set(LighterOption.WARMUP_STRATEGY.key(), WarmupStrategy.PRE_SWITCH.configName());
    conf.set(LighterOption.WARMUP_MIN_BYTES.key(), "1");
    server = new RetainingServer(conf);
    region = LocalRegion.create(conf, util.getDataTestDir(), "preswitch", DefaultStoreEngine.class);
    LocalRegion.fill(region, ROWS);
    store = region.getStore(LocalRegion.FAMILY);
  }

  @AfterEach
  void close() throws IOException {
    held.close();
    server.close();
    HBaseTestingUtility.closeRegionAndWAL(region);
    util.cleanupTestDir();
  }

  /** Interrupts as {@code compaction_switch false} does. */
  @Test
  void interruptEndsTheWarmupAndDoesNotReachTheCommit() throws Exception {
    assertInterruptEndsTheWarmUp(server::fetchesAsked);
  }

  /** An interrupt must not count as a silent server, or the output would be read from HDFS. */
  @Test
  void interruptEndsTheWarmupDuringItsListCall() throws Exception {
    server.holdLists();
    assertInterruptEndsTheWarmUp(server::listsAsked);
  }

  private void assertInterruptEndsTheWarmUp(IntSupplier callsOfServerThatHangs) throws Exception {
    conf.set(LighterOption.OFFLOAD_SERVER_TIMEOUT.key(), "5m"); // longer than any test waits
    Thread committer = Thread.currentThread();
    CompletableFuture<Void> interrupt =
        CompletableFuture.runAsync(
            () -> {
              Waiter.waitFor(conf, 60_000, 20, () -> callsOfServerThatHangs.getAsInt() > 0);
              committer.interrupt();
            });

    commitWithServerThatHangs();
    boolean interruptedAfterwards = Thread.interrupted();
    interrupt.get(1, TimeUnit.MINUTES);

    assertThat(interruptedInCommit).containsExactly(false);
    assertThat(interruptedAfterwards).isTrue();
    assertEndedEarly();
  }

  /** The deadline passes during the one call that the warm-up waits for, or earlier. */
  @Test
  void coldOutputIsCommittedAfterTheDeadline() throws Exception {
    conf.set(LighterOption.OFFLOAD_SERVER_TIMEOUT.key(), "2s");
    conf.set(LighterOption.WARMUP_PRESWITCH_DEADLINE.key(), "300ms");

    commitWithServerThatHangs();

    assertThat(interruptedInCommit).containsExactly(false);
    assertEndedEarly();
  }

  @Test
  void unreadableOutputIsCommitted() throws Exception {
    StoreWarmups warmups = warmups();
    DamagedFiles.damageBlocks(store.getStorefiles());

    commit(warmups);

    assertThat(interruptedInCommit).containsExactly(false);
    assertEndedEarly();
  }

  private StoreWarmups warmups() throws Exception {
    held = new HeldWarmups(conf);
    return StoreWarmups.of(
        store,
        store.getStoreEngine(),
        WarmupSettings.of(LighterConfiguration.of(conf)),
        held.shared(),
        pending,
        () -> true,
        this::waitFor,
        region -> List.of());
  }

  private void waitFor(Runnable warmUp) {
    waiting = true;
    warmUp.run();
    waiting = false;
    waits++;
  }

  private void commitWithServerThatHangs() throws Exception {
    StoreWarmups warmups = warmups();
    List<String> names =
        store.getStorefiles().stream().map(file -> file.getPath().getName()).toList();
    server.hangWith(() -> names);
    RegionFence fence =
        RegionFence.raise(store.getFileSystem(), store.getRegionFileSystem().getTempDir());
    Optional<RetainedOutput> retained = Optional.of(new RetainedOutput(job, server.serverName()));
    pending.add(new PendingOutput(Set.copyOf(names), fence, retained));
    commit(warmups);
  }

  private void commit(StoreWarmups warmups) throws IOException {
    List<HStoreFile> files = List.copyOf(store.getStorefiles());
    warmups.commit(
        files,
        files,
        () -> {
          assertThat(waiting).as("HBase's commit is the thread's own work").isFalse();
          interruptedInCommit.add(Thread.currentThread().isInterrupted());
        });
    assertThat(waits).as("warm-ups that the thread waited for").isOne();
  }

  private void assertEndedEarly() {
    assertThat(held.endedEarly()).isEqualTo(1);
    assertThat(held.completed()).isZero();
    assertThat(held.shared().reports()).isEmpty();
  }
}
