// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.forest;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The trees of a store: a pure function of its files, so that a region that opens again has the
 * trees that it had.
 *
 * <ol>
 *   <li>Intervals of hints that overlap are one interval: of nested ones the outermost counts, and
 *       the others belong to regions that were merged.
 *   <li>Files outside of all intervals are one tree for each position, of stage 1, or of a higher
 *       one by its size.
 *   <li>A tree has at least the stage of each newer one. A small tree that is older than a bulk
 *       load is merged with trees of the load's size, or nothing ever takes it. The trees of a
 *       round are not raised: its first output may come after that of a newer round. Nor does a
 *       round raise older trees before it has an output.
 *   <li>A <em>barrier</em>, a tree with a file that minor compactions leave alone, is in no round.
 *       If some row is in twice as many files as the fan-out, there are no barriers: fewer flushes
 *       than the fan-out between every two of them would never be merged.
 *   <li>A <em>round</em>: the oldest trees of a stage are one tree of the next stage as soon as
 *       they are settled and as many as the fan-out. Their files that overlap none have moved
 *       without being written. The first output of the round has the hint. Until then the same
 *       files lead to the same round, so a round has no state.
 * </ol>
 *
 * <p>Immutable.
 */
public final class Forest {
  private static final Comparator<Tree> BY_AGE = Comparator.comparingLong(Tree::low);

  private final List<Tree> trees;
  private final List<ForestFile> files;
  private final int depth;

  private Forest(List<Tree> trees, Collection<ForestFile> files, int depth) {
    this.trees = List.copyOf(trees);
    this.files = files.stream().sorted(ForestFile.OLDEST_FIRST).toList();
    this.depth = depth;
  }

  /** Returns the forest of all files of a store, each once. */
  public static Forest of(Collection<ForestFile> files, ForestLimits limits) {
    NavigableMap<Long, ForestHint> intervals = intervals(files);
    Map<ForestHint, List<ForestFile>> members = new HashMap<>();
    Map<Long, List<ForestFile>> others = new HashMap<>();
    for (ForestFile file : files) {
      Map.Entry<Long, ForestHint> below = intervals.lowerEntry(file.position());
      (below != null && below.getValue().contains(file.position())
              ? members.computeIfAbsent(below.getValue(), interval -> new ArrayList<>())
              : others.computeIfAbsent(file.position(), position -> new ArrayList<>()))
          .add(file);
    }
    List<Tree> trees = new ArrayList<>();
    members.forEach((interval, inside) -> trees.add(Tree.of(interval, inside)));
    others.forEach(
        (position, alone) ->
            trees.add(Tree.ofPosition(stage(alone, limits), position, alone, limits.fanout())));
    trees.sort(BY_AGE);
    int depth = Clusters.depth(files);
    Predicate<Tree> barrier = depth < 2 * limits.fanout() ? Tree::isBarrier : tree -> false;
    List<Tree> declared = withRounds(trees, limits.fanout(), barrier);
    Set<Tree> written = new HashSet<>(trees);
    raise(declared, tree -> written.contains(tree) && !barrier.test(tree));
    return new Forest(withRounds(declared, limits.fanout(), barrier), files, depth);
  }

  /** Returns the disjoint intervals of all hints, by the position below each. */
  private static NavigableMap<Long, ForestHint> intervals(Collection<ForestFile> files) {
    List<ForestHint> hints =
        files.stream()
            .flatMap(file -> file.hint().stream())
            .sorted(Comparator.comparingLong(ForestHint::low))
            .toList();
    NavigableMap<Long, ForestHint> intervals = new TreeMap<>();
    for (ForestHint hint : hints) {
      Map.Entry<Long, ForestHint> newest = intervals.lastEntry();
      if (newest != null && hint.low() < newest.getValue().high()) {
        intervals.put(newest.getKey(), newest.getValue().with(hint.withDeletes(0)));
      } else {
        intervals.put(hint.low(), hint.withDeletes(0));
      }
    }
    return intervals;
  }

  /** Returns 1 and one more for each factor of the fan-out by which a flush is smaller. */
  private static int stage(List<ForestFile> files, ForestLimits limits) {
    long times = files.stream().mapToLong(ForestFile::bytes).sum() / limits.flushBytes();
    int stage = 1;
    for (long rest = times; rest >= limits.fanout(); rest /= limits.fanout()) {
      stage++;
    }
    return stage;
  }

