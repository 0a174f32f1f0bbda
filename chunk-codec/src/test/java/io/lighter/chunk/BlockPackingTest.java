// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.chunk.ChunkDecoder.Limits;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xerial.snappy.Snappy;

/** Version 2 of the chunk format. */
class BlockPackingTest {
  private static final int CHUNK_BYTES = 256 << 10;

  /** Bytes of a block beside its content. */
  private static final int BLOCK_OVERHEAD_BYTES = SerializedBlock.bytes(0, new byte[0]).length;

  /** Positions of the fields of the first table entry in a frame. */
  private static final int WAY = ChunkFormat.HEADER_BYTES;

  private static final int LENGTH = WAY + 1;
  private static final int PACKED_LENGTH = LENGTH + Integer.BYTES;

  /**
   * Two blocks: one of 200 equal bytes at offset 0, and one of the bytes 0 to 63 at 300, which is
   * stored. Builds in use send and read these bytes.
   */
  private static final byte[] GOLDEN =
      HexFormat.of()
          .parseHex(
              "4c54434802010000000000020000015a000000a7f4e73d8e" // header
                  + "01000000ed00000030000000006500000065" // table
                  + "ed012c44415441424c4b2a000000c8010400ff0d010078fe0100fe0100fe0100" // Snappy run
                  + "0d0130000000000000000000ffffffff"
                  + "44415441424c4b2a0000004000000040ffffffffffffffff0001020304050607" // stored
                  + "08090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f2021222324252627"
                  + "28292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f0000000000000001"
                  + "2cffffffff");

  private final ChunkDecoder decoder = new ChunkDecoder(Limits.ofRawBytes(CHUNK_BYTES));

  private static List<HFileBlock> goldenBlocks() throws IOException {
    byte[] equal = new byte[200];
    Arrays.fill(equal, (byte) 'x');
    byte[] different = new byte[64];
    for (byte i = 0; i < different.length; i++) {
      different[i] = i;
    }
    return List.of(SerializedBlock.of(0, equal), SerializedBlock.of(300, different));
  }

