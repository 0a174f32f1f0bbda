package io.lighter.warmup;

import java.io.IOException;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;

/**
 * Reads the blocks of files for a warm-up, through the block cache: what is not there comes from
 * the file, is counted and is owed to the pace, be it data, index or Bloom filter.
 *
 * <p>Reading and waiting are apart, for HBase's index reader calls {@link #read} from where nothing
 * may wait. Used by one thread.
 */
final class FileReads {
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
   * A block, unpacked; in the cache, if its kind is cached at all. The caller releases it.
   *
   * @param onDiskSize with the header
   */
  HFileBlock read(HFile.Reader file, long offset, long onDiskSize, BlockType type)
      throws IOException {
    boolean cached = cache.contains(file, offset);
    HFileBlock block = file.readBlock(offset, onDiskSize, true, true, false, false, type, null);
    if (!cached) {
      int bytes = block.getUncompressedSizeWithoutHeader();
      meter.fileBytes.add(bytes);
      meter.fileBlocks.increment();
      owed += bytes;
    }
    return block;
  }

  /** Waits as long as the pace wants for what was read since the last time. */
  void pay() throws InterruptedException {
    long bytes = owed;
    owed = 0;
    if (bytes > 0) {
      control.pause(pace.nanosBefore(bytes));
    }
  }
}
