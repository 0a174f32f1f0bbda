// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTracker;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.wal.WAL;

/**
 * A split of a region without a master: the parent is closed, and both halves are open. As in
 * HBase, a file becomes a reference in each half, or a link if it lies within one half.
 */
final class RegionSplit {
  private final HRegion parent;
  private final Path folder;
  private final List<HStoreFile> files;
  private final HRegion low;
  private final HRegion high;

  /**
   * Splits {@code parent}, which has no references.
   *
   * @param folder HBase's root folder
   * @param id id of the halves, higher than the parent's
   */
  RegionSplit(HRegion parent, Path folder, long id, byte[] key) throws IOException {
    this.parent = parent;
    this.folder = folder;
    RegionInfo whole = parent.getRegionInfo();
    RegionInfo lowInfo =
        RegionInfoBuilder.newBuilder(whole.getTable())
            .setRegionId(id)
            .setStartKey(whole.getStartKey())
            .setEndKey(key)
            .build();
    RegionInfo highInfo =
        RegionInfoBuilder.newBuilder(whole.getTable())
            .setRegionId(id)
            .setStartKey(key)
            .setEndKey(whole.getEndKey())
            .build();
    files = parent.close().get(Twins.FAMILY);
    parent.getRegionFileSystem().createSplitsDir(lowInfo, highInfo);
    low = open(lowInfo, key, false);
    high = open(highInfo, key, true);
  }

  HRegion low() {
    return low;
  }

  HRegion high() {
    return high;
  }

  private HRegion open(RegionInfo half, byte[] key, boolean top) throws IOException {
    Configuration conf = parent.getBaseConf();
    HRegionFileSystem from = parent.getRegionFileSystem();
    HRegionFileSystem to =
        new HRegionFileSystem(conf, from.getFileSystem(), from.getTableDir(), half);
    StoreFileTracker tracker =
        StoreFileTrackerFactory.create(
            conf,
            parent.getTableDescriptor(),
            parent.getTableDescriptor().getColumnFamily(Twins.FAMILY),
            to);
    List<StoreFileInfo> halves = new ArrayList<>();
    for (HStoreFile file : files) {
      HalfFiles.of(from, half, file, key, top, tracker).ifPresent(halves::add);
    }
    tracker.add(halves);
    WAL wal = parent.getWAL();
    return HRegion.openHRegion(
        conf, from.getFileSystem(), folder, half, parent.getTableDescriptor(), wal);
  }
}
