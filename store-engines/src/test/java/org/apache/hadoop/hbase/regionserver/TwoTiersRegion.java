// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WAL;
import org.junit.jupiter.api.AfterEach;

/** A region on the local disk whose store has two tiers, of which one or both may be full. */
abstract class TwoTiersRegion {
  static final byte[] FAMILY = Bytes.toBytes("f");

  final HBaseTestingUtility util = new HBaseTestingUtility();
  final Configuration conf = util.getConfiguration();
  HRegion region;
  private Path root;

  @AfterEach
  void close() throws IOException {
    FullTiersFileSystem.full();
    HBaseTestingUtility.closeRegionAndWAL(region);
    util.cleanupTestDir();
  }

  /** Creates the region, with a fast tier of so many bytes and this tracker of store files. */
  final void open(long fastBytes, String tracker, int blockBytes) throws IOException {
    root = new Path("file", null, util.getDataTestDir("tiers").toUri().getPath());
    conf.set(HConstants.HBASE_DIR, root.toString());
    conf.setClass("fs.file.impl", FullTiersFileSystem.class, FileSystem.class);
    conf.setBoolean("fs.file.impl.disable.cache", true);
    conf.setLong(SmallTieredEngine.FAST_BYTES, fastBytes);
    conf.set(StoreFileTrackerFactory.TRACKER_IMPL, tracker);
    TableDescriptor table =
        TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(FAMILY).setBlocksize(blockBytes).build())
            .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, SmallTieredEngine.class.getName())
            .build();
    region =
        HBaseTestingUtility.createRegionAndWAL(
            RegionInfoBuilder.newBuilder(table.getTableName()).build(), root, conf, table);
  }

  /** Opens the region as after a crash: what is not on disk is gone. */
  final void openAgain() throws IOException {
    WAL wal = region.getWAL();
    region.close(true);
    region =
        HRegion.openHRegion(
            conf,
            region.getFilesystem(),
            root,
            region.getRegionInfo(),
            region.getTableDescriptor(),
            wal);
  }

  final void put(int from, int to) throws IOException {
    for (int row = from; row < to; row++) {
      region.put(
          new Put(Bytes.toBytes(row))
              .addColumn(FAMILY, FAMILY, new byte[500])
              .setDurability(Durability.SKIP_WAL));
    }
  }

  final void assertRows(int rows) throws IOException {
    for (int row = 0; row < rows; row++) {
      assertThat(region.get(new Get(Bytes.toBytes(row))).isEmpty()).as("row %d", row).isFalse();
    }
  }

  /** The policies of the files, from the oldest to the newest. */
  final List<String> policies() {
    return region.getStore(FAMILY).getStorefiles().stream()
        .map(file -> FullTiersFileSystem.policyOf(file.getPath()))
        .toList();
  }

  /** Store files that are neither in the store nor inputs of its merge. */
  final List<String> remains() throws IOException {
    StoreFileManager files = region.getStore(FAMILY).getStoreEngine().getStoreFileManager();
    Set<String> known = new HashSet<>(LayoutStoreEngine.names(files.getStoreFiles()));
    known.addAll(LayoutStoreEngine.names(files.getCompactedfiles()));
    java.nio.file.Path folder =
        java.nio.file.Path.of(region.getRegionFileSystem().getRegionDir().toUri().getPath());
    known.add(folder.getFileName().toString());
    try (Stream<java.nio.file.Path> found = Files.walk(folder)) {
      return found
          .map(file -> file.getFileName().toString())
          .filter(name -> name.matches("[0-9a-f]{32}") && !known.contains(name))
          .toList();
    }
  }
}
