// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.engine.placement.FilePlacement;
import io.lighter.engine.placement.Placement;
import io.lighter.engine.placement.PolicyFileSystem.PolicyTypes;
import io.lighter.engine.placement.TierFiles;
import io.lighter.engine.tiered.FileView;
import io.lighter.engine.tiered.RunPicker;
import io.lighter.engine.tiered.TieredLimits;
import io.lighter.engine.tiered.TieredPlanner;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Where the engine's levels put the files of a store, and where they are. A compaction that runs is
 * not known here, so its inputs are in runs, too.
 *
 * @param base bytes of a file of level 0
 * @param isGuess whether the base is the table's flush size, since no file shows another one
 * @param files the oldest first
 */
record TierPlacement(
    TierStores.Store store, long base, boolean isGuess, List<TierPlacement.File> files) {
  /**
   * A file with its place.
   *
   * @param run number of its run, from 1 for the oldest; empty if no merge may have the file
   * @param tier number of its tier, from 1 for the fastest
   * @param policy storage policy of the tier; empty for that of the family's folder
   * @param blocks where the blocks are and should be; empty if that is not known
   */
  record File(
      TierStores.File file,
      int level,
      Optional<Integer> run,
      int tier,
      Optional<String> policy,
      Optional<FilePlacement> blocks) {
    /** Returns the bytes of replicas by the types of storage that the policy asks for. */
    Map<String, Long> intended() {
      return blocks.map(FilePlacement::intended).orElse(Map.of());
    }

    /** Returns the bytes of replicas by the types of storage that hold them. */
    Map<String, Long> real() {
      return blocks.map(FilePlacement::real).orElse(Map.of());
    }
  }

  /**
   * Computes the places of a store's files.
   *
   * @param types the types of storage that policies ask for
   */
  static TierPlacement of(TierStores.Store store, TieredLimits limits, PolicyTypes types) {
    List<FileView> views = store.files().stream().map(TierStores.File::view).toList();
    TieredPlanner planner = new TieredPlanner(limits);
    TieredPlanner.Shape shape = planner.shape(views);
    int[] each = shape.each().stream().mapToInt(Integer::intValue).toArray();
    List<RunPicker.Run> runs = RunPicker.runs(views, each, new BitSet());
    Map<String, FilePlacement> blocks = blocks(store, planner.policies(views), types);
    List<File> files = new ArrayList<>();
    for (int i = 0; i < each.length; i++) {
      TierStores.File file = store.files().get(i);
      files.add(
          new File(
              file,
              each[i],
              runOf(i, runs),
              shape.levels().tier(each[i]) + 1,
              shape.levels().policy(each[i]),
              Optional.ofNullable(blocks.get(file.name()))));
    }
    return new TierPlacement(store, shape.base(), shape.isGuess(), files);
  }

  /** Compares the files with their folder as an audit does. */
  private static Map<String, FilePlacement> blocks(
      TierStores.Store store, Optional<List<Optional<String>>> policies, PolicyTypes types) {
    List<Optional<String>> names =
        store.files().stream()
            .map(file -> Optional.of(file.name()).filter(name -> file.isOwn()))
            .toList();
    return store
        .folder()
        .map(folder -> Placement.files(TierFiles.of(store.path(), names, policies), folder, types))
        .orElse(Map.of());
  }

  private static Optional<Integer> runOf(int file, List<RunPicker.Run> runs) {
    for (int run = 0; run < runs.size(); run++) {
      if (runs.get(run).from() <= file && file < runs.get(run).to()) {
        return Optional.of(run + 1);
      }
    }
    return Optional.empty();
  }

  /** Returns the bytes of replicas of all stores by the types that the policies ask for. */
  static Map<String, Long> intended(List<TierPlacement> stores) {
    return sum(stores, File::intended);
  }

  /** Returns the bytes of replicas of all stores by the types that hold them. */
  static Map<String, Long> real(List<TierPlacement> stores) {
    return sum(stores, File::real);
  }

  private static Map<String, Long> sum(
      List<TierPlacement> stores, Function<File, Map<String, Long>> bytes) {
    Map<String, Long> sum = new TreeMap<>();
    for (TierPlacement store : stores) {
      for (File file : store.files) {
        bytes.apply(file).forEach((type, more) -> sum.merge(type, more, Long::sum));
      }
    }
    return sum;
  }
}
