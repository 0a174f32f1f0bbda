// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.chunk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlocks;
import org.apache.hadoop.hbase.nio.SingleByteBuff;
import org.xerial.snappy.Snappy;

/**
 * Decodes frames into blocks, and validates all of their content. Sizes are compared with the
 * limits before allocation, and the checksum before decompression. Every length and offset is
 * checked before use.
 *
 * <p>Confined to one thread, because the decoder reuses its decompression buffer from one frame to
 * the next (at most {@link Limits#maxRawBytes}).
 */
public final class ChunkDecoder {
  private static final byte[] NOTHING = new byte[0];

  private final Limits limits;
  private byte[] raw = NOTHING;
  private byte[] compressed = NOTHING;

  /**
   * Upper bounds on the size of a frame.
   *
   * @param maxFrameBytes compressed size
   * @param maxRawBytes decompressed size
   */
  public record Limits(int maxFrameBytes, int maxRawBytes) {
    /** Limits for the largest frame of a {@link ChunkBuilder}: a chunk of one huge block. */
    public static Limits max() {
      return ofRawBytes(ChunkFormat.MAX_RAW_BYTES);
    }

    /** Limits for chunks of at most {@code maxRawBytes}, whatever their compression ratio. */
    public static Limits ofRawBytes(int maxRawBytes) {
      return new Limits(
          ChunkFormat.HEADER_BYTES + SnappyLibrary.maxCompressedBytes(maxRawBytes), maxRawBytes);
    }
  }

  /** Creates a decoder; buffers are allocated on first use. */
  public ChunkDecoder(Limits limits) {
    this.limits = limits;
  }

  /**
   * Decodes one frame.
   *
   * @param frame from position to limit, heap or direct; neither changed nor retained
   * @throws CorruptChunkException if the frame is malformed, damaged, or beyond the limits
   */
  public Chunk decode(ByteBuffer frame) throws CorruptChunkException {
    int length = frame.remaining();
    if (length < ChunkFormat.HEADER_BYTES || length > limits.maxFrameBytes()) {
      throw new CorruptChunkException(
          "frame length = %d: expected %d to %d"
              .formatted(length, ChunkFormat.HEADER_BYTES, limits.maxFrameBytes()));
    }
    if (frame.hasArray()) {
      return decode(frame.array(), frame.arrayOffset() + frame.position(), length);
    }
    if (compressed.length < length) {
      compressed = new byte[length];
    }
    frame.get(frame.position(), compressed, 0, length);
    return decode(compressed, 0, length);
  }

  private Chunk decode(byte[] array, int offset, int length) throws CorruptChunkException {
    ByteBuffer header = ByteBuffer.wrap(array, offset, ChunkFormat.HEADER_BYTES);
    require(header.getInt() == ChunkFormat.MAGIC, "no chunk: wrong magic");
    byte version = header.get();
    require(version == ChunkFormat.VERSION, "unknown version", version);
    ChunkKind kind = ChunkKind.ofCode(header.get());
    require(header.getShort() == 0, "reserved bytes are not zero");
    int blocks = header.getInt();
    int rawLength = header.getInt();
    int compressedLength = header.getInt();
    require(
        compressedLength == length - ChunkFormat.HEADER_BYTES,
        "frame does not end with its compressed bytes",
        compressedLength);
    require(rawLength > 0 && rawLength <= limits.maxRawBytes(), "raw length", rawLength);
    require(
        blocks > 0
            && blocks <= rawLength / (ChunkFormat.BLOCK_PREFIX_BYTES + ChunkFormat.MIN_BLOCK_BYTES),
        "number of blocks",
        blocks);
    require(
        header.getInt() == ChunkFormat.checksum(array, offset, length), "checksum does not match");
    decompress(array, offset + ChunkFormat.HEADER_BYTES, compressedLength, rawLength);
    return new Chunk(kind, blocks(kind, blocks, rawLength));
  }

  private void decompress(byte[] array, int offset, int length, int rawLength)
      throws CorruptChunkException {
    try {
      int announced = Snappy.uncompressedLength(array, offset, length);
      require(announced == rawLength, "raw length by Snappy", announced);
      if (raw.length < rawLength) {
        raw = new byte[rawLength];
      }
      // Snappy never writes more than it announced, and rejects malformed input.
      int written = Snappy.uncompress(array, offset, length, raw, 0);
      require(written == rawLength, "decompressed length", written);
    } catch (CorruptChunkException e) {
      throw e;
    } catch (IOException e) {
      throw new CorruptChunkException("cannot decompress", e);
    }
  }

  private List<ChunkBlock> blocks(ChunkKind kind, int count, int rawLength)
      throws CorruptChunkException {
    List<ChunkBlock> blocks = new ArrayList<>(count);
    ByteBuffer in = ByteBuffer.wrap(raw, 0, rawLength);
    long previous = -1;
    for (int i = 0; i < count; i++) {
      require(in.remaining() >= ChunkFormat.BLOCK_PREFIX_BYTES, "chunk ends before block", i);
      int length = in.getInt();
      require(
          length >= ChunkFormat.MIN_BLOCK_BYTES && length <= in.remaining(),
          "length of a block",
          length);
      HFileBlock block = block(in, length);
      require(kind.holds(block.getBlockType()), "a block of another kind");
      require(block.isUnpacked(), "a block that is packed, or not as long as it says");
      require(
          HFileBlocks.offset(block) > previous,
          "offsets do not ascend at",
          HFileBlocks.offset(block));
      previous = HFileBlocks.offset(block);
      blocks.add(new ChunkBlock(previous, block));
    }
    require(!in.hasRemaining(), "bytes after the last block", in.remaining());
    return blocks;
  }

  private HFileBlock block(ByteBuffer in, int length) throws CorruptChunkException {
    // HFileBlock.getOffset throws on an offset that is not set.
    long offset = in.getLong(in.position() + length - HFileBlock.BLOCK_METADATA_SPACE + Byte.BYTES);
    require(offset >= 0, "offset of a block", offset);
    // Arrays.copyOfRange avoids the zero-filling of new byte[length].
    byte[] bytes = Arrays.copyOfRange(raw, in.position(), in.position() + length);
    in.position(in.position() + length);
    try {
      Cacheable block =
          HFileBlock.BLOCK_DESERIALIZER.deserialize(
              new SingleByteBuff(ByteBuffer.wrap(bytes)), ByteBuffAllocator.HEAP);
      return (HFileBlock) block;
    } catch (IOException | RuntimeException e) { // an unknown type, a header without its checksums
      throw new CorruptChunkException("not a block at " + offset, e);
    }
  }

  private static void require(boolean condition, String otherwise) throws CorruptChunkException {
    if (!condition) {
      throw new CorruptChunkException(otherwise);
    }
  }

  private static void require(boolean condition, String otherwise, long value)
      throws CorruptChunkException {
    if (!condition) {
      throw new CorruptChunkException(otherwise + ": " + value);
    }
  }
}
