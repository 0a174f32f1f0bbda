package io.lighter.warmup;

import java.io.DataInput;
import java.io.IOException;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.CompoundBloomFilter;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileBlockIndex.BlockIndexReader;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.util.BloomFilter;
import org.apache.hadoop.hbase.util.BloomFilterFactory;
import org.apache.hadoop.hbase.util.Bytes;

/** Brings the Bloom blocks of a file into the block cache. */
final class BloomBlocks {
  private BloomBlocks() {}

  /** Those of some rows; what is there already is not read again. */
  static void cache(HFile.Reader file, RowRange rows, WarmupControl control, FileReads reads)
      throws IOException, InterruptedException {
    byte[] type = file.getHFileInfo().get(HStoreFile.BLOOM_FILTER_TYPE_KEY);
    boolean byColumn = type != null && Bytes.toString(type).equals(BloomType.ROWCOL.name());
    cache(file, file.getGeneralBloomFilterMetadata(), rows, byColumn, control, reads);
    cache(file, file.getDeleteBloomFilterMetadata(), rows, false, control, reads);
  }

  private static void cache(
      HFile.Reader file,
      DataInput metadata,
      RowRange rows,
      boolean byColumn,
      WarmupControl control,
      FileReads reads)
      throws IOException, InterruptedException {
    if (metadata == null) {
      return;
    }
    BloomFilter bloom = BloomFilterFactory.createFromMeta(metadata, file);
    if (bloom instanceof CompoundBloomFilter compound) {
      BlockIndexReader index = compound.getBloomIndex();
      int last =
          rows.stop().length == 0
              ? index.getRootBlockCount() - 1
              : blockOf(index, rows.stop(), byColumn);
      for (int i = Math.max(0, blockOf(index, rows.start(), byColumn));
          i <= last && !control.isStopped();
          i++) {
        reads
            .read(
                file,
                index.getRootBlockOffset(i),
                index.getRootBlockDataSize(i),
                BlockType.BLOOM_CHUNK)
            .release();
        reads.pay();
      }
    }
  }

  /** The block that a reader of {@code row} asks; negative if the row is before all blocks. */
  private static int blockOf(BlockIndexReader index, byte[] row, boolean byColumn) {
    return byColumn
        ? index.rootBlockContainingKey(KeyValueUtil.createFirstOnRow(row))
        : index.rootBlockContainingKey(row, 0, row.length);
  }
}
