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
 * How blocks that a writer caches differ from those that a reader caches: in these releases of
 * HBase, by what their header says of checksums. A read fails if it caches a block where the other
 * one is already, so a warm-up has to insert what a reader would.
 */
public final class BlockForm {
  private final ChecksumType type;
  private final int bytesPerChecksum;

  /**
   * For the files of a store.
   *
   * @param store its configuration
   */
  public BlockForm(Configuration store) {
    this.type = StoreUtils.getChecksumType(store);
    this.bytesPerChecksum = StoreUtils.getBytesPerChecksum(store);
  }

  /** The block as a reader has it; a copy, on the heap. */
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

  /** Each checksum follows so many bytes, the last one fewer. */
  private int bytesWithoutChecksums(int onDisk) {
    int pieceAndChecksum = bytesPerChecksum + HFileBlock.CHECKSUM_SIZE;
    int checksums = (onDisk + pieceAndChecksum - 1) / pieceAndChecksum;
    return onDisk - checksums * HFileBlock.CHECKSUM_SIZE;
  }
}