  @Test
  void frameHasTheBytesThatOtherBuildsSendAndRead() throws IOException {
    assertThat(HexFormat.of().formatHex(frame(goldenBlocks())))
        .isEqualTo(HexFormat.of().formatHex(GOLDEN));
    assertThat(decoded(GOLDEN)).isEqualTo(goldenBlocks());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 20})
  void randomBlocksRoundTrip(int count) throws IOException {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      List<HFileBlock> blocks = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        byte[] content = new byte[random.nextInt(5_000)];
        random.nextBytes(content);
        // From incompressible to entirely equal.
        Arrays.fill(content, 0, random.nextInt(content.length + 1), (byte) i);
        blocks.add(SerializedBlock.of(10_000L * i, content));
      }
      assertThat(decoded(frame(blocks))).as("seed %d", seed).isEqualTo(blocks);
    }
  }

  @Test
  void incompressibleBlockIsStoredAndOthersAreCompressed() throws IOException {
    byte[] random = new byte[8_000];
    new Random(1).nextBytes(random);
    List<HFileBlock> blocks =
        List.of(
            SerializedBlock.of(0, random),
            SerializedBlock.of(9_000, new byte[8_000]),
            SerializedBlock.of(18_000, random));

    byte[] frame = frame(blocks);

    ByteBuffer table = ByteBuffer.wrap(frame).position(ChunkFormat.HEADER_BYTES);
    int length = random.length + BLOCK_OVERHEAD_BYTES;
    for (byte way : new byte[] {0, 1, 0}) {
      assertThat(table.get()).isEqualTo(way);
      assertThat(table.getInt()).isEqualTo(length);
      int packed = table.getInt();
      if (way == 0) {
        assertThat(packed).isEqualTo(length);
      } else {
        assertThat(packed).isLessThan(length / 10);
      }
    }
    byte[] stored = SerializedBlock.bytes(0, random);
    assertThat(Arrays.copyOfRange(frame, table.position(), table.position() + length))
        .isEqualTo(stored);
    assertThat(decoded(frame)).isEqualTo(blocks);
  }

  /** The share of a block that is compressible grows, so that both ways occur. */
  @Test
  void compressedBlockSavesASixteenth() throws IOException {
    int stored = 0;
    int rounds = 100;
    for (int percent = 0; percent < rounds; percent++) {
      byte[] content = new byte[10_000];
      new Random(percent).nextBytes(content);
      Arrays.fill(content, 0, percent * content.length / 100 / 4, (byte) 1);
      byte[] block = SerializedBlock.bytes(0, content);
      int compressed = Snappy.compress(block).length;
      byte[] frame = frame(List.of(SerializedBlock.of(0, content)));
      boolean saves = compressed <= block.length - block.length / 16;
      assertThat(frame[WAY]).as("%d%%", percent).isEqualTo((byte) (saves ? 1 : 0));
      assertThat(ByteBuffer.wrap(frame).getInt(PACKED_LENGTH))
          .isEqualTo(saves ? compressed : block.length);
      stored += saves ? 0 : 1;
    }
    assertThat(stored).isBetween(rounds / 10, rounds * 9 / 10);
  }

  /** A block needs only the table and its own bytes. */
  @Test
  void blockIsDecodedWithoutTheOthers() throws IOException {
    List<HFileBlock> blocks = goldenBlocks();
    byte[] frame = frame(blocks);
    ByteBuffer table = ByteBuffer.wrap(frame).position(ChunkFormat.HEADER_BYTES);
    int at = ChunkFormat.HEADER_BYTES + blocks.size() * BlockPacking.ENTRY_BYTES;
    for (HFileBlock block : blocks) {
      byte way = table.get();
      int length = table.getInt();
      int packedLength = table.getInt();
      byte[] packed = Arrays.copyOfRange(frame, at, at + packedLength);
      at += packedLength;
      byte[] raw = way == BlockPacking.STORED ? packed : Snappy.uncompress(packed);
      assertThat(raw).hasSize(length);
      byte[] expected = new byte[length];
      block.serialize(ByteBuffer.wrap(expected), true);
      assertThat(raw).isEqualTo(expected);
    }
  }

  @Test
  void emptyChunkIsNotBuiltAndNotDecoded() {
    ChunkBuilder builder =
        new ChunkBuilder(ChunkKind.DATA, ChunkVersion.BLOCK_BY_BLOCK, CHUNK_BYTES);

    assertThatThrownBy(builder::build).isInstanceOf(IllegalStateException.class);
    assertCorrupt(forged(new byte[0], 0, 0), "raw length");
    assertCorrupt(forged(new byte[0], 0, 100), "number of blocks");
    assertCorrupt(forged(new byte[0], 1, 100), "frame ends in its table");
  }

  @Test
  void corruptFieldOfTheTableIsNamed() throws IOException {
    assertCorrupt(changed(buffer -> buffer.put(WAY, (byte) 2)), "unknown packing of a block: 2");
    assertCorrupt(changed(buffer -> buffer.put(WAY, (byte) -1)), "unknown packing of a block: -1");
    assertCorrupt(
        changed(buffer -> buffer.put(WAY, BlockPacking.STORED)), "packed length of a block");
    for (int length : new int[] {Integer.MIN_VALUE, -1, 0, ChunkFormat.MIN_BLOCK_BYTES - 1}) {
      assertCorrupt(changed(buffer -> buffer.putInt(LENGTH, length)), "length of a block");
    }
    for (int length : new int[] {Integer.MAX_VALUE, CHUNK_BYTES, ChunkFormat.MIN_BLOCK_BYTES}) {
      assertCorrupt(changed(buffer -> buffer.putInt(LENGTH, length)), "raw length by the table");
    }
    for (int packed : new int[] {Integer.MIN_VALUE, -1, 0}) {
      assertCorrupt(
          changed(buffer -> buffer.putInt(PACKED_LENGTH, packed)), "packed length of a block");
    }
    for (int packed : new int[] {1, Integer.MAX_VALUE}) {
      assertCorrupt(
          changed(buffer -> buffer.putInt(PACKED_LENGTH, packed)), "packed length by the table");
    }
  }

  /** The sums wrap around in an int, and look right there. */
  @Test
  void lengthsThatOverflowAreRefused() {
    int rawLength = 1_000;
    int packedLength = 100;
    int huge = Integer.MAX_VALUE;
    int wrapped = 2 * (huge + ChunkFormat.BLOCK_PREFIX_BYTES);
    byte[] packed =
        ByteBuffer.allocate(3 * BlockPacking.ENTRY_BYTES + packedLength)
            .put(BlockPacking.SNAPPY)
            .putInt(huge)
            .putInt(huge)
            .put(BlockPacking.SNAPPY)
            .putInt(huge)
            .putInt(huge)
            .put(BlockPacking.SNAPPY)
            .putInt(rawLength - wrapped - ChunkFormat.BLOCK_PREFIX_BYTES)
            .putInt(packedLength - 2 * huge)
            .array();

    assertCorrupt(forged(packed, 3, rawLength), "raw length by the table: 4294968296");
  }

  @Test
  void corruptRunOfABlockIsRefused() throws IOException {
    int run = ChunkFormat.HEADER_BYTES + 2 * BlockPacking.ENTRY_BYTES;
    assertCorrupt(changed(buffer -> buffer.put(run, (byte) 1)), "raw length by Snappy: ");
    assertCorrupt(changed(buffer -> buffer.putInt(run, -1)), ""); // no length at all
    assertCorrupt(changed(buffer -> buffer.put(run + 2, (byte) 0xff)), "cannot uncompress");
    byte[] lateOffset = frame(goldenBlocks());
    lateOffset[lateOffset.length - 12] = -1; // of the second block, which is stored
    assertCorrupt(ForgedFrame.resealed(lateOffset), "offset of a block");
  }

  @Test
  void unknownVersionIsRefused() throws IOException {
    assertCorrupt(changed(buffer -> buffer.put(4, (byte) 3)), "unknown version: 3");
    assertCorrupt(changed(buffer -> buffer.put(4, (byte) 0)), "unknown version: 0");
    // Version 1 has a run where version 2 has its table.
    assertCorrupt(changed(buffer -> buffer.put(4, (byte) 1)), "");
  }

  @FunctionalInterface
  private interface Change {
    void to(ByteBuffer frame);
  }

  /** A frame of two blocks, the first of which is compressed, changed under a valid checksum. */
  private static byte[] changed(Change change) throws IOException {
    byte[] frame = frame(goldenBlocks());
    change.to(ByteBuffer.wrap(frame));
    return ForgedFrame.resealed(frame);
  }

  private static byte[] forged(byte[] packed, int blocks, int rawLength) {
    return ForgedFrame.packed(
        ChunkVersion.BLOCK_BY_BLOCK, ChunkKind.DATA, packed, blocks, rawLength);
  }

  private void assertCorrupt(byte[] frame, String message) {
    assertThatThrownBy(() -> decoder.decode(ByteBuffer.wrap(frame)))
        .isInstanceOf(CorruptChunkException.class)
        .hasMessageContaining(message);
  }

  private static byte[] frame(List<HFileBlock> blocks) throws IOException {
    ChunkBuilder builder =
        new ChunkBuilder(ChunkKind.DATA, ChunkVersion.BLOCK_BY_BLOCK, CHUNK_BYTES);
    for (HFileBlock block : blocks) {
      builder.add(block);
    }
    return ForgedFrame.copyOf(builder.build());
  }

  private List<HFileBlock> decoded(byte[] frame) throws IOException {
    return decoder.decode(ByteBuffer.wrap(frame)).blocks().stream().map(ChunkBlock::block).toList();
  }
}
