// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.lighter.chunk.ChunkDecoder.Limits;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** For any input, a decoder throws CorruptChunkException or returns the encoded blocks. */
class ChunkFuzzTest {
  private static final int ROUNDS = 20_000;
  private static final int CHUNK_BYTES = 20_000;
  private static final Limits LIMITS = Limits.ofRawBytes(CHUNK_BYTES);

  /**
   * Allowance for exceptions with stack traces and messages; far below what a forged length could
   * allocate.
   */
  private static final long OVERHEAD_BYTES = 200_000;

  @TempDir private Path folder;
  private final ChunkDecoder decoder = new ChunkDecoder(LIMITS);
  private byte[] frame;
  private byte[] raw;
  private List<HFileBlock> original;

  private void encode(ChunkVersion version) throws IOException {
    WrittenFile file =
        WrittenFile.of(folder, DataBlockEncoding.FAST_DIFF, Compression.Algorithm.NONE, 1000);
    EncodedChunk chunk = file.chunks(ChunkKind.DATA, version, CHUNK_BYTES).get(0);
    frame = ForgedFrame.copyOf(chunk);
    raw = ForgedFrame.rawBytes(frame);
    original = file.blocks(ChunkKind.DATA).subList(0, chunk.blocks());
    loadClasses();
  }

