// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import io.lighter.warmup.ResidentMap.Range;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Collects ascending row ranges within a bound on their size. Beyond the bound, the ranges with the
 * smallest gaps (in bytes of the inputs) are merged. Used by one thread.
 */
final class ResidentRanges {
  /** Bytes of a range in a request, besides its rows. */
  static final int RANGE_BYTES = 8;

  /**
   * Multiple of the bound at which ranges are merged early. The larger the multiple, the better the
   * choice of gaps.
   */
  private static final int EARLY = 16;

  private final int mostBytes;
  private List<Piece> pieces = new ArrayList<>();

  /** Size of {@link #pieces} in a request, bytes. */
  private long size;

  private long coveredBytes;

  /** Bytes since the last range that belong to no range. */
  private long gap;

  /** A range, and the bytes of the inputs between the range before and this one. */
  private static final class Piece {
    private final byte[] from;
    private final byte[] to;
    private final long gapBefore;

    Piece(byte[] from, byte[] to, long gapBefore) {
      this.from = from;
      this.to = to;
      this.gapBefore = gapBefore;
    }

    int size() {
      return from.length + to.length + RANGE_BYTES;
    }
  }

  /**
   * Creates an empty list.
   *
   * @param mostBytes largest size in a request
   */
  ResidentRanges(int mostBytes) {
    this.mostBytes = mostBytes;
  }

  /**
   * Appends a range, which extends the last one if they touch.
   *
   * @param bytes bytes of the inputs in the range
   */
  void add(byte[] from, byte[] to, long bytes) {
    coveredBytes += bytes;
    Piece last = pieces.isEmpty() ? null : pieces.get(pieces.size() - 1);
    if (last != null && Bytes.compareTo(from, last.to) <= 0) {
      size += to.length - last.to.length;
      pieces.set(pieces.size() - 1, new Piece(last.from, to, last.gapBefore));
    } else {
      Piece piece = new Piece(from, to, gap);
      pieces.add(piece);
      size += piece.size();
    }
    gap = 0;
    if (size > (long) EARLY * mostBytes) {
      merge();
    }
  }

  /** Passes rows that belong to no range. */
  void skip(long bytes) {
    gap += bytes;
  }

  /** Bytes of the inputs in the ranges. */
  long coveredBytes() {
    return coveredBytes;
  }

  /** The ranges within the bound; a single range may exceed the bound. */
  List<Range> ranges() {
    merge();
    return pieces.stream().map(piece -> new Range(piece.from, piece.to)).toList();
  }

  /** Size of the ranges in a request, bytes. */
  long size() {
    return size;
  }

  /** Merges ranges until the size is within the bound, or one range is left. */
  private void merge() {
    if (size <= mostBytes) {
      return;
    }
    List<Integer> byGap =
        IntStream.range(1, pieces.size())
            .boxed()
            .sorted(Comparator.comparingLong(i -> pieces.get(i).gapBefore))
            .toList();
    BitSet closed = new BitSet();
    for (int i : byGap) {
      if (size <= mostBytes) {
        break;
      }
      closed.set(i);
      size -= pieces.get(i - 1).to.length + pieces.get(i).from.length + RANGE_BYTES;
      coveredBytes += pieces.get(i).gapBefore;
    }
    List<Piece> merged = new ArrayList<>();
    for (int i = 0; i < pieces.size(); i++) {
      Piece piece = pieces.get(i);
      if (closed.get(i)) {
        Piece before = merged.remove(merged.size() - 1);
        merged.add(new Piece(before.from, piece.to, before.gapBefore));
      } else {
        merged.add(piece);
      }
    }
    pieces = merged;
  }
}
