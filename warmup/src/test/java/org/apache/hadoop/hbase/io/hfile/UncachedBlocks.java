// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.io.hfile;

import java.io.IOException;

/** Reads blocks without the cache. */
public final class UncachedBlocks {
  private UncachedBlocks() {}

  /** Reads the block at {@code offset}, and unpacks the block. */
  public static HFileBlock read(HFile.Reader file, long offset) throws IOException {
    return file.getUncachedBlockReader()
        .readBlockData(offset, -1, true, false, true)
        .unpack(file.getFileContext(), file.getUncachedBlockReader());
  }
}
