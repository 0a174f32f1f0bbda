// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.engine.tiered.TierPlan;
import io.lighter.engine.tiered.TierSpill;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.DroppedSnapshotException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.monitoring.MonitoredTask;
import org.apache.hadoop.hbase.monitoring.TaskMonitor;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Flushes of a store with two tiers, of which one or both are full, on the local disk. */
class TieredStoreFlusherTest extends TwoTiersRegion {
  private static final int RETRIES = 3;

  /** A flush of few bytes fails when its file is closed, one of many bytes before that. */
  @ParameterizedTest
  @CsvSource({"DEFAULT, 1", "DEFAULT, 100", "FILE, 1", "FILE, 100"})
  void flushGoesToTheTierWithRoomAndIsThereAfterAReopen(String tracker, int rows)
      throws IOException {
    open(20_000, tracker);
    put(0, rows);
    region.flush(true);
    FullTiersFileSystem.full(FullTiersFileSystem.FAMILY);
    put(rows, 2 * rows);
    region.flush(true);
    FullTiersFileSystem.full();
    put(2 * rows, 3 * rows);
    region.flush(true);

    assertThat(policies()).containsExactly(null, "COLD", null);
    assertThat(remains()).isEmpty();
    assertRows(3 * rows);
    openAgain();
    assertThat(policies()).containsExactly(null, "COLD", null);
    assertRows(3 * rows);
  }

  @ParameterizedTest
  @ValueSource(strings = {"DEFAULT", "FILE"})
  void flushFailsWithoutARemainderIfNoTierHasRoomAndSucceedsLater(String tracker)
      throws IOException {
    open(20_000, tracker);
    put(0, 100);
    FullTiersFileSystem.full(FullTiersFileSystem.FAMILY, "COLD");
    HStore store = region.getStore(FAMILY);
    StoreFlushContext flush = store.createFlushContext(1, FlushLifeCycleTracker.DUMMY);
    flush.prepare();
    assertThatThrownBy(() -> flush.flushCache(status()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("could only be written to 0")
        .satisfies(
            e ->
                assertThat(e.getSuppressed())
                    .extracting(Throwable::getMessage)
                    .containsOnlyOnce(e.getMessage()));
    assertThat(remains()).isEmpty();
    assertThat(store.getStorefilesCount()).isZero();

    FullTiersFileSystem.full();
    put(100, 110);
    region.flush(true); // HBase flushes what is left of the snapshot first
    region.flush(true);
    assertThat(remains()).isEmpty();
    openAgain();
    assertRows(110);
  }

  /** A server aborts after that. */
  @Test
  void regionDropsTheSnapshotIfNoTierHasRoom() throws IOException {
    open(20_000, "DEFAULT");
    put(0, 1);
    FullTiersFileSystem.full(FullTiersFileSystem.FAMILY, "COLD");
    assertThatThrownBy(() -> region.flush(true)).isInstanceOf(DroppedSnapshotException.class);
  }

  @Test
  void otherErrorIsNotRepeatedIntoTheNextTier() throws IOException {
    open(20_000, "DEFAULT");
    put(0, 100);
    FullTiersFileSystem.failing("disk is on fire", FullTiersFileSystem.FAMILY);
    MemStoreSnapshot snapshot = region.getStore(FAMILY).memstore.snapshot();
    List<Path> created = new ArrayList<>();
    AtomicInteger spills = new AtomicInteger();
    assertThatThrownBy(
            () ->
                flusher(spills)
                    .flushSnapshot(
                        snapshot, 1, status(), null, FlushLifeCycleTracker.DUMMY, created::add))
        .hasMessage("disk is on fire");
    assertThat(created).hasSize(1);
    assertThat(spills).hasValue(0);
    assertThat(remains()).isEmpty();
  }

  @Test
  void eachAttemptIsThrottledAndTracked() throws IOException {
    open(20_000, "DEFAULT");
    put(0, 100);
    FullTiersFileSystem.full(FullTiersFileSystem.FAMILY);
    MemStoreSnapshot snapshot = region.getStore(FAMILY).memstore.snapshot();
    List<Path> created = new ArrayList<>();
    List<String> throttled = new ArrayList<>();
    AtomicInteger spills = new AtomicInteger();
    List<Path> files =
        flusher(spills)
            .flushSnapshot(
                snapshot,
                1,
                status(),
                new Throttle(throttled),
                FlushLifeCycleTracker.DUMMY,
                created::add);
    assertThat(created).hasSize(2);
    assertThat(files).containsExactly(created.get(1));
    assertThat(throttled).containsExactly("start", "finish", "start", "finish");
    assertThat(spills).hasValue(1);
  }

  @Test
  void storeWithOneTierHasHBasesFlusher() throws IOException {
    open(Long.MAX_VALUE, "DEFAULT");
    assertThat(region.getStore(FAMILY).getStoreEngine().getStoreFlusher())
        .isExactlyInstanceOf(DefaultStoreFlusher.class);
  }

  private DefaultStoreFlusher flusher(AtomicInteger spills) {
    TierPlan plan =
        new TierPlan(
            List.of(
                new TierPlan.Tier(Optional.empty(), 3, 20_000),
                new TierPlan.Tier(Optional.of("COLD"), 2, Long.MAX_VALUE)));
    return new TieredStoreFlusher(
        conf, region.getStore(FAMILY), TierSpill.ofFlush(plan), spills::incrementAndGet);
  }

  private static MonitoredTask status() {
    return TaskMonitor.get().createStatus("test");
  }

  /** Notes when a flush starts and ends. */
  private static final class Throttle extends NoLimitThroughputController {
    private final List<String> calls;

    Throttle(List<String> calls) {
      this.calls = calls;
    }

    @Override
    public void start(String name) {
      calls.add("start");
    }

    @Override
    public void finish(String name) {
      calls.add("finish");
    }
  }

  private void open(long fastBytes, String tracker) throws IOException {
    conf.setInt("hbase.hstore.flush.retries.number", RETRIES);
    conf.setInt(HConstants.HBASE_SERVER_PAUSE, 1);
    open(fastBytes, tracker, 512);
  }
}
