// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.engine.range.MajorSweep;
import io.lighter.engine.range.RangeLayout;
import io.lighter.engine.range.Sweeps;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Compactions of a table with ranges on a region server that gets no flush. */
class RangeChainIT {
  private static final TableName TABLE = TableName.valueOf("ranges");
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final int ROWS = 120;
  private static final int RANGES = 4;
  private static final long WAIT_MS = 60_000;

  private final HBaseTestingUtility util = new HBaseTestingUtility();

  @BeforeEach
  void start() throws Exception {
    Configuration conf = util.getConfiguration();
    conf.setLong(SmallRangeEngine.RANGE_BYTES, 20_000);
    conf.setLong("hbase.hregion.majorcompaction", 0);
    util.startMiniCluster(1);
  }

  @AfterEach
  void stop() throws Exception {
    util.shutdownMiniCluster();
  }

  @Test
  void majorCompactionVisitsAllRangesWithoutAFlush() throws Exception {
    util.createTable(
        TableDescriptorBuilder.newBuilder(TABLE)
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(FAMILY).setBlocksize(1024).build())
            .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, SmallRangeEngine.class.getName())
            .build(),
        null);
    HRegion region = util.getRSForFirstRegionInTable(TABLE).getRegions(TABLE).get(0);
    HStore store = region.getStore(FAMILY);
    for (int row = 0; row < ROWS; row++) {
      region.put(
          new Put(Bytes.toBytes("r%04d".formatted(row)))
              .addColumn(FAMILY, FAMILY, new byte[1_000]));
    }
    region.flush(true);
    majorCompact(store);
    assertThat(layout(store).ranges()).hasSizeGreaterThan(RANGES);

    majorCompact(store);
    assertThat(layout(store).ranges()).hasSizeGreaterThan(RANGES);
    util.waitFor(WAIT_MS, () -> !store.needsCompaction());
  }

  private void majorCompact(HStore store) throws Exception {
    MajorSweep sweep = new MajorSweep(System.currentTimeMillis());
    util.getAdmin().majorCompact(TABLE);
    util.waitFor(WAIT_MS, () -> Sweeps.isDone(sweep, layout(store)));
  }

  private static RangeLayout layout(HStore store) {
    return ((RangeStoreFileManager) store.getStoreEngine().getStoreFileManager())
        .snapshot()
        .layout();
  }
}
