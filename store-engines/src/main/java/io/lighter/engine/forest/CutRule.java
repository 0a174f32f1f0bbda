// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.forest;

import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Where the outputs of one compaction end. Outputs end at fences, so that trees of a stage have
 * common boundaries and their files do not chain. Between two fences an output ends at its size.
 * The last of the pieces expected between two fences may grow to twice the size, so that few small
 * pieces are left at a fence. An output that is too small to end at a fence does so only if another
 * has ended since the fence before: it would chain the files on both sides. If none has, fences are
 * denser than the tree needs.
 *
 * <p>Used by one thread, for rows in ascending order.
 */
public final class CutRule {
  private final long sstBytes;
  private final long sstMinBytes;
  private final int piecesPerFence;
  private final List<byte[]> fences;

  /** Index of the first fence above all rows so far. */
  private int next;

  /** Outputs that have ended since the last fence. */
  private int pieces;

  /** Creates the rule of one compaction. */
  public CutRule(ForestPlan plan, ForestLimits limits) {
    this(limits.sstBytes(), plan.sstMinBytes(limits), limits.piecesPerFence(), plan.fences());
  }

  /** As the other constructor; {@code fences} are ascending. */
  CutRule(long sstBytes, long sstMinBytes, int piecesPerFence, List<byte[]> fences) {
    this.sstBytes = sstBytes;
    this.sstMinBytes = sstMinBytes;
    this.piecesPerFence = piecesPerFence;
    this.fences = List.copyOf(fences);
  }

  /**
   * Tells whether an output ends before {@code row}. To be called once for each row.
   *
   * @param bytes size of the output so far; 0 if no output is open
   */
  public boolean endsBefore(byte[] row, long bytes) {
    boolean isAtFence = false;
    while (next < fences.size() && Bytes.compareTo(fences.get(next), row) <= 0) {
      next++;
      isAtFence = true;
    }
    if (isAtFence) {
      boolean hasEnded = pieces > 0;
      pieces = 0;
      return bytes > 0 && (hasEnded || bytes >= sstMinBytes);
    }
    boolean isLastPiece = next < fences.size() && pieces + 1 >= piecesPerFence;
    boolean ends = bytes >= (isLastPiece ? 2 * sstBytes : sstBytes);
    pieces += ends ? 1 : 0;
    return ends;
  }

  /** Returns the last fence up to the rows so far; empty if all fences are behind them. */
  public Optional<byte[]> fence() {
    return next == 0 ? Optional.empty() : Optional.of(fences.get(next - 1).clone());
  }
}
