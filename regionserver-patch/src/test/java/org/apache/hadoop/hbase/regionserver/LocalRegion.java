// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.hfile.LruBlockCache;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WAL;

/**
 * Numbered rows in a region of two families, on the local disk, without a region server. All cells
 * of a row have the same value. Times are given, so that two regions can be made alike.
 */
final class LocalRegion {
  static final byte[] FAMILY = Bytes.toBytes("f");

  private static final byte[] OTHER_FAMILY = Bytes.toBytes("g");
  private static final int BLOCK_BYTES = 4 << 10;
  private static final int CACHE_BYTES = 64 << 20;

  private LocalRegion() {}

  static HRegion create(Configuration conf, Path folder, String name, Class<?> engine)
      throws IOException {
    return create(conf, folder, table(name, engine).build());
  }

  static HRegion create(Configuration conf, Path folder, TableDescriptor table) throws IOException {
    return HBaseTestingUtility.createRegionAndWAL(
        RegionInfoBuilder.newBuilder(table.getTableName()).build(),
        new Path(folder, table.getTableName().getNameAsString()),
        conf,
        table,
        new LruBlockCache(CACHE_BYTES, BLOCK_BYTES, false));
  }

  /**
   * Closes a region without a flush, as if its region server had died, and opens it again.
   *
   * @param folder folder that the region was created in
   */
  static HRegion openAgain(Configuration conf, Path folder, HRegion region) throws IOException {
    WAL wal = region.getWAL();
    region.close(true);
    return HRegion.openHRegion(
        conf,
        region.getFilesystem(),
        new Path(folder, region.getTableDescriptor().getTableName().getNameAsString()),
        region.getRegionInfo(),
        region.getTableDescriptor(),
        wal);
  }

  static TableDescriptorBuilder table(String name, Class<?> engine) {
    return TableDescriptorBuilder.newBuilder(TableName.valueOf(name))
        .setColumnFamily(family(FAMILY))
        .setColumnFamily(family(OTHER_FAMILY))
        .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, engine.getName());
  }

  private static ColumnFamilyDescriptor family(byte[] name) {
    return ColumnFamilyDescriptorBuilder.newBuilder(name).setBlocksize(BLOCK_BYTES).build();
  }

  /** Selects a compaction of the first family; fails if none is due. */
  static CompactionContext select(HRegion region) throws IOException {
    return region
        .getStore(FAMILY)
        .requestCompaction(Store.NO_PRIORITY, CompactionLifeCycleTracker.DUMMY, null)
        .orElseThrow();
  }

  static byte[] row(int number) {
    return Bytes.toBytes("row%06d".formatted(number));
  }

  static void put(HRegion region, int row, long time) throws IOException {
    byte[] value = Bytes.toBytes("%0100d".formatted(time));
    region.put(
        new Put(row(row), time)
            .setDurability(Durability.SKIP_WAL)
            .addColumn(FAMILY, Bytes.toBytes("a"), value)
            .addColumn(FAMILY, Bytes.toBytes("b"), value)
            .addColumn(OTHER_FAMILY, Bytes.toBytes("c"), value));
  }

  static void delete(HRegion region, int row, long time) throws IOException {
    region.delete(new Delete(row(row), time).setDurability(Durability.SKIP_WAL));
  }

  /** Writes three files, of which the later ones overwrite and delete. */
  static void fill(HRegion region, int rows) throws IOException {
    for (int row = 0; row < rows; row++) {
      put(region, row, 1);
    }
    region.flush(true);
    change(region, 0, rows, 2);
    change(region, 1, rows, 3);
  }

  /** Overwrites every fourth row, deletes every tenth, and flushes. */
  static void change(HRegion region, int from, int rows, long time) throws IOException {
    for (int row = from; row < rows; row++) {
      if (row % 10 == 3) {
        delete(region, row, time);
      } else if (row % 4 == from % 4) {
        put(region, row, time);
      }
    }
    region.flush(true);
  }
}
