// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import java.io.IOException;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;

/**
 * Reads the blocks of files for a warm-up through the block cache. Each data, index or Bloom block
 * that is read from the file is counted, and paid for in {@link #pay}.
 *
 * <p>Reading and waiting are separate methods, because HBase's index reader calls {@link #read}
 * where a wait is not allowed. Used by one thread.
 */
final class FileReads implements IndexBlocks {
  private final WarmCache cache;
  private final Pace pace;
  private final WarmupControl control;
  private final WarmupMeter meter;

  /** Uncompressed bytes read since the last {@link #pay}. */
  private long owed;

  FileReads(WarmCache cache, Pace pace, WarmupControl control, WarmupMeter meter) {
    this.cache = cache;
    this.pace = pace;
    this.control = control;
    this.meter = meter;
  }

  /**
   * Returns an unpacked block, cached if its kind is cached at all, which the caller releases.
   *
   * @param onDiskSize size with the header
   */
  @Override
  public HFileBlock read(HFile.Reader file, long offset, long onDiskSize, BlockType type)
      throws IOException {
    boolean cached = cache.contains(file, offset);
    long getsBefore = cached ? 0 : StreamGets.of(file);
    HFileBlock block = file.readBlock(offset, onDiskSize, true, true, false, false, type, null);
    if (!cached) {
      int bytes = block.getUncompressedSizeWithoutHeader();
      meter.fileBytes.add(bytes);
      meter.fileBlocks.increment();
      meter.storeGets.add(StreamGets.of(file) - getsBefore);
      owed += bytes;
    }
    return block;
  }

  /** Waits as long as the pace demands for the bytes read since the last call. */
  void pay() throws InterruptedException {
    long bytes = owed;
    owed = 0;
    if (bytes > 0) {
      control.pause(pace.nanosBefore(bytes));
    }
  }
}
