// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.chunk;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlocks;

/**
 * Collects blocks of one file in ascending order of offsets and compresses them into one chunk.
 * Builds one chunk after another; confined to one thread.
 */
public final class ChunkBuilder {
  /** Largest size of a chunk before compression. */
  public static final int MAX_BYTES = ChunkFormat.MAX_RAW_BYTES;

  private static final int INITIAL_BYTES = 64 << 10;

  private final ChunkKind kind;
  private final ChunkVersion version;
  private final Packing packing;
  private final int targetBytes;
  private ByteBuffer raw;

  /**
   * Frame of the last chunk. Reused, because G1 would treat each new array as a humongous object.
   */
  private byte[] frame = new byte[0];

  private int blocks;
  private long firstOffset;
  private long lastOffset;

  /**
   * Creates an empty builder.
   *
   * @param version version of the format
   * @param targetBytes raw size that a chunk of more than one block does not exceed
   */
  public ChunkBuilder(ChunkKind kind, ChunkVersion version, int targetBytes) {
    if (targetBytes <= 0 || targetBytes > ChunkFormat.MAX_RAW_BYTES) {
      throw new IllegalArgumentException("chunks of " + targetBytes + " bytes");
    }
    this.kind = kind;
    this.version = version;
    this.packing = version.newPacking();
    this.targetBytes = targetBytes;
    this.raw = ByteBuffer.allocate(Math.min(INITIAL_BYTES, targetBytes));
  }

  /** Whether a block fits into any chunk. A block that does not fit is read from the file. */
  public static boolean canHold(HFileBlock block) {
    return rawBytesOf(block) <= ChunkFormat.MAX_RAW_BYTES && block.isUnpacked();
  }

  /** Whether the block fits into this chunk. An empty chunk accepts every block. */
  public boolean hasRoomFor(HFileBlock block) {
    return blocks == 0 || raw.position() + rawBytesOf(block) <= targetBytes;
  }

  public boolean isEmpty() {
    return blocks == 0;
  }

  /** Raw bytes collected so far. */
  public int rawBytes() {
    return raw.position();
  }

  /**
   * Appends a copy of a block.
   *
   * @throws IllegalArgumentException if the block is of another kind, does not follow the last one,
   *     or fits into no chunk
   */
  public void add(HFileBlock block) {
    if (!kind.holds(block.getBlockType()) || !canHold(block)) {
      throw new IllegalArgumentException("no block for a chunk of " + kind + ": " + block);
    }
    if (blocks > 0 && HFileBlocks.offset(block) <= lastOffset) {
      throw new IllegalArgumentException(
          "block at " + HFileBlocks.offset(block) + " after the one at " + lastOffset);
    }
    reserve((int) rawBytesOf(block));
    int length = block.getSerializedLength();
    raw.putInt(length);
    ByteBuffer place = raw.slice(raw.position(), length);
    block.serialize(place, true);
    raw.position(raw.position() + length);
    if (blocks == 0) {
      firstOffset = HFileBlocks.offset(block);
    }
    lastOffset = HFileBlocks.offset(block);
    blocks++;
  }

  /**
   * Compresses the added blocks and empties the builder. Overwrites the frame of the previous
   * chunk.
   *
   * @throws IllegalStateException if nothing was added
   */
  public EncodedChunk build() throws IOException {
    if (blocks == 0) {
      throw new IllegalStateException("nothing was added");
    }
    int rawLength = raw.position();
    int longest = ChunkFormat.HEADER_BYTES + packing.maxBytes(rawLength, blocks);
    if (frame.length < longest) {
      frame = new byte[longest];
    }
    int packed = packing.pack(raw.array(), rawLength, blocks, frame);
    int frameLength = ChunkFormat.HEADER_BYTES + packed;
    ByteBuffer buffer = ByteBuffer.wrap(frame, 0, frameLength);
    ChunkFormat.writeHeader(buffer, version, kind, blocks, rawLength, packed);
    buffer.putInt(ChunkFormat.checksum(frame, 0, frameLength));
    EncodedChunk chunk =
        new EncodedChunk(
            kind, version, firstOffset, lastOffset, blocks, rawLength, buffer.rewind());
    clear();
    return chunk;
  }

  /** Discards the added blocks. */
  public void clear() {
    raw.clear();
    blocks = 0;
  }

  private static long rawBytesOf(HFileBlock block) {
    return (long) ChunkFormat.BLOCK_PREFIX_BYTES + block.getSerializedLength();
  }

  private void reserve(int bytes) {
    int needed = raw.position() + bytes;
    if (needed > raw.capacity()) {
      int doubled = (int) Math.min(2L * raw.capacity(), targetBytes);
      ByteBuffer larger = ByteBuffer.allocate(Math.max(needed, doubled));
      raw = larger.put(raw.flip());
    }
  }
}
