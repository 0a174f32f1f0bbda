// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterOption;
import io.lighter.common.config.WarmupStrategy;
import io.lighter.regionserver.warmup.HeldWarmups;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reads of a forest while the outputs of two clusters are warmed. T is held before each step. */
class ForestReadsTest {
  private static final byte[] OPEN = new byte[0];

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private HeldWarmups held;
  private HRegion region;

  /** Flushes with the rows 0 to 499, 300 to 899, 1000 to 1399 and 1200 to 1599. */
  private final List<HStoreFile> flushes = new ArrayList<>();

  @BeforeEach
  void writeTwoClusters() throws Exception {
    conf.set(LighterOption.WARMUP_STRATEGY.key(), WarmupStrategy.THROTTLED.configName());
    conf.set(LighterOption.WARMUP_MIN_BYTES.key(), "1");
    conf.set(LighterOption.WARMUP_CHUNK_SIZE.key(), "4KB");
    conf.setLong("hbase.hregion.majorcompaction", 0);
    conf.setLong(SmallTrees.SST_BYTES, 60_000);
    held = new HeldWarmups(conf);
    WarmedStoreEngine.share(new WarmedStoreEngine.Shared(held.shared(), null, false));
    region =
        LocalRegion.create(
            conf,
            util.getDataTestDir(),
            LocalRegion.table("forest", WarmedStoreEngine.class)
                .setValue(LighterOption.ENGINE_DELEGATE.key(), SmallTrees.class.getName())
                .build());
    write(0, 500);
    write(300, 900);
    write(1_000, 1_400);
    write(1_200, 1_600);
  }

  @AfterEach
  void close() throws IOException {
    held.close();
    HBaseTestingUtility.closeRegionAndWAL(region);
    util.cleanupTestDir();
  }

  @Test
  void readGetsInputsOfItsClusterThatHaveItsRows() throws Exception {
    List<String> visible = Snapshots.visible(region);
    compactNextCluster();
    compactNextCluster();
    assertThat(store().needsCompaction()).isFalse();

    assertThat(files(600, 600)).containsExactly(flushes.get(1));
    assertThat(files(400, 400)).containsExactlyInAnyOrder(flushes.get(0), flushes.get(1));
    assertThat(files(1_300, 1_300)).containsExactlyInAnyOrder(flushes.get(2), flushes.get(3));
    assertThat(files(1_500, 1_500)).containsExactly(flushes.get(3));
    assertThat(files(950, 950)).as("no cluster").isEmpty();
    assertThat(files(600, 1_100)).containsExactlyInAnyOrder(flushes.get(1), flushes.get(2));
    assertThat(files(1_100, 600)).as("reversed").hasSameElementsAs(files(600, 1_100));
    assertThat(files(row(1_500), OPEN)).as("either direction").containsAll(flushes);
    assertThat(Snapshots.visible(region)).isEqualTo(visible);
  }

  /** T of the first cluster moves, and the second one waits for its turn. */
  @Test
  void clustersHaveThresholdsOfTheirOwn() throws Exception {
    List<String> visible = Snapshots.visible(region);
    compactNextCluster();
    compactNextCluster();
    while (!isRead(0, flushes)) {
      held.pace().letOneThrough();
    }
    assertThat(isRead(800, flushes)).as("above T").isFalse();
    assertThat(isRead(1_000, flushes)).as("waits").isFalse();
    assertThat(Snapshots.visible(region)).isEqualTo(visible);

    held.pace().open();
    while (held.completed() < 2) {
      Thread.onSpinWait();
    }
    assertThat(isRead(800, flushes)).isTrue();
    assertThat(isRead(1_500, flushes)).isTrue();
    assertThat(Snapshots.visible(region)).isEqualTo(visible);
  }

  /** Whether a read of a row uses none of {@code inputs}. */
  private boolean isRead(int row, List<HStoreFile> inputs) {
    return files(row, row).stream().noneMatch(inputs::contains);
  }

  private void write(int from, int to) throws IOException {
    List<HStoreFile> before = List.copyOf(store().getStorefiles());
    for (int row = from; row < to; row++) {
      LocalRegion.put(region, row, 1 + flushes.size());
    }
    region.flush(true);
    store().getStorefiles().stream().filter(file -> !before.contains(file)).forEach(flushes::add);
  }

  private void compactNextCluster() throws IOException {
    assertThat(
            region.compact(
                store()
                    .requestCompaction(Store.NO_PRIORITY, CompactionLifeCycleTracker.DUMMY, null)
                    .orElseThrow(),
                store(),
                NoLimitThroughputController.INSTANCE))
        .isTrue();
  }

  private Collection<HStoreFile> files(int from, int to) {
    return files(row(from), row(to));
  }

  private Collection<HStoreFile> files(byte[] from, byte[] to) {
    return store()
        .getStoreEngine()
        .getStoreFileManager()
        .getFilesForScan(from, true, to, true, false);
  }

  private static byte[] row(int number) {
    return LocalRegion.row(number);
  }

  private HStore store() {
    return region.getStore(LocalRegion.FAMILY);
  }
}
