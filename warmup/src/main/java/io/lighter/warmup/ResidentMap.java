// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import java.util.List;

/**
 * The rows of a compaction's inputs that are worth retaining, see {@link ResidentScan}. Immutable.
 *
 * @param ranges ascending and disjoint; empty if nothing is cached
 * @param cachedBytes bytes on disk of the cached data blocks of all inputs
 * @param coveredBytes bytes on disk of the data blocks with rows of the ranges, cached or not; an
 *     estimate
 */
public record ResidentMap(List<Range> ranges, long cachedBytes, long coveredBytes) {
  /** The rows from a first row up to another one, which is excluded. Immutable. */
  public static final class Range {
    private final byte[] from;
    private final byte[] to;

    Range(byte[] from, byte[] to) {
      this.from = from;
      this.to = to;
    }

    /** The first row, which must not be changed. */
    public byte[] from() {
      return from;
    }

    /** The first row behind the range, which must not be changed. */
    public byte[] to() {
      return to;
    }
  }

  /** Copies the list. */
  public ResidentMap {
    ranges = List.copyOf(ranges);
  }
}
