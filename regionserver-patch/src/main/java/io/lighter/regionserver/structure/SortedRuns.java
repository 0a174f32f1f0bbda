// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.structure;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * The sorted runs of a store: sets of files with disjoint rows, which a read may treat as one file.
 * Only the extents of files count, so that engines can be compared. Immutable.
 *
 * @param count least number of runs that have all files, which is the most files with one row in
 *     their extents; 0 without files
 * @param largest names of the files of the run with most bytes
 * @param largestBytes bytes of that run, an estimate of the live bytes of the store: each row is in
 *     at most one of its files
 */
record SortedRuns(int count, Set<String> largest, long largestBytes) {
  private static final Comparator<FileExtent> BY_FIRST =
      Comparator.comparing(FileExtent::first, FileExtent.ROWS).thenComparing(FileExtent::name);

  private static final Comparator<FileExtent> BY_LAST =
      Comparator.comparing(FileExtent::last, FileExtent.ROWS).thenComparing(FileExtent::name);

  /** Copies the names. */
  SortedRuns {
    largest = Set.copyOf(largest);
  }

  /**
   * Returns the runs of a store's files, in time O(n log n). Files without cells are left out.
   *
   * @param files all files, each once, in any order
   */
  static SortedRuns of(List<FileExtent> files) {
    List<FileExtent> withCells = files.stream().filter(FileExtent::hasCells).toList();
    return largest(count(withCells), withCells.stream().sorted(BY_LAST).toList());
  }

  /** Most extents over one row. */
  private static int count(List<FileExtent> files) {
    PriorityQueue<FileExtent> open = new PriorityQueue<>(BY_LAST);
    int most = 0;
    for (FileExtent file : files.stream().sorted(BY_FIRST).toList()) {
      while (!open.isEmpty() && isBefore(open.peek(), file)) {
        open.remove();
      }
      open.add(file);
      most = Math.max(most, open.size());
    }
    return most;
  }

  /**
   * Finds the disjoint files with most bytes: the best of the first i files is the best of the
   * first i - 1, or file i with the best of those that end before it.
   */
  private static SortedRuns largest(int count, List<FileExtent> byLast) {
    long[] best = new long[byLast.size() + 1];
    int[] before = new int[byLast.size()];
    for (int i = 0; i < byLast.size(); i++) {
      before[i] = endingBefore(byLast, i);
      best[i + 1] = Math.max(best[i], best[before[i]] + byLast.get(i).bytes());
    }
    Set<String> names = new HashSet<>();
    int i = byLast.size();
    while (i > 0) {
      if (best[i] == best[i - 1]) {
        i--;
      } else {
        names.add(byLast.get(i - 1).name());
        i = before[i - 1];
      }
    }
    return new SortedRuns(count, names, best[byLast.size()]);
  }

  /** Number of files that end before file {@code i} begins; they are the first ones. */
  private static int endingBefore(List<FileExtent> byLast, int i) {
    int low = 0;
    int high = i;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (isBefore(byLast.get(middle), byLast.get(i))) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static boolean isBefore(FileExtent file, FileExtent other) {
    return FileExtent.ROWS.compare(file.last(), other.first()) < 0;
  }
}
