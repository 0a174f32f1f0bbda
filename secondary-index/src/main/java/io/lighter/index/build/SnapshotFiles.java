// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.snapshot.RestoreSnapshotHelper;
import org.apache.hadoop.hbase.util.CommonFSUtils;

/** The files of a snapshot, through links in a folder of the build. Thread-safe but for closing. */
final class SnapshotFiles implements Closeable {
  private final Configuration conf;
  private final FileSystem fs;
  private final Path restored;
  private final TableDescriptor table;
  private final Map<String, RegionInfo> regions;

  private SnapshotFiles(
      Configuration conf,
      FileSystem fs,
      Path restored,
      TableDescriptor table,
      Map<String, RegionInfo> regions) {
    this.conf = conf;
    this.fs = fs;
    this.restored = restored;
    this.table = table;
    this.regions = regions;
  }

  /**
   * Opens a snapshot.
   *
   * @param folder an empty one, outside of HBase's root folder, in the same file system
   */
  static SnapshotFiles open(Configuration conf, FileSystem fs, String snapshot, Path folder)
      throws IOException {
    RestoreSnapshotHelper.RestoreMetaChanges restored =
        RestoreSnapshotHelper.copySnapshotForScanner(
            conf, fs, CommonFSUtils.getRootDir(conf), folder, snapshot);
    Map<String, RegionInfo> regions = new TreeMap<>();
    if (restored.hasRegionsToAdd()) {
      for (RegionInfo region : restored.getRegionsToAdd()) {
        if (!region.isSplit()) { // daughters have the rows of a region that was split
          regions.put(region.getEncodedName(), region);
        }
      }
    }
    return new SnapshotFiles(conf, fs, folder, restored.getTableDescriptor(), regions);
  }

  /**
   * One region of a snapshot that another process has opened; that process closes it.
   *
   * @param folder as that process has chosen it
   * @param table descriptor in the snapshot
   */
  static SnapshotFiles restored(
      Configuration conf, FileSystem fs, Path folder, TableDescriptor table, RegionInfo region) {
    return new SnapshotFiles(conf, fs, folder, table, Map.of(region.getEncodedName(), region));
  }

  /** The folder with the snapshot's links. */
  Path folder() {
    return restored;
  }

  /** The table in the snapshot. */
  TableDescriptor table() {
    return table;
  }

  /** The regions by their encoded names. */
  Map<String, RegionInfo> regions() {
    return regions;
  }

  /** Opens a family of a region; the caller closes it. */
  SnapshotRegion region(String name, byte[] family) throws IOException {
    return SnapshotRegion.open(conf, fs, restored, table, regions.get(name), family);
  }

  @Override
  public void close() throws IOException {
    boolean unused = fs.delete(restored, true);
  }
}
