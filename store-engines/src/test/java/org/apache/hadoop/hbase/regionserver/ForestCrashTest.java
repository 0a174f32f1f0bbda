// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.testing.fixtures.StoreCommits;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A region server that dies in the commit of a cluster, after each of its outputs. */
class ForestCrashTest {
  private static final int ROWS = 60;
  private static final int MANY = 100;

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private Twins twins;

  @AfterEach
  void close() throws IOException {
    twins.close();
    util.cleanupTestDir();
  }

  @ParameterizedTest
  @ValueSource(strings = {"DEFAULT", "FILE"})
  void clusterIsWholeOrNotThere(String tracker) throws IOException {
    int outputs = MANY;
    for (int moved = 0; moved <= outputs; moved++) {
      if (twins != null) {
        twins.close();
      }
      create(tracker, moved);
      write();
      String before = twins.describe();
      outputs = dieAfter(moved);
      assertThat(outputs).isGreaterThan(2);
      if (moved == 0) {
        assertThat(twins.describe()).isEqualTo(before);
      }
      twins.compare();
      twins.settle();
      twins.compare();
      twins.changeEngine(DefaultStoreEngine.class);
      twins.compare();
    }
  }

  /** Three flushes that overlap, the newest with deletes: markers are dropped. */
  private void write() throws IOException {
    for (int flush = 0; flush < 3; flush++) {
      for (int row = flush; row < ROWS; row += 2) {
        twins.put(row, 500);
      }
      if (flush == 2) {
        for (int row = 0; row < ROWS; row += 3) {
          twins.delete(new Delete(Twins.row(row)));
        }
      }
      twins.flush();
    }
  }

  /** Runs the next compaction until {@code moved} outputs are moved; returns how many it has. */
  private int dieAfter(int moved) throws IOException {
    assertThat(twins.select()).isTrue();
    CompactionContext compaction = twins.takeHeld();
    assertThat(((ForestCompactionContext) compaction).forestPlan().dropsMarkers()).isTrue();
    List<Path> paths = compaction.compact(NoLimitThroughputController.INSTANCE, null);
    List<Path> done = paths.subList(0, Math.min(moved, paths.size()));
    StoreCommits.commit(twins.store().getStoreEngine(), done);
    twins.crash();
    return paths.size();
  }

  private void create(String tracker, int round) throws IOException {
    Configuration conf = util.getConfiguration();
    conf.setLong(SmallForestEngine.SST_BYTES, 5_000);
    conf.setLong("hbase.hregion.majorcompaction", 0);
    conf.set(StoreFileTrackerFactory.TRACKER_IMPL, tracker);
    twins =
        new Twins(
            conf,
            new Path(util.getDataTestDir(), "round" + round),
            new Random(1),
            ColumnFamilyDescriptorBuilder.newBuilder(Twins.FAMILY).setBlocksize(512).build(),
            SmallForestEngine.class);
  }
}
