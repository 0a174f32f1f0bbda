// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import java.io.IOException;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;

/** Source of the index blocks that a {@link BlockWalk} needs. */
@FunctionalInterface
interface IndexBlocks {
  /**
   * Returns an unpacked block, which the caller releases.
   *
   * @param onDiskSize size with the header
   */
  HFileBlock read(HFile.Reader file, long offset, long onDiskSize, BlockType type)
      throws IOException;
}
