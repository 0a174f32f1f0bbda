package io.lighter.warmup;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.hadoop.hbase.io.hfile.HFile;

/**
 * A file that was compacted away, whose cached blocks give way to the new file's.
 *
 * <p>Two positions move over its blocks in key order: the one up to which somebody asked what is
 * cached, and behind it the one up to which blocks were evicted. Used by one thread.
 */
final class OldFile {
  private final HFile.Reader file;
  private final WarmCache cache;
  private final BlockWalk walk;
  private final byte[] endRow;

  /** Asked about and not yet evicted, in key order. */
  private final Deque<BlockSpan> seen = new ArrayDeque<>();

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

  /** Whether a cached block of this file shares a row with {@code span}. Spans ascend. */
  boolean isCached(BlockSpan span) throws IOException {
    while (walk.peek().isPresent() && !span.endsBefore(walk.peek().get().startRow())) {
      seen.add(walk.next());
    }
    for (BlockSpan old : seen) {
      if (old.overlaps(span) && cache.contains(file, old.offset())) {
        return true;
      }
    }
    return false;
  }

  /**
   * Evicts the blocks that lie wholly before {@code row}.
   *
   * @param newRow null for all of the region's
   * @return how many of them were cached
   */
  int evictBefore(byte[] newRow) throws IOException {
    byte[] row = newRow == null ? endRow : newRow;
    while (walk.peek().isPresent() && walk.peek().get().endsBefore(row)) {
      seen.add(walk.next());
    }
    int evicted = 0;
    while (!seen.isEmpty() && seen.peek().endsBefore(row)) {
      if (cache.evict(file, seen.remove().offset())) {
        evicted++;
      }
    }
    return evicted;
  }
}
