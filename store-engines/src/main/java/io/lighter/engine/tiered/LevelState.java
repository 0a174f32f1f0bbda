// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.tiered;

import io.lighter.common.engine.TierFigures;
import io.lighter.engine.tiered.RunPicker.Run;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * What the levels of a store hold at one moment, whether or not merges run. Immutable.
 *
 * @param bytes bytes of the files by level, {@link TierFigures#LEVELS} numbers
 * @param levelOf level of each file by its name; deep levels as they are
 * @param fullRuns the full runs, the oldest first; none while nothing shows how large a flush is
 */
public record LevelState(
    List<Long> bytes, Map<String, Integer> levelOf, List<LevelState.FullRun> fullRuns) {
  /** The state of a store without files. */
  public static final LevelState EMPTY = new LevelState(TierFigures.NO_BYTES, Map.of(), List.of());

  public LevelState {
    bytes = List.copyOf(bytes);
    levelOf = Map.copyOf(levelOf);
    fullRuns = List.copyOf(fullRuns);
  }

  /**
   * A full run.
   *
   * @param needed K of its level: the files of a merge, at least
   * @param files names of its files
   */
  public record FullRun(int needed, List<String> files) {
    public FullRun {
      files = List.copyOf(files);
    }
  }

  /**
   * Returns the state of files.
   *
   * @param names names of the files, from the oldest to the newest
   * @param files the same files
   * @param shape their levels
   */
  static LevelState of(List<String> names, List<FileView> files, TieredPlanner.Shape shape) {
    long[] bytes = new long[TierFigures.LEVELS];
    Map<String, Integer> levelOf = new HashMap<>();
    for (int i = 0; i < files.size(); i++) {
      int level = shape.each().get(i);
      levelOf.put(names.get(i), level);
      bytes[told(level)] += files.get(i).ownBytes();
    }
    List<FullRun> full = new ArrayList<>();
    if (!shape.isGuess()) {
      int[] levels = shape.each().stream().mapToInt(Integer::intValue).toArray();
      for (Run run : RunPicker.runs(files, levels, new BitSet())) {
        int needed = shape.levels().files(run.level());
        if (run.size() >= needed) {
          full.add(new FullRun(needed, run.of(names)));
        }
      }
    }
    List<Long> byLevel = new ArrayList<>();
    for (long each : bytes) {
      byLevel.add(each);
    }
    return new LevelState(byLevel, levelOf, full);
  }

  /** Returns the number under which a level is told. */
  static int told(int level) {
    return Math.min(level, TierFigures.LEVELS - 1);
  }

  /**
   * Returns the number of full runs that are full without the files of merges, too.
   *
   * @param isMerging tells whether a merge has the file of this name
   */
  public int waiting(Predicate<String> isMerging) {
    int waiting = 0;
    for (FullRun run : fullRuns) {
      long idle = run.files.stream().filter(isMerging.negate()).count();
      waiting += idle >= run.needed ? 1 : 0;
    }
    return waiting;
  }
}
