// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.io.hfile;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.HFileBlock.Header;
import org.apache.hadoop.hbase.nio.SingleByteBuff;
import org.apache.hadoop.hbase.regionserver.StoreUtils;
import org.apache.hadoop.hbase.util.ChecksumType;

/**
 * Converts blocks that a writer caches into the form that a reader caches. In these releases of
 * HBase the two differ in the checksum fields of the header. A read fails if it caches a block
 * whose other form is cached already, so a warm-up has to insert the reader's form.
 */
public final class BlockForm {
  private final ChecksumType type;
  private final int bytesPerChecksum;

  /**
   * Creates a conversion for the files of a store.
   *
   * @param store the store's configuration
   */
  public BlockForm(Configuration store) {
    this.type = StoreUtils.getChecksumType(store);
    this.bytesPerChecksum = StoreUtils.getBytesPerChecksum(store);
  }

  /** A copy of the block on the heap, in the reader's form. */
  public HFileBlock asRead(HFileBlock written) throws IOException {
    if (!written.getHFileContext().isUseHBaseChecksum()) {
      return written;
    }
    ByteBuffer bytes = ByteBuffer.allocate(written.getSerializedLength());
    written.serialize(bytes, true);
    bytes.rewind();
    bytes.put(Header.CHECKSUM_TYPE_INDEX, type.getCode());
    bytes.putInt(Header.BYTES_PER_CHECKSUM_INDEX, bytesPerChecksum);
    bytes.putInt(
        Header.ON_DISK_DATA_SIZE_WITH_HEADER_INDEX,
        bytesWithoutChecksums(written.getOnDiskSizeWithHeader()));
    return (HFileBlock)
        HFileBlock.BLOCK_DESERIALIZER.deserialize(
            new SingleByteBuff(bytes), ByteBuffAllocator.HEAP);
  }

  /**
   * Size of the block on disk without its checksums; each checksum covers the same number of bytes,
   * except the last one.
   */
  private int bytesWithoutChecksums(int onDisk) {
    int pieceAndChecksum = bytesPerChecksum + HFileBlock.CHECKSUM_SIZE;
    int checksums = (onDisk + pieceAndChecksum - 1) / pieceAndChecksum;
    return onDisk - checksums * HFileBlock.CHECKSUM_SIZE;
  }
}
