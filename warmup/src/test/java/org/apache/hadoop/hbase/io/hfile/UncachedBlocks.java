package org.apache.hadoop.hbase.io.hfile;

import java.io.IOException;

/** Reads blocks past the cache. */
public final class UncachedBlocks {
  private UncachedBlocks() {}

  /** The block at {@code offset}, unpacked. */
  public static HFileBlock read(HFile.Reader file, long offset) throws IOException {
    return file.getUncachedBlockReader()
        .readBlockData(offset, -1, true, false, true)
        .unpack(file.getFileContext(), file.getUncachedBlockReader());
  }
}
