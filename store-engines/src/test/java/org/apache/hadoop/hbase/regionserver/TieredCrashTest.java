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
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A region server that dies before and after the output of a merge is moved. */
class TieredCrashTest {
  private static final int ROWS = 60;

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private Twins twins;

  @AfterEach
  void close() throws IOException {
    twins.close();
    util.cleanupTestDir();
  }

  @ParameterizedTest
  @CsvSource({"DEFAULT, false", "DEFAULT, true", "FILE, false", "FILE, true"})
  void mergeIsWholeOrNotThere(String tracker, boolean moved) throws IOException {
    create(tracker);
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
    String before = twins.describe();
    assertThat(twins.select()).isTrue();
    List<Path> paths = twins.takeHeld().compact(NoLimitThroughputController.INSTANCE, null);
    assertThat(paths).hasSize(1);
    if (moved) {
      StoreCommits.commit(twins.store().getStoreEngine(), paths);
    }
    twins.crash();
    if (!moved) {
      assertThat(twins.describe()).isEqualTo(before);
    }
    twins.compare();
    twins.settle();
    twins.compare();
    twins.changeEngine(DefaultStoreEngine.class);
    twins.compare();
  }

  private void create(String tracker) throws IOException {
    Configuration conf = util.getConfiguration();
    conf.setLong(SmallTieredEngine.FAST_BYTES, 20_000);
    conf.set(StoreFileTrackerFactory.TRACKER_IMPL, tracker);
    twins =
        new Twins(
            conf,
            util.getDataTestDir(),
            new Random(1),
            ColumnFamilyDescriptorBuilder.newBuilder(Twins.FAMILY).setBlocksize(512).build(),
            SmallTieredEngine.class);
  }
}
