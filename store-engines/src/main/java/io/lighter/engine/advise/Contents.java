// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.advise;

import java.util.List;

/**
 * Bytes of a file's cells. An update replaces each live cell with the same probability, so it has
 * its target in some files with the probability of their share of the live bytes. A compaction of
 * the update with these files drops the target.
 *
 * @param fresh bytes of rows that are in no older file
 * @param updates bytes of rows that are in older files
 * @param universe live bytes, of the same rows, of all older files
 */
record Contents(double fresh, double updates, double universe) {

  /** Returns cells of rows that no other file has. */
  static Contents of(double bytes) {
    return new Contents(bytes, 0, 0);
  }

  double bytes() {
    return fresh + updates;
  }

  /** Returns the cells of a share of the rows. */
  Contents part(double share) {
    return new Contents(fresh * share, updates * share, universe * share);
  }

  /** Returns these cells and those of other rows. */
  Contents and(Contents ofOtherRows) {
    return new Contents(
        fresh + ofOtherRows.fresh, updates + ofOtherRows.updates, universe + ofOtherRows.universe);
  }

  /**
   * Returns what a compaction writes: each row once.
   *
   * @param oldestFirst consecutive files of the same rows, at least one
   */
  static Contents merged(List<Contents> oldestFirst) {
    double fresh = 0;
    double updates = 0;
    for (Contents file : oldestFirst) {
      double older = fresh + updates;
      double hit = file.universe > 0 ? Math.min(1, older / file.universe) : 0;
      fresh += file.fresh;
      updates += file.updates * (1 - hit);
    }
    return new Contents(fresh, updates, oldestFirst.get(0).universe);
  }

  static double bytes(List<Contents> files) {
    return files.stream().mapToDouble(Contents::bytes).sum();
  }

  static long[] sizes(List<Contents> files) {
    return files.stream().mapToLong(file -> Math.round(file.bytes())).toArray();
  }
}
