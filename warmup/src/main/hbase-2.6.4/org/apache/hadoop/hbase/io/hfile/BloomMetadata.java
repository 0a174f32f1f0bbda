// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.io.hfile;

import java.io.DataInput;
import java.io.IOException;
import org.apache.hadoop.hbase.util.BloomFilterFactory;

/** The part of a Bloom filter that HBase keeps in memory. */
final class BloomMetadata {
  private BloomMetadata() {}

  /** Reads the index of the filter's blocks. */
  static HFileBlockIndex.BlockIndexReader index(DataInput metadata, HFile.Reader file)
      throws IOException {
    // HBase writes no other filters, and rejects them on reading.
    return ((CompoundBloomFilter) BloomFilterFactory.createFromMeta(metadata, file))
        .getBloomIndex();
  }
}
