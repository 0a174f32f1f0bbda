// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.engine.read.SearchGroup;
import io.lighter.engine.read.StoreSearch;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.io.HalfStoreFileReader;
import org.apache.hadoop.hbase.io.hfile.BloomFilterMetrics;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.yetus.audience.InterfaceAudience;

/**
 * A file of a forest, whose scanners for reads of users are {@link DeferredScanner}s, or {@link
 * RunAheadScanner}s if the store searches in all files at once. Compactions and long scans get
 * HBase's scanners, of streams. So does a file whose reader a coprocessor made, since such a reader
 * may make scanners of its own.
 */
@InterfaceAudience.Private
final class ForestStoreFile extends HStoreFile {
  private final Optional<StoreSearch> search;

  /** The smallest possible key of the first row; null until known, and for an empty file. */
  private volatile Cell start;

  /**
   * Creates a file without reader.
   *
   * @param search the searches of the store; empty if reads look into one file after the other
   */
  ForestStoreFile(
      StoreFileInfo info,
      BloomType bloomType,
      CacheConfig cache,
      BloomFilterMetrics metrics,
      Optional<StoreSearch> search) {
    super(info, bloomType, cache, metrics);
    this.search = search;
  }

  @Override
  public StoreFileScanner getPreadScanner(
      boolean cacheBlocks, long readPt, long scannerOrder, boolean canOptimizeForNonNullColumn) {
    // Also if a coprocessor made the reader: a gap in the orders would end the group of the read.
    Optional<SearchGroup> group = search.map(store -> store.group(scannerOrder));
    StoreFileReader reader = getReader();
    if (reader.getClass() != StoreFileReader.class
        && reader.getClass() != HalfStoreFileReader.class) {
      return super.getPreadScanner(cacheBlocks, readPt, scannerOrder, canOptimizeForNonNullColumn);
    }
    return group.isEmpty()
        ? new DeferredScanner(
            reader, cacheBlocks, readPt, scannerOrder, canOptimizeForNonNullColumn, start())
        : new RunAheadScanner(
            reader,
            cacheBlocks,
            readPt,
            scannerOrder,
            canOptimizeForNonNullColumn,
            start(),
            group.get());
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