  /** Raises each tree to the stage of the newer ones that {@code raises} accepts. */
  private static void raise(List<Tree> trees, Predicate<Tree> raises) {
    int highest = 1;
    for (int i = trees.size() - 1; i >= 0; i--) {
      Tree tree = trees.get(i);
      Tree raised = tree.withStageAtLeast(highest);
      trees.set(i, raised);
      highest = raises.test(tree) ? raised.stage() : highest;
    }
  }

  /** Returns the trees with all rounds that are due, in the order of {@code trees}. */
  private static List<Tree> withRounds(List<Tree> trees, int fanout, Predicate<Tree> barrier) {
    List<Tree> rounds = new ArrayList<>();
    for (Tree tree : trees) {
      rounds.add(tree);
      List<Tree> run = newestRun(rounds, barrier);
      while (run.size() == fanout && run.stream().allMatch(Tree::isSettled)) {
        Tree round = Tree.fused(run);
        run.clear();
        rounds.add(round);
        run = newestRun(rounds, barrier);
      }
    }
    return rounds;
  }

  /** Returns the newest trees as far as they have one stage and no barrier is in between. */
  private static List<Tree> newestRun(List<Tree> trees, Predicate<Tree> barrier) {
    int start = trees.size();
    int stage = trees.get(start - 1).stage();
    while (start > 0
        && trees.get(start - 1).stage() == stage
        && !barrier.test(trees.get(start - 1))) {
      start--;
    }
    return trees.subList(start, trees.size());
  }

  /** Returns the trees, oldest first. */
  public List<Tree> trees() {
    return trees;
  }

  /** Returns all files, oldest first. */
  public List<ForestFile> files() {
    return files;
  }

  /** Returns the most files that any row is in: what a read of one row may have to open. */
  public int depth() {
    return depth;
  }

  /**
   * Returns the files that a scan from one row to another may find cells in, both rows inclusive;
   * the first one is behind the other in a reversed scan. All files with a cell if an end is open,
   * a zero-length row: the other one does not tell the direction.
   */
  public List<ForestFile> reads(byte[] from, byte[] to) {
    boolean open = from.length == 0 || to.length == 0;
    boolean forward = Bytes.compareTo(from, to) <= 0;
    byte[] low = forward ? from : to;
    byte[] high = forward ? to : from;
    return files.stream()
        .filter(file -> open ? !file.facts().isEmpty() : file.facts().overlaps(low, high))
        .toList();
  }

  /**
   * Returns the rows at which the trees of {@code stage} are cut. They are the fences that the
   * files of the oldest settled tree of the stage have noted. So a stage keeps its fences when the
   * tree with which they began is merged into the next one. Where nothing is noted, or the files
   * between two fences are enough for several times {@code every}, first rows of files are fences.
   * Empty if no tree of the stage that is older than {@code before} is settled.
   */
  List<byte[]> fences(int stage, long before, int every) {
    return trees.stream()
        .filter(tree -> tree.stage() == stage && tree.high() <= before && tree.isSettled())
        .findFirst()
        .map(tree -> fences(tree, every))
        .orElse(List.of());
  }

  private static List<byte[]> fences(Tree tree, int every) {
    List<ForestFile> byKey =
        tree.clusters().stream().flatMap(List::stream).sorted(Clusters.BY_KEY).toList();
    List<byte[]> fences = new ArrayList<>();
    int start = 0;
    while (start < byKey.size()) {
      byte[] noted = byKey.get(start).fence().orElse(HConstants.EMPTY_START_ROW);
      int end = start + 1;
      while (end < byKey.size() && !isBehind(byKey.get(end).fence(), noted)) {
        end++;
      }
      if (start > 0 && noted.length > 0) {
        add(fences, noted);
      }
      // An interval with a few files more than that is as the tree before it was cut.
      int rest = noted.length > 0 ? every : 1;
      for (int i = start + every; i + rest <= end; i += every) {
        add(fences, byKey.get(i).facts().first());
      }
      start = end;
    }
    return List.copyOf(fences);
  }

  private static boolean isBehind(Optional<byte[]> fence, byte[] noted) {
    return fence.isPresent() && Bytes.compareTo(noted, fence.get()) < 0;
  }

  private static void add(List<byte[]> fences, byte[] row) {
    if (fences.isEmpty() || Bytes.compareTo(fences.get(fences.size() - 1), row) < 0) {
      fences.add(row);
    }
  }

  @Override
  public String toString() {
    return trees.toString();
  }
}
