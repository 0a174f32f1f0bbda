// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;

/** Keys of cached blocks, as HBase's reader makes them ({@code HFileReaderImpl.readBlock}). */
final class BlockKeys {
  private BlockKeys() {}

  /**
   * Creates the key of a block with the path of the file, by which HBase's bucket cache counts the
   * cached bytes of each region.
   *
   * @param primary whether the file's reader is a primary replica's
   */
  static BlockCacheKey of(Path file, long offset, boolean primary, BlockType type) {
    return new BlockCacheKey(file, offset, primary, type);
  }
}
