// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.testing.fixtures.MiniClusterSite;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Merges of a table with levels on a region server, each after one request. */
class TieredChainIT {
  private static final TableName TABLE = TableName.valueOf("levels");
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final int FILES = 3;
  private static final long WAIT_MS = 60_000;

  private final HBaseTestingUtility util = new HBaseTestingUtility();

  @BeforeEach
  void start() throws Exception {
    MiniClusterSite.applyTo(util.getConfiguration());
    util.getConfiguration().setInt(SmallTieredEngine.FILES, FILES);
    util.getConfiguration().setLong("hbase.hfile.compaction.discharger.interval", 3_600_000);
    util.startMiniCluster(1);
  }

  @AfterEach
  void stop() throws Exception {
    util.shutdownMiniCluster();
  }

  @Test
  void mergeThatFillsTheNextLevelIsFollowedByTheNextOne() throws Exception {
    util.createTable(
        TableDescriptorBuilder.newBuilder(TABLE)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
            .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, SmallTieredEngine.class.getName())
            .build(),
        null);
    HRegion region = util.getRSForFirstRegionInTable(TABLE).getRegions(TABLE).get(0);
    HStore store = region.getStore(FAMILY);
    for (int merged = 1; merged <= FILES; merged++) {
      for (int flush = 0; flush < FILES; flush++) {
        write(region, FILES * merged + flush);
      }
      assertThat(store.getStorefiles()).hasSize(merged - 1 + FILES);
      util.getAdmin().compact(TABLE);
      int expected = merged < FILES ? merged : 1;
      util.waitFor(WAIT_MS, () -> store.getStorefilesCount() == expected);
    }
    assertThat(store.needsCompaction()).isFalse();
    StoreFileManager manager = store.getStoreEngine().getStoreFileManager();
    util.waitFor(WAIT_MS, () -> manager.getCompactedfiles().isEmpty()); // HBase looks after 1 h
  }

  /** Writes a file of about 10 kB with rows of its own. */
  private static void write(HRegion region, int file) throws Exception {
    for (int row = 0; row < 10; row++) {
      region.put(
          new Put(Bytes.toBytes("r%02d%04d".formatted(file, row)))
              .addColumn(FAMILY, FAMILY, new byte[1_000]));
    }
    region.flush(true);
  }
}
