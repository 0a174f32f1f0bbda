// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

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
   * @param intended bytes of replicas by the types of storage that the policy asks for; empty if
   *     the policy or the file's blocks are not known
   */
  record File(
      TierStores.File file,
      int level,
      Optional<Integer> run,
      int tier,
      Optional<String> policy,
      Map<String, Long> intended) {}

  /**
   * Computes the places of a store's files.
   *
   * @param types the types of storage of a policy's replicas
   */
  static TierPlacement of(
      TierStores.Store store, TieredLimits limits, Map<String, List<String>> types) {
    List<FileView> views = store.files().stream().map(TierStores.File::view).toList();
    TieredPlanner.Shape shape = new TieredPlanner(limits).shape(views);
    int[] each = shape.each().stream().mapToInt(Integer::intValue).toArray();
    List<RunPicker.Run> runs = RunPicker.runs(views, each, new BitSet());
    List<File> files = new ArrayList<>();
    for (int i = 0; i < each.length; i++) {
      TierStores.File file = store.files().get(i);
      Optional<String> policy = shape.levels().policy(each[i]);
      files.add(
          new File(
              file,
              each[i],
              runOf(i, runs),
              shape.levels().tier(each[i]) + 1,
              policy,
              intended(file, policy.or(store::policy).map(types::get))));
    }
    return new TierPlacement(store, shape.base(), shape.isGuess(), files);
  }

  private static Optional<Integer> runOf(int file, List<RunPicker.Run> runs) {
    for (int run = 0; run < runs.size(); run++) {
      if (runs.get(run).from() <= file && file < runs.get(run).to()) {
        return Optional.of(run + 1);
      }
    }
    return Optional.empty();
  }

  private static Map<String, Long> intended(TierStores.File file, Optional<List<String>> types) {
    Map<String, Long> bytes = new TreeMap<>();
    if (types.isPresent() && file.isOwn()) {
      int last = types.get().size() - 1;
      for (int replica = 0; replica < file.replication(); replica++) {
        bytes.merge(types.get().get(Math.min(replica, last)), file.view().length(), Long::sum);
      }
    }
    return bytes;
  }

  /** Returns the bytes of replicas of all stores by the types that the policies ask for. */
  static Map<String, Long> intended(List<TierPlacement> stores) {
    Map<String, Long> sum = new TreeMap<>();
    for (TierPlacement store : stores) {
      store.files.forEach(file -> add(sum, file.intended()));
    }
    return sum;
  }

  /** Returns the bytes of replicas of all stores by the types that hold them. */
  static Map<String, Long> placed(List<TierPlacement> stores) {
    Map<String, Long> sum = new TreeMap<>();
    for (TierPlacement store : stores) {
      store.files.forEach(file -> add(sum, file.file().placed()));
    }
    return sum;
  }

  private static void add(Map<String, Long> sum, Map<String, Long> bytes) {
    bytes.forEach((type, more) -> sum.merge(type, more, Long::sum));
  }
}
