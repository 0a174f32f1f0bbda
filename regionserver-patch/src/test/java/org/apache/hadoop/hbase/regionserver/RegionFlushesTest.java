// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterOption;
import io.lighter.regionserver.commit.CommitMemory.Look;
import io.lighter.regionserver.commit.FlushedFamily;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.MemoryCompactionPolicy;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What regions of HBase's tell of their stores and memstores. */
class RegionFlushesTest {
  private static final TableName TABLE = TableName.valueOf("t");
  private static final byte[] F = Bytes.toBytes("f");

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(TABLE);
  private final ColumnFamilyDescriptorBuilder family = ColumnFamilyDescriptorBuilder.newBuilder(F);

  private HRegion region;

  @AfterEach
  void close() throws IOException {
    HBaseTestingUtility.closeRegionAndWAL(region);
    util.cleanupTestDir();
  }

  @Test
  void defaultStoreIsFlushedAsAWhole() throws IOException {
    assertThat(families())
        .containsExactly(
            new FlushedFamily("f", 0, "DefaultMemStore", true, "DefaultStoreFlusher", true));
  }

  @Test
  void scopeAndMemoryCompactionAreTold() throws IOException {
    family.setScope(1).setInMemoryCompaction(MemoryCompactionPolicy.BASIC);

    assertThat(families())
        .containsExactly(
            new FlushedFamily("f", 1, "CompactingMemStore", false, "DefaultStoreFlusher", true));
  }

  @Test
  void flushOfSeveralStripesIsAtOnceWithTheFileTrackerOnly() throws IOException {
    table.setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, StripeStoreEngine.class.getName());
    assertThat(families())
        .containsExactly(
            new FlushedFamily("f", 0, "DefaultMemStore", true, "StripeStoreFlusher", false));
    close();

    table.setValue(StoreFileTrackerFactory.TRACKER_IMPL, "FILE");
    assertThat(families())
        .containsExactly(
            new FlushedFamily("f", 0, "DefaultMemStore", true, "StripeStoreFlusher", true));
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        DefaultStoreEngine.class,
        DateTieredStoreEngine.class,
        RangeStoreEngine.class,
        ForestStoreEngine.class,
        TieredStoreEngine.class
      })
  void flushesOfTheseEnginesAreOneFile(Class<?> engine) throws IOException {
    table
        .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, OffloadingStoreEngine.class.getName())
        .setValue(LighterOption.ENGINE_DELEGATE.key(), engine.getName())
        .setValue(LighterOption.FOREST_FLUSH_PIECES.key(), "4"); // without effect

    assertThat(families()).singleElement().matches(FlushedFamily::commitsAtOnce);
  }

  @Test
  void lookFollowsWritesAndFlushes() throws IOException {
    assertThat(families()).hasSize(1);
    RegionFlushes flushes = new RegionFlushes(region);
    Look empty = flushes.look();
    assertThat(empty.isActiveEmpty()).isTrue();
    assertThat(empty.isSnapshotEmpty()).isTrue();
    region.put(new Put(Bytes.toBytes("a")).addColumn(F, F, F).setDurability(Durability.SKIP_WAL));
    Look written = flushes.look();
    assertThat(written.active()).isSameAs(empty.active());
    assertThat(written.isActiveEmpty()).isFalse();

    region.getStores().get(0).memstore.snapshot();
    Look snapshot = flushes.look();
    assertThat(snapshot.active()).isNotSameAs(empty.active());
    assertThat(snapshot.isSnapshotEmpty()).isFalse();

    assertThat(flushes.flush()).isTrue();
    assertThat(flushes.look().isSnapshotEmpty()).isTrue();
    assertThat(flushes.flush()).as("an empty memstore").isTrue();
    region.close();
    assertThat(flushes.flush()).isFalse();
    assertThat(flushes.isClosed()).isTrue();
  }

  private List<FlushedFamily> families() throws IOException {
    region =
        HBaseTestingUtility.createRegionAndWAL(
            RegionInfoBuilder.newBuilder(TABLE).build(),
            util.getDataTestDir("data"),
            util.getConfiguration(),
            TableDescriptorBuilder.newBuilder(table.build())
                .setColumnFamily(family.build())
                .build());
    return new RegionFlushes(region).families();
  }
}
