// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver.compactions;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.FlushLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A table whose compactions are switched off is the paper's Nomerge: flushes do not wait. */
class NomergeIT {
  private static final TableName TABLE = TableName.valueOf("nomerge");
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final int FLUSHES = 8;

  /** Files above which HBase delays flushes, for {@link #BLOCKED}. */
  private static final int BLOCKING_FILES = 2;

  private static final Duration BLOCKED = Duration.ofMinutes(10);
  private static final long WAIT_MS = 60_000;

  private final HBaseTestingUtility util = new HBaseTestingUtility();

  @BeforeEach
  void start() throws Exception {
    Configuration conf = util.getConfiguration();
    conf.setInt(HStore.BLOCKING_STOREFILES_KEY, BLOCKING_FILES);
    conf.setLong("hbase.hstore.blockingWaitTime", BLOCKED.toMillis());
    conf.setInt(CompactionConfiguration.HBASE_HSTORE_COMPACTION_MIN_KEY, 2);
    util.startMiniCluster(1);
  }

  @AfterEach
  void stop() throws Exception {
    util.shutdownMiniCluster();
  }

  @Test
  void everyFlushLeavesAFileMore() throws Exception {
    util.createTable(
        TableDescriptorBuilder.newBuilder(TABLE)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
            .setCompactionEnabled(false)
            .build(),
        null);
    HRegionServer server = util.getRSForFirstRegionInTable(TABLE);
    HRegion region = server.getRegions(TABLE).get(0);
    List<Integer> files = new ArrayList<>();
    for (int flush = 1; flush <= FLUSHES; flush++) {
      region.put(new Put(Bytes.toBytes(flush)).addColumn(FAMILY, FAMILY, FAMILY));
      server.getMemStoreFlusher().requestFlush(region, FlushLifeCycleTracker.DUMMY);
      util.waitFor(WAIT_MS, () -> region.getMemStoreDataSize() == 0);
      files.add(region.getStore(FAMILY).getStorefilesCount());
    }
    server
        .getCompactSplitThread()
        .requestCompaction(
            region, "test", Store.PRIORITY_USER, CompactionLifeCycleTracker.DUMMY, null);

    assertThat(region.getCompactionState()).isEqualTo(CompactionState.NONE);
    assertThat(files).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
    assertThat(region.getStore(FAMILY).getStorefilesCount()).isEqualTo(FLUSHES);
  }
}