  /** Loads the decoder's classes, since class loading allocates more than a measured decoding. */
  private void loadClasses() throws IOException {
    assertThat(decoder.decode(ByteBuffer.wrap(frame)).blocks()).hasSameSizeAs(original);
    byte[] forged = frame.clone();
    ByteBuffer.wrap(forged).putInt(12, -1);
    for (byte[] corrupt : List.of(new byte[0], forged, ForgedFrame.resealed(forged))) {
      assertThat(isCorrupt(corrupt)).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void damagedFrameIsDetectedOrDecodesToTheOriginal(ChunkVersion version) throws IOException {
    encode(version);
    int corrupt = 0;
    for (int seed = 0; seed < ROUNDS; seed++) {
      corrupt += isDetected(damaged(frame, new Random(seed)), "seed " + seed) ? 1 : 0;
    }
    assertThat(corrupt).isGreaterThan(ROUNDS * 9 / 10);
  }

  @ParameterizedTest
  @EnumSource
  void everyTruncationIsDetected(ChunkVersion version) throws IOException {
    encode(version);
    for (int length = 0; length < frame.length; length++) {
      byte[] truncated = Arrays.copyOf(frame, length);
      assertThatThrownBy(() -> decoder.decode(ByteBuffer.wrap(truncated)))
          .isInstanceOf(CorruptChunkException.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyFlippedHeaderBitIsDetected(ChunkVersion version) throws IOException {
    encode(version);
    for (int bit = 0; bit < 8 * ChunkFormat.HEADER_BYTES; bit++) {
      byte[] flipped = frame.clone();
      flipped[bit / 8] ^= (byte) (1 << (bit % 8));
      assertThatThrownBy(() -> decoder.decode(ByteBuffer.wrap(flipped)))
          .as("bit %d", bit)
          .isInstanceOf(CorruptChunkException.class);
    }
  }

  /** The input comes from a faulty sender that computes valid checksums. */
  @ParameterizedTest
  @EnumSource
  void damageUnderAValidChecksumThrowsOnlyCorruptChunkException(ChunkVersion version)
      throws IOException {
    encode(version);
    for (int seed = 0; seed < ROUNDS; seed++) {
      Random random = new Random(seed);
      byte[] forged;
      if (random.nextBoolean()) { // damaged raw bytes, correctly compressed
        byte[] content = random.nextBoolean() ? damagedLengths(random) : damaged(raw, random);
        forged =
            ForgedFrame.sealed(
                version,
                ChunkKind.DATA,
                content,
                random.nextInt(10) == 0 ? random.nextInt() : original.size());
      } else { // damaged anywhere, with a matching length and checksum
        forged = ForgedFrame.resealed(damaged(frame, random));
      }
      decodeIfValid(forged, "seed " + seed);
    }
  }

  /** The lengths and ways of packing in the table, with everything else valid. */
  @Test
  void damagedTableUnderAValidChecksumThrowsOnlyCorruptChunkException() throws IOException {
    encode(ChunkVersion.BLOCK_BY_BLOCK);
    int tableBytes = original.size() * BlockPacking.ENTRY_BYTES;
    int corrupt = 0;
    for (int seed = 0; seed < ROUNDS; seed++) {
      Random random = new Random(seed);
      byte[] forged = frame.clone();
      int at = ChunkFormat.HEADER_BYTES + random.nextInt(tableBytes - Integer.BYTES);
      ByteBuffer.wrap(forged).putInt(at, random.nextBoolean() ? length(random) : random.nextInt());
      corrupt += isDetected(ForgedFrame.resealed(forged), "seed " + seed) ? 1 : 0;
    }
    assertThat(corrupt).isGreaterThan(ROUNDS * 9 / 10);
  }

  @ParameterizedTest
  @EnumSource
  void forgedRawLengthAllocatesNothing(ChunkVersion version) throws IOException {
    encode(version);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (int announced : new int[] {Integer.MAX_VALUE, -1, 1 << 30, CHUNK_BYTES + 1}) {
      byte[] forged = frame.clone();
      ByteBuffer.wrap(forged).putInt(12, announced);
      byte[] sealed = ForgedFrame.resealed(forged);
      long before = threads.getCurrentThreadAllocatedBytes();
      boolean corrupt = isCorrupt(sealed);
      long allocated = threads.getCurrentThreadAllocatedBytes() - before;
      assertThat(corrupt).as("raw length " + announced).isTrue();
      assertThat(allocated).isLessThan(OVERHEAD_BYTES);
    }
  }

  private boolean isCorrupt(byte[] bytes) {
    try {
      decoder.decode(ByteBuffer.wrap(bytes));
      return false;
    } catch (CorruptChunkException e) {
      return true;
    }
  }

  /** Returns whether the decoder detects the damage. If not, the original must be decoded. */
  private boolean isDetected(byte[] bytes, String context) {
    Chunk chunk = decodeIfValid(bytes, context);
    if (chunk == null) {
      return true;
    }
    assertThat(chunk.blocks().stream().map(ChunkBlock::block).toList())
        .as(context)
        .isEqualTo(original);
    return false;
  }

  /** Decodes a frame, and checks the allocated bytes; returns null for a corrupt frame. */
  private Chunk decodeIfValid(byte[] bytes, String context) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    try {
      return decoder.decode(ByteBuffer.wrap(bytes));
    } catch (CorruptChunkException e) {
      return null;
    } catch (RuntimeException | Error e) {
      throw new AssertionError(context, e);
    } finally {
      assertThat(threads.getCurrentThreadAllocatedBytes() - before)
          .as(context)
          .isLessThan(2L * LIMITS.maxRawBytes() + OVERHEAD_BYTES);
    }
  }

  /** A copy with one random kind of damage: a wrong length, bytes, a header field, or bits. */
  private static byte[] damaged(byte[] valid, Random random) {
    byte[] bytes = valid.clone();
    return switch (random.nextInt(5)) {
      case 0 -> Arrays.copyOf(bytes, random.nextInt(bytes.length));
      case 1 -> Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(100));
      case 2 -> { // a run of garbage
        int from = random.nextInt(bytes.length);
        for (int i = from; i < Math.min(bytes.length, from + 1 + random.nextInt(50)); i++) {
          bytes[i] = (byte) random.nextInt();
        }
        yield bytes;
      }
      case 3 -> { // a header field
        int at = random.nextInt(ChunkFormat.HEADER_BYTES - Integer.BYTES);
        ByteBuffer.wrap(bytes).putInt(at, random.nextInt());
        yield bytes;
      }
      default -> {
        for (int flips = 1 + random.nextInt(8); flips > 0; flips--) {
          bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
        yield bytes;
      }
    };
  }

  /** Raw bytes in which one length, block header or offset has another value. */
  private byte[] damagedLengths(Random random) {
    byte[] content = raw.clone();
    int block = 0;
    for (int skip = random.nextInt(original.size()); skip > 0; skip--) {
      block += Integer.BYTES + ByteBuffer.wrap(content).getInt(block);
    }
    int value = random.nextBoolean() ? random.nextInt() : length(random);
    ByteBuffer.wrap(content).putInt(block + random.nextInt(40), value);
    return content;
  }

  /** A length at the edge of what is valid, or of what an int holds. */
  private static int length(Random random) {
    int[] lengths = {0, -1, 1, 36, 37, 45, Integer.MAX_VALUE, Integer.MIN_VALUE};
    return lengths[random.nextInt(lengths.length)];
  }
}
