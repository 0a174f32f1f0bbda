// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.tiered;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Finds the runs of a store, and the next one to merge. Stateless. */
public final class RunPicker {
  private RunPicker() {}

  /**
   * Files that are adjacent in age, numbered from the oldest file of the store on.
   *
   * @param from number of the oldest file
   * @param to number after the newest file
   * @param level level of the files; of the newest file if they are of several levels
   */
  public record Run(int from, int to, int level) {
    /** Returns the number of files. */
    public int size() {
      return to - from;
    }

    /** Returns the files of the run among all files of the store. */
    public <T> List<T> of(List<T> files) {
      return files.subList(from, to);
    }

    /** Returns the bytes of the run's files. */
    public long bytes(List<FileView> files) {
      return of(files).stream().mapToLong(FileView::ownBytes).sum();
    }
  }

  /**
   * Returns all runs, the oldest first: maximal stretches of adjacent files of one level that may
   * be merged and are not compacting.
   *
   * @param levels level of each file, from the oldest to the newest
   * @param compacting numbers of the files that are being compacted
   */
  public static List<Run> runs(List<FileView> files, int[] levels, BitSet compacting) {
    List<Run> runs = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < levels.length; i++) {
      if (!isIdle(files, compacting, i)) {
        from = i + 1;
      } else if (i + 1 == levels.length
          || levels[i + 1] != levels[i]
          || !isIdle(files, compacting, i + 1)) {
        runs.add(new Run(from, i + 1, levels[i]));
        from = i + 1;
      }
    }
    return runs;
  }

  private static boolean isIdle(List<FileView> files, BitSet compacting, int file) {
    return !compacting.get(file) && files.get(file).isMergeable();
  }

  /** Returns the shallowest run with K files or more; the newest run is the shallowest. */
  public static Optional<Run> full(List<Run> runs, Levels levels, Predicate<Run> isAllowed) {
    return runs.stream()
        .filter(run -> run.size() >= levels.files(run.level()))
        .filter(isAllowed)
        .reduce((older, newer) -> newer);
  }

  /** Returns the newest run with a reference. */
  public static Optional<Run> ofReferences(List<Run> runs, List<FileView> files) {
    return runs.stream()
        .filter(run -> run.of(files).stream().anyMatch(FileView::isReference))
        .reduce((older, newer) -> newer);
  }

  /**
   * Returns the two adjacent idle files with the fewest bytes, of whatever levels: for a store that
   * holds flushes back and has no full run.
   */
  public static Optional<Run> cheapestPair(
      List<FileView> files, int[] levels, BitSet compacting, Predicate<Run> isAllowed) {
    List<Run> pairs = new ArrayList<>();
    for (int i = 0; i + 1 < levels.length; i++) {
      if (isIdle(files, compacting, i) && isIdle(files, compacting, i + 1)) {
        pairs.add(new Run(i, i + 2, levels[i + 1]));
      }
    }
    return pairs.stream()
        .filter(isAllowed)
        .min(Comparator.comparingLong(pair -> pair.bytes(files)));
  }
}
