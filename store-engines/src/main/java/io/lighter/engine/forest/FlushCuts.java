// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.forest;

/**
 * Where the files of one flush end: after about equal parts of its cells, between two rows. How
 * much smaller the cells get when they are written, by compression and encoding, is only seen in
 * the file that is open. From that follows into how many files of the least size the flush can be
 * divided, so that their number may be less than the most.
 *
 * <p>Used by one thread, for rows in ascending order.
 */
public final class FlushCuts {
  private final FlushPieces pieces;
  private final long dataBytes;

  /** Files that have ended. */
  private int ended;

  /** Bytes of cells in the files that have ended. */
  private long before;

  /** Bytes of cells in the open file. */
  private long inside;

  FlushCuts(FlushPieces pieces, long dataBytes) {
    this.pieces = pieces;
    this.dataBytes = dataBytes;
  }

  /**
   * Tells whether the open file ends before the next row; it counts as ended then. To be called
   * once for each row but the first.
   *
   * @param fileBytes size of the open file so far
   */
  public boolean endsBeforeRow(long fileBytes) {
    if (inside == 0 || ended + 1 >= pieces.most()) {
      return false;
    }
    double writtenShare = (double) fileBytes / inside;
    long parts = Math.min(pieces.most(), (long) (dataBytes * writtenShare / pieces.leastBytes()));
    boolean isRestLargeEnough = (dataBytes - before - inside) * writtenShare >= pieces.leastBytes();
    boolean ends = parts > 1 && inside >= (double) dataBytes / parts && isRestLargeEnough;
    if (ends) {
      ended++;
      before += inside;
      inside = 0;
    }
    return ends;
  }

  /** Counts a cell of the open file; {@code bytes} uncompressed, as the memstore counts it. */
  public void add(long bytes) {
    inside += bytes;
  }
}
