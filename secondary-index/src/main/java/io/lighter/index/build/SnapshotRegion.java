// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.IsolationLevel;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.hfile.BlockCacheFactory;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.MemStoreLAB;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.util.CommonFSUtils;

/**
 * One family of a region of a snapshot, opened in this process: no WAL, no coprocessor, no cache
 * but for indexes of files. Its store engine is HBase's own, which reads the files of any engine.
 * Confined to a thread.
 */
final class SnapshotRegion implements Closeable {
  private final HRegion region;
  private final byte[] family;

  private SnapshotRegion(HRegion region, byte[] family) {
    this.region = region;
    this.family = family;
  }

  /**
   * Opens a region.
   *
   * @param restored the folder into which the snapshot's links were restored
   * @param table descriptor in the snapshot
   */
  static SnapshotRegion open(
      Configuration site,
      FileSystem fs,
      Path restored,
      TableDescriptor table,
      RegionInfo info,
      byte[] family)
      throws IOException {
    Configuration conf = new Configuration(site);
    conf.setBoolean(MemStoreLAB.USEMSLAB_KEY, false);
    conf.set(BlockCacheFactory.BLOCKCACHE_POLICY_KEY, "IndexOnlyLRU");
    conf.setIfUnset(
        HConstants.HFILE_ONHEAP_BLOCK_CACHE_FIXED_SIZE_KEY,
        String.valueOf(HConstants.HBASE_CLIENT_SCANNER_ONHEAP_BLOCK_CACHE_FIXED_SIZE_DEFAULT));
    conf.unset(HConstants.BUCKET_CACHE_IOENGINE_KEY);
    HRegion region =
        HRegion.newHRegion(
            CommonFSUtils.getTableDir(restored, table.getTableName()),
            null,
            fs,
            conf,
            info,
            only(table, family),
            null);
    region.setRestoredRegion(true);
    region.setBlockCache(BlockCacheFactory.createBlockCache(conf));
    SnapshotRegion opened = new SnapshotRegion(region, family);
    boolean ready = false;
    try {
      initialize(region);
      ready = true;
    } finally {
      if (!ready) {
        opened.close();
      }
    }
    return opened;
  }

  @SuppressWarnings("deprecation") // what HBase names instead needs a WAL
  private static void initialize(HRegion region) throws IOException {
    long unused = region.initialize();
  }

  /** The table with one family, which keeps its form and nothing of its configuration. */
  private static TableDescriptor only(TableDescriptor table, byte[] name) {
    ColumnFamilyDescriptor family = table.getColumnFamily(name);
    ColumnFamilyDescriptorBuilder builder = ColumnFamilyDescriptorBuilder.newBuilder(family);
    for (Map.Entry<String, String> each : family.getConfiguration().entrySet()) {
      builder.removeConfiguration(each.getKey());
    }
    String tracker = family.getConfigurationValue(StoreFileTrackerFactory.TRACKER_IMPL);
    if (tracker == null) {
      tracker = table.getValue(StoreFileTrackerFactory.TRACKER_IMPL);
    }
    if (tracker != null) {
      builder.setConfiguration(StoreFileTrackerFactory.TRACKER_IMPL, tracker);
    }
    builder.setConfiguration(
        StoreEngine.STORE_ENGINE_CLASS_KEY, DefaultStoreEngine.class.getName());
    return TableDescriptorBuilder.newBuilder(table.getTableName())
        .setColumnFamily(builder.build())
        .setReadOnly(true)
        .build();
  }

  Region region() {
    return region;
  }

  /** F: the largest sequence id of the files; 0 if there is none. */
  long stamp() {
    return region.getStore(family).getStorefiles().stream()
        .mapToLong(HStoreFile::getMaxSequenceId)
        .reduce(0, Math::max);
  }

  /** All cells of all rows, delete markers and hidden cells included. */
  RegionScanner scanner() throws IOException {
    return region.getScanner(
        new Scan()
            .addFamily(family)
            .setRaw(true)
            .readAllVersions()
            .setIsolationLevel(IsolationLevel.READ_UNCOMMITTED)
            .setReadType(Scan.ReadType.STREAM)
            .setCacheBlocks(false));
  }

  @Override
  public void close() throws IOException {
    var unused = region.close(true);
    if (region.getBlockCache() != null) {
      region.getBlockCache().shutdown();
    }
  }
}
