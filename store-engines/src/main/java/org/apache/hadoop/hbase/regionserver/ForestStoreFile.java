// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.io.HalfStoreFileReader;
import org.apache.hadoop.hbase.io.hfile.BloomFilterMetrics;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.yetus.audience.InterfaceAudience;

/**
 * A file of a forest, whose scanners for reads of users are {@link DeferredScanner}s. Compactions
 * and long scans get HBase's scanners, of streams. So does a file whose reader a coprocessor made,
 * since such a reader may make scanners of its own.
 */
@InterfaceAudience.Private
final class ForestStoreFile extends HStoreFile {
  /** The smallest possible key of the first row; null until known, and for an empty file. */
  private volatile Cell start;

  ForestStoreFile(
      StoreFileInfo info, BloomType bloomType, CacheConfig cache, BloomFilterMetrics metrics) {
    super(info, bloomType, cache, metrics);
  }

  @Override
  public StoreFileScanner getPreadScanner(
      boolean cacheBlocks, long readPt, long scannerOrder, boolean canOptimizeForNonNullColumn) {
    StoreFileReader reader = getReader();
    if (reader.getClass() != StoreFileReader.class
        && reader.getClass() != HalfStoreFileReader.class) {
      return super.getPreadScanner(cacheBlocks, readPt, scannerOrder, canOptimizeForNonNullColumn);
    }
    return new DeferredScanner(
        reader, cacheBlocks, readPt, scannerOrder, canOptimizeForNonNullColumn, start());
  }

  private Cell start() {
    if (start == null) {
      start =
          getFirstKey()
              .map(first -> KeyValueUtil.createFirstOnRow(CellUtil.cloneRow(first)))
              .orElse(null);
    }
    return start;
  }
}
