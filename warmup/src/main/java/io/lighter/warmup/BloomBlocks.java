// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import java.io.DataInput;
import java.io.IOException;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.BloomIndex;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.util.Bytes;

/** Caches the Bloom blocks of a file. */
final class BloomBlocks {
  private BloomBlocks() {}

  /** Caches the Bloom blocks of some rows; cached blocks are not read again. */
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
    BloomIndex index = BloomIndex.read(metadata, file, byColumn);
    int last = rows.stop().length == 0 ? index.blocks() - 1 : index.blockOf(rows.stop());
    for (int i = Math.max(0, index.blockOf(rows.start())); i <= last && !control.isStopped(); i++) {
      reads.read(file, index.offset(i), index.onDiskSize(i), BlockType.BLOOM_CHUNK).release();
      reads.pay();
    }
  }
}
