// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.io.hfile.FixedFileTrailer;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.util.Bytes;

/** Divides an output file into steps. Used by one thread. */
final class FilePlan {
  private final WarmupOutput file;
  private final BlockWalk walk;
  private final long stepBytesOnDisk;

  /** Every row before this one is warm in this file; null if all rows are. */
  private byte[] warmBefore;

  /**
   * Plans the blocks that may hold a row of {@code rows}.
   *
   * @param stepBytes uncompressed size of a step that is not a chunk
   */
  FilePlan(WarmupOutput file, RowRange rows, long stepBytes, FileReads reads) throws IOException {
    this.file = file;
    this.walk = new BlockWalk(file.reader(), rows, reads);
    this.stepBytesOnDisk = onDisk(file.reader(), stepBytes);
    this.warmBefore = walk.peek().map(BlockSpan::startRow).orElse(null);
  }

  /** Converts a size by the file's compression, since an index has sizes on disk only. */
  private static long onDisk(HFile.Reader file, long uncompressed) {
    FixedFileTrailer trailer = file.getTrailer();
    double ratio =
        (double) trailer.getLoadOnOpenDataOffset()
            / Math.max(1, trailer.getTotalUncompressedBytes());
    return Math.max(1, (long) (ratio * uncompressed));
  }

  /**
   * Blocks that become warm together: the blocks of a chunk, or about as many bytes of the file.
   *
   * @param wanted blocks of the step that are to be cached
   * @param promoted wanted blocks that become multi-access blocks
   * @param chunk null if the blocks are read from the file
   */
  record Step(
      FilePlan plan,
      List<BlockSpan> blocks,
      Set<BlockSpan> wanted,
      Set<BlockSpan> promoted,
      ChunkSupply.Ticket chunk) {
    /** The same step with only the chosen blocks to cache, and no chunk if none is chosen. */
    Step caching(Residency.Choice chosen) {
      return new Step(
          plan,
          blocks,
          chosen.cached(),
          chosen.promoted(),
          chosen.cached().isEmpty() ? null : chunk);
    }

    /** Whether the blocks were cold when the compaction was requested, and so are not supplied. */
    boolean wasCold() {
      return chunk == null && plan.file.supply().lacksOnlyCold();
    }

    WarmupOutput file() {
      return plan.file;
    }

    /** Rows from the first row of the first block to the last row of the last block. */
    BlockSpan rows() {
      return blocks.get(0).and(blocks.get(blocks.size() - 1));
    }

    /** Marks all blocks as warm. */
    void done() {
      plan.warmBefore = blocks.get(blocks.size() - 1).endRow();
    }
  }

  /** First row of the next step; empty if no step is left. */
  Optional<byte[]> nextRow() throws IOException {
    return walk.peek().map(BlockSpan::startRow);
  }

  byte[] warmBefore() {
    return warmBefore;
  }

  Step next() throws IOException {
    List<BlockSpan> blocks = new ArrayList<>();
    BlockSpan first = walk.next();
    blocks.add(first);
    Optional<ChunkSupply.Ticket> chunk = file.supply().covering(first.offset());
    long end = chunk.map(ChunkSupply.Ticket::endOffset).orElse(first.offset() + stepBytesOnDisk);
    while (walk.peek().isPresent() && belongs(walk.peek().get(), end, chunk.isPresent())) {
      blocks.add(walk.next());
    }
    return new Step(this, blocks, Set.copyOf(blocks), Set.of(), chunk.orElse(null));
  }

  private boolean belongs(BlockSpan block, long end, boolean ofChunk) {
    return block.offset() < end && (ofChunk || file.supply().covering(block.offset()).isEmpty());
  }

  /** The smaller of two rows; null is behind all rows. */
  static byte[] earlier(byte[] row, byte[] other) {
    if (row == null || other == null) {
      return row == null ? other : row;
    }
    return Bytes.compareTo(row, other) <= 0 ? row : other;
  }
}
