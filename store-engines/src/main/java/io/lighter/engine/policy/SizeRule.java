// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.policy;

/** Selects files of a store by their sizes. Implementations are pure functions. */
@FunctionalInterface
public interface SizeRule {
  /**
   * Selects the files of the next compaction.
   *
   * @param bytes sizes of the files from the oldest one on; not negative
   * @return at least two consecutive files, or {@link Selection#NONE}
   */
  Selection select(long[] bytes);

  /**
   * Consecutive files, numbered from the oldest one on. Only consecutive files can be merged: the
   * order of files decides between cells with equal timestamps (HBASE-2856).
   *
   * @param from number of the oldest selected file
   * @param to number after the newest selected file
   */
  record Selection(int from, int to) {
    /** No file. */
    public static final Selection NONE = new Selection(0, 0);

    /** Checks that the numbers are in order. */
    public Selection {
      if (from < 0 || to < from) {
        throw new IllegalArgumentException("files from " + from + " to " + to);
      }
    }

    /** Whether no file is selected. */
    public boolean isEmpty() {
      return from == to;
    }
  }
}
