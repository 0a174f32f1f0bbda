package io.lighter.warmup;

import java.io.DataInput;
import java.io.IOException;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.CompoundBloomFilter;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileBlockIndex.BlockIndexReader;
import org.apache.hadoop.hbase.util.BloomFilter;
import org.apache.hadoop.hbase.util.BloomFilterFactory;

/** Brings the Bloom blocks of a file into the block cache. */
final class BloomBlocks {
  private BloomBlocks() {}

  /** Those that are there already are not read again. */
  static void cache(HFile.Reader file, WarmupControl control) throws IOException {
    cache(file, file.getGeneralBloomFilterMetadata(), control);
    cache(file, file.getDeleteBloomFilterMetadata(), control);
  }

  private static void cache(HFile.Reader file, DataInput metadata, WarmupControl control)
      throws IOException {
    if (metadata == null) {
      return;
    }
    BloomFilter bloom = BloomFilterFactory.createFromMeta(metadata, file);
    if (bloom instanceof CompoundBloomFilter compound) {
      BlockIndexReader index = compound.getBloomIndex();
      for (int i = 0; i < index.getRootBlockCount() && !control.isStopped(); i++) {
        file.readBlock(
                index.getRootBlockOffset(i),
                index.getRootBlockDataSize(i),
                true,
                true,
                false,
                false,
                BlockType.BLOOM_CHUNK,
                null)
            .release();
      }
    }
  }
}
