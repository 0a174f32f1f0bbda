// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * An input file, whose cached blocks are evicted as the output files' blocks are cached.
 *
 * <p>Two positions move over the blocks in key order. The first is where the cache was last
 * examined, and the second, behind the first, is where eviction has got to. Used by one thread.
 */
final class WarmupInput {
  private final HFile.Reader file;
  private final WarmCache cache;
  private final BlockWalk walk;
  private final byte[] endRow;

  /** Examined blocks that are not evicted yet, in key order. */
  private final Deque<Seen> seen = new ArrayDeque<>();

  private long cachedBytesSeen;
  private long multiAccessBytesSeen;

  /**
   * Creates a file, positioned at the first block.
   *
   * @param startRow empty for all rows. A reference's file also has blocks of another region, which
   *     stay
   * @param endRow null for all rows
   */
  WarmupInput(HFile.Reader file, WarmCache cache, byte[] startRow, byte[] endRow, FileReads reads) {
    this.file = file;
    this.endRow = endRow;
    this.cache = cache;
    this.walk = new BlockWalk(file, RowRange.of(startRow, new byte[0]), reads);
  }

  /**
   * A block, or all blocks with cells of only one row, the same for all. Each such block overlaps
   * the same blocks of another file, so a row over very many blocks costs eight bytes per block,
   * and one comparison.
   */
  private static final class Seen {
    final BlockSpan block;
    private long[] offsets = new long[1];
    private int count;
    long bytes;

    /** Bytes of the blocks that were cached when they were examined. */
    long cachedBytes;

    /** Bytes of the multi-access blocks among the cached ones. */
    long multiAccessBytes;

    Seen(BlockSpan block) {
      this.block = block;
    }

    boolean takes(BlockSpan next) {
      return block.isWithinOneRow()
          && next.isWithinOneRow()
          && Bytes.equals(block.startRow(), next.startRow());
    }

    void add(BlockSpan next, boolean isCached, boolean isMultiAccess) {
      if (count == offsets.length) {
        offsets = Arrays.copyOf(offsets, 2 * count);
      }
      offsets[count++] = next.offset();
      bytes += next.onDiskSize();
      cachedBytes += isCached ? next.onDiskSize() : 0;
      multiAccessBytes += isMultiAccess ? next.onDiskSize() : 0;
    }

    LongStream offsets() {
      return Arrays.stream(offsets, 0, count);
    }
  }

  /**
   * Bytes on disk of the blocks of this file that share a row with a block of another file.
   *
   * @param cachedBytes bytes of the cached blocks
   * @param multiAccessBytes bytes of the multi-access blocks among the cached ones
   */
  record Overlap(long bytes, long cachedBytes, long multiAccessBytes) {
    Overlap plus(Overlap other) {
      return new Overlap(
          bytes + other.bytes,
          cachedBytes + other.cachedBytes,
          multiAccessBytes + other.multiAccessBytes);
    }
  }

  /** Returns the overlap with {@code span}. Spans of one file ascend. */
  Overlap overlap(BlockSpan span) throws IOException {
    while (walk.peek().isPresent() && !span.endsBefore(walk.peek().get().startRow())) {
      see(walk.next());
    }
    Overlap sum = new Overlap(0, 0, 0);
    for (Seen old : seen) {
      if (span.endsBefore(old.block.startRow())) {
        break; // another output file may be much further
      }
      if (old.block.overlaps(span)) {
        sum = sum.plus(new Overlap(old.bytes, old.cachedBytes, old.multiAccessBytes));
      }
    }
    return sum;
  }

  /** Bytes on disk of the cached blocks among those that {@link #overlap} has examined. */
  long cachedBytesSeen() {
    return cachedBytesSeen;
  }

  /** Bytes on disk of the multi-access blocks among those that {@link #overlap} has examined. */
  long multiAccessBytesSeen() {
    return multiAccessBytesSeen;
  }

  private void see(BlockSpan block) {
    boolean isCached = cache.contains(file, block.offset());
    boolean isMultiAccess = cache.isMultiAccess(file, block.offset());
    cachedBytesSeen += isCached ? block.onDiskSize() : 0;
    multiAccessBytesSeen += isMultiAccess ? block.onDiskSize() : 0;
    if (seen.isEmpty() || !seen.getLast().takes(block)) {
      seen.add(new Seen(block));
    }
    seen.getLast().add(block, isCached, isMultiAccess);
  }

  /** Number of examined entries that are compared with each block of the output file. */
  int comparisons() {
    return seen.size();
  }

  /**
   * Evicts the blocks that lie wholly before {@code row}.
   *
   * @param newRow null for all rows of the region
   * @param kept rows whose blocks stay in the cache; null if there are none
   * @return number of evicted blocks that were cached
   */
  int evictBefore(byte[] newRow, BlockSpan kept) throws IOException {
    byte[] row = newRow == null ? endRow : newRow;
    while (walk.peek().isPresent() && walk.peek().get().endsBefore(row)) {
      see(walk.next());
    }
    int evicted = 0;
    while (!seen.isEmpty() && seen.peek().block.endsBefore(row)) {
      Seen old = seen.remove();
      if (kept == null || !old.block.overlaps(kept)) {
        evicted += (int) old.offsets().filter(offset -> cache.evict(file, offset)).count();
      }
    }
    return evicted;
  }
}
