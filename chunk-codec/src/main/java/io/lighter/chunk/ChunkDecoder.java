// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.chunk;

import static io.lighter.chunk.CorruptChunkException.require;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlocks;
import org.apache.hadoop.hbase.nio.SingleByteBuff;

/**
 * Decodes frames of every {@link ChunkVersion} into blocks, and validates all of their content.
 * Sizes are compared with the limits before allocation, and the checksum before decompression.
 * Every length and offset is checked before use.
 *
 * <p>Confined to one thread, because the decoder reuses its decompression buffer for version 1 from
 * one frame to the next (at most {@link Limits#maxRawBytes}).
 */
public final class ChunkDecoder {
  private static final byte[] NOTHING = new byte[0];

  private final Limits limits;
  private final Map<ChunkVersion, Packing> packings = new EnumMap<>(ChunkVersion.class);
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
    for (ChunkVersion version : ChunkVersion.values()) {
      packings.put(version, version.newPacking());
    }
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
    byte number = header.get();
    ChunkVersion version =
        ChunkVersion.ofNumber(number)
            .orElseThrow(() -> new CorruptChunkException("unknown version: " + number));
    ChunkKind kind = ChunkKind.ofCode(header.get());
    require(header.getShort() == 0, "reserved bytes are not zero");
    int blocks = header.getInt();
    int rawLength = header.getInt();
    int packedLength = header.getInt();
    require(
        packedLength == length - ChunkFormat.HEADER_BYTES,
        "frame does not end with its packed bytes",
        packedLength);
    require(rawLength > 0 && rawLength <= limits.maxRawBytes(), "raw length", rawLength);
    require(
        blocks > 0
            && blocks <= rawLength / (ChunkFormat.BLOCK_PREFIX_BYTES + ChunkFormat.MIN_BLOCK_BYTES),
        "number of blocks",
        blocks);
    require(
        header.getInt() == ChunkFormat.checksum(array, offset, length), "checksum does not match");
    int packed = offset + ChunkFormat.HEADER_BYTES;
    List<byte[]> unpacked =
        packings.get(version).unpack(array, packed, packedLength, blocks, rawLength);
    return new Chunk(kind, blocks(kind, unpacked));
  }

  private static List<ChunkBlock> blocks(ChunkKind kind, List<byte[]> unpacked)
      throws CorruptChunkException {
    List<ChunkBlock> blocks = new ArrayList<>(unpacked.size());
    long previous = -1;
    for (byte[] bytes : unpacked) {
      HFileBlock block = block(bytes);
      require(kind.holds(block.getBlockType()), "a block of another kind");
      require(block.isUnpacked(), "a block that is packed, or not as long as it says");
      require(
          HFileBlocks.offset(block) > previous,
          "offsets do not ascend at",
          HFileBlocks.offset(block));
      previous = HFileBlocks.offset(block);
      blocks.add(new ChunkBlock(previous, block));
    }
    return blocks;
  }

  private static HFileBlock block(byte[] bytes) throws CorruptChunkException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    // HFileBlock.getOffset throws on an offset that is not set.
    long offset = buffer.getLong(bytes.length - HFileBlock.BLOCK_METADATA_SPACE + Byte.BYTES);
    require(offset >= 0, "offset of a block", offset);
    try {
      Cacheable block =
          HFileBlock.BLOCK_DESERIALIZER.deserialize(
              new SingleByteBuff(buffer), ByteBuffAllocator.HEAP);
      return (HFileBlock) block;
    } catch (IOException | RuntimeException e) { // an unknown type, a header without its checksums
      throw new CorruptChunkException("not a block at " + offset, e);
    }
  }
}
