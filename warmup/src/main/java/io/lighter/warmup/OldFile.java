package io.lighter.warmup;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A file that was compacted away, whose cached blocks give way to the new file's.
 *
 * <p>Two positions move over its blocks in key order: the one up to which somebody looked what is
 * cached, and behind it the one up to which blocks were evicted. Used by one thread.
 */
final class OldFile {
  private final HFile.Reader file;
  private final WarmCache cache;
  private final BlockWalk walk;
  private final byte[] endRow;

  /** Looked at and not yet evicted, in key order. */
  private final Deque<Seen> seen = new ArrayDeque<>();

  private long cachedBytesSeen;

  /**
   * A file at its first block.
   *
   * @param startRow empty for all rows. A reference's file has blocks of another region, too, which
   *     stay
   * @param endRow null for all rows
   */
  OldFile(HFile.Reader file, WarmCache cache, byte[] startRow, byte[] endRow, FileReads reads) {
    this.file = file;
    this.endRow = endRow;
    this.cache = cache;
    this.walk = new BlockWalk(file, RowRange.of(startRow, new byte[0]), reads);
  }

  /**
   * A block, or all blocks that have cells of nothing but one and the same row, of which each has
   * what the others have in common with another file. So a row over very many blocks costs eight
   * bytes for each of them, and one comparison.
   */
  private static final class Seen {
    final BlockSpan block;
    private long[] offsets = new long[1];
    private int count;
    long bytes;

    /** Of those that were cached when they were looked at first. */
    long cachedBytes;

    Seen(BlockSpan block) {
      this.block = block;
    }

    boolean takes(BlockSpan next) {
      return block.isWithinOneRow()
          && next.isWithinOneRow()
          && Bytes.equals(block.startRow(), next.startRow());
    }

    void add(BlockSpan next, boolean isCached) {
      if (count == offsets.length) {
        offsets = Arrays.copyOf(offsets, 2 * count);
      }
      offsets[count++] = next.offset();
      bytes += next.onDiskSize();
      cachedBytes += isCached ? next.onDiskSize() : 0;
    }

    LongStream offsets() {
      return Arrays.stream(offsets, 0, count);
    }
  }

  /** Bytes on disk of this file's blocks that share a row with another file's. */
  record Overlap(long bytes, long cachedBytes) {}

  /** What shares a row with {@code span}. Spans of one file ascend. */
  Overlap overlap(BlockSpan span) throws IOException {
    while (walk.peek().isPresent() && !span.endsBefore(walk.peek().get().startRow())) {
      see(walk.next());
    }
    long bytes = 0;
    long cachedBytes = 0;
    for (Seen old : seen) {
      if (span.endsBefore(old.block.startRow())) {
        break; // with several new files, another one may have come much further
      }
      if (old.block.overlaps(span)) {
        bytes += old.bytes;
        cachedBytes += old.cachedBytes;
      }
    }
    return new Overlap(bytes, cachedBytes);
  }

  /** Bytes on disk of the cached ones of the blocks that {@link #overlap} has come to. */
  long cachedBytesSeen() {
    return cachedBytesSeen;
  }

  private void see(BlockSpan block) {
    boolean isCached = cache.contains(file, block.offset());
    cachedBytesSeen += isCached ? block.onDiskSize() : 0;
    if (seen.isEmpty() || !seen.getLast().takes(block)) {
      seen.add(new Seen(block));
    }
    seen.getLast().add(block, isCached);
  }

  /** Of what was looked at and is to be compared with each block of the new file. */
  int comparisons() {
    return seen.size();
  }

  /**
   * Evicts the blocks that lie wholly before {@code row}.
   *
   * @param newRow null for all of the region's
   * @param kept blocks with these rows stay in the cache; null: none does
   * @return how many of them were cached
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
