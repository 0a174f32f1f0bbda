// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.range;

/** The end of a major compaction, for tests. */
public final class Sweeps {
  private Sweeps() {}

  /** Tells whether no file with a cell is from before the request. */
  public static boolean isDone(MajorSweep sweep, RangeLayout layout) {
    return layout.withCells().stream().noneMatch(sweep::isDue);
  }
}
