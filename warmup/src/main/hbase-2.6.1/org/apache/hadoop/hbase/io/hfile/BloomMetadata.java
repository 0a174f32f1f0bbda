// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.io.hfile;

import java.io.DataInput;
import java.io.IOException;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The part of a Bloom filter that HBase keeps in memory. This release of HBase does not expose the
 * index, so the class reads the index again, by the rules of HFile's format.
 */
final class BloomMetadata {
  private BloomMetadata() {}

  /** Reads the index of the filter's blocks. */
  static HFileBlockIndex.BlockIndexReader index(DataInput metadata, HFile.Reader file)
      throws IOException {
    int version = metadata.readInt();
    if (version != CompoundBloomFilterBase.VERSION) {
      throw new IOException(
          "%s has a Bloom filter of version %d, expected %d"
              .formatted(file.getPath(), version, CompoundBloomFilterBase.VERSION));
    }
    metadata.readLong(); // bytes of all blocks
    metadata.readInt(); // hash functions
    metadata.readInt(); // kind of the hash functions
    metadata.readLong(); // keys
    metadata.readLong(); // maximum number of keys
    int blocks = metadata.readInt();
    byte[] comparator = Bytes.readByteArray(metadata);
    HFileBlockIndex.BlockIndexReader index =
        comparator.length == 0
            ? new HFileBlockIndex.ByteArrayKeyBlockIndexReader(1)
            : new HFileBlockIndex.CellBasedKeyBlockIndexReader(
                FixedFileTrailer.createComparator(Bytes.toString(comparator)), 1);
    index.readRootIndex(metadata, blocks);
    return index;
  }
}
