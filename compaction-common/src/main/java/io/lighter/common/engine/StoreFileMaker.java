// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.engine;

import org.apache.hadoop.hbase.io.hfile.BloomFilterMetrics;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileInfo;

/**
 * A store engine whose files are objects of a class of its own. An engine on top of it, which opens
 * the files, has them made by this one. Thread-safe.
 */
public interface StoreFileMaker {
  /**
   * Returns the object of a file, whose reader is not open yet. Reads nothing.
   *
   * @param info the file, with the store's configuration and coprocessors
   * @param filter the Bloom filters of the store's family
   * @param cache block cache of the file, and how it is used; the engine may put a cache of its own
   *     in front
   * @param metrics counts what Bloom filters answer
   */
  HStoreFile makeStoreFile(
      StoreFileInfo info, BloomType filter, CacheConfig cache, BloomFilterMetrics metrics);
}
