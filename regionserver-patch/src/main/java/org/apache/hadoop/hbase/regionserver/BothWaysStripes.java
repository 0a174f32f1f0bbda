// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import java.util.Collection;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.yetus.audience.InterfaceAudience;

/**
 * HBase's stripes with the files of scans in both directions.
 *
 * <p>A reversed scan starts at its highest row. HBase does not pass the direction of a scan, and
 * its stripes take the start row for the lowest one, so reversed scans miss rows. With both rows
 * given, the lower one tells the direction. With one row given, a scan may go either way and gets
 * all files; HBase's reader skips the files without rows of the scan ({@code
 * StoreFileReader.passesKeyRangeFilter}).
 *
 * <p>Locking is HBase's: reads under the store's read lock, changes under its write lock.
 */
@InterfaceAudience.Private
final class BothWaysStripes extends StripeStoreFileManager {
  private BothWaysStripes(CellComparator comparator, Configuration conf, StripeStoreConfig config) {
    super(comparator, conf, config);
  }

  /**
   * Replaces the stripes of an engine, before its files are loaded. Leaves the engine unchanged
   * unless its stripes are HBase's own. The caller replaces the flusher, which has the stripes too.
   */
  static void install(
      StripeStoreEngine engine, Configuration conf, HStore store, CellComparator comparator) {
    if (engine.storeFileManager.getClass() == StripeStoreFileManager.class) {
      engine.storeFileManager =
          new BothWaysStripes(comparator, conf, new StripeStoreConfig(conf, store));
    }
  }

  @Override
  public Collection<HStoreFile> getFilesForScan(
      byte[] startRow,
      boolean includeStartRow,
      byte[] stopRow,
      boolean includeStopRow,
      boolean onlyLatestVersion) {
    if (startRow.length == 0 || stopRow.length == 0) {
      return getStoreFiles();
    }
    return Bytes.compareTo(startRow, stopRow) <= 0
        ? super.getFilesForScan(
            startRow, includeStartRow, stopRow, includeStopRow, onlyLatestVersion)
        : super.getFilesForScan(
            stopRow, includeStopRow, startRow, includeStartRow, onlyLatestVersion);
  }
}
