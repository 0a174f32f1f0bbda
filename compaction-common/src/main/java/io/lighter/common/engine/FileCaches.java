// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.engine;

import org.apache.hadoop.hbase.io.hfile.BlockCache;

/**
 * A store engine of Lighter's own that puts a block cache of its own in front of another one. An
 * engine on top of it opens the files, and asks for that cache. Thread-safe.
 */
public interface FileCaches {
  /**
   * Returns the block cache for the readers of one file that is about to be opened. It is used by
   * no other file.
   *
   * @param cache the cache that the readers would have otherwise
   * @return {@code cache} itself if the engine adds nothing
   */
  BlockCache cacheForOneFile(BlockCache cache);
}
