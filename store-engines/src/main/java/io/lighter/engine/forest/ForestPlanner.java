// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.forest;

import io.lighter.engine.forest.ForestPlan.Job;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Chooses the next compaction of a store, in the order of {@link Job}. Compactions of a store that
 * run at the same time have no file in common. Of the clusters that are due the one comes first
 * that has the most files at one row; ties go to the oldest tree, then to the lowest key. The first
 * tree of a stage is settled before others of the stage are begun, since they end at its fences.
 *
 * <p>Immutable, no I/O. A call costs the number of files times that of one cluster, or less.
 */
public final class ForestPlanner {
  /** Compactions of one store at a time. {@link Job#TIDY} leaves one of them to the others. */
  private static final int MOST_RUNNING = 2;

  /** Small neighbours that are put together; fewer are left as they are. */
  private static final int TIDY_FILES = 8;

  private static final Comparator<Due> DEEPEST_FIRST =
      Comparator.comparingInt((Due due) -> Clusters.depth(due.files)).reversed();

  private final ForestLimits limits;
  private final Consumer<String> problems;

  /**
   * Creates a planner.
   *
   * @param problems takes a sentence about each plan that was given up since a check failed, which
   *     is an error of this class
   */
  public ForestPlanner(ForestLimits limits, Consumer<String> problems) {
    this.limits = limits;
    this.problems = problems;
  }

  /**
   * Returns the compaction to run next, empty if the store needs none or has enough running.
   *
   * @param forest trees of all files of the store, also of those in running compactions
   * @param busy names of the files in running compactions
   * @param running number of running compactions; their files do not tell it
   * @param major the files that major compactions have still to rewrite
   */
  public Optional<ForestPlan> next(Forest forest, Set<String> busy, int running, MajorRound major) {
    return running >= MOST_RUNNING
        ? Optional.empty()
        : new Choice(forest, busy, running, major).next();
  }

  /**
   * Returns a compaction of files that something else has chosen, which may be any idle files of
   * the store: the oldest ones of them, as many as can be merged without a file of an age in
   * between. The compaction keeps delete markers. Empty if {@code chosen} is.
   */
  public Optional<ForestPlan> chosen(Forest forest, Collection<ForestFile> chosen) {
    ClusterCheck check = new ClusterCheck(forest.files(), limits.dropDeletes());
    List<ForestFile> oldestFirst = chosen.stream().sorted(ForestFile.OLDEST_FIRST).toList();
    for (int count = oldestFirst.size(); count > 0; count--) {
      List<ForestFile> files = oldestFirst.subList(0, count);
      if (check.keepsOrder(files)) {
        return Optional.of(new ForestPlan(Job.CHOSEN, files, Optional.empty(), List.of(), false));
      }
    }
    return Optional.empty();
  }

  /** Files that one compaction would take, and the tree of the output. */
  private record Due(ForestHint tree, List<ForestFile> files) {}

  /** The choice for one forest. */
  private final class Choice {
    private final Forest forest;
    private final Set<String> busy;
    private final int running;
    private final MajorRound major;
    private final ClusterCheck check;

    Choice(Forest forest, Set<String> busy, int running, MajorRound major) {
      this.forest = forest;
      this.busy = busy;
      this.running = running;
      this.major = major;
      check = new ClusterCheck(forest.files(), limits.dropDeletes());
    }

    Optional<ForestPlan> next() {
      return Stream.<Supplier<Stream<ForestPlan>>>of(
              this::references, this::clusters, this::tidy, this::majors)
          .flatMap(Supplier::get)
          .filter(this::isSound)
          .findFirst();
    }

    private boolean isBusy(ForestFile file) {
      return busy.contains(file.name());
    }

    private boolean isIdle(List<ForestFile> files) {
      return files.stream().noneMatch(this::isBusy);
    }

    private boolean isSound(ForestPlan plan) {
      Optional<String> problem = check.problem(plan);
      problem.ifPresent(problems);
      return problem.isEmpty();
    }

    private Stream<ForestPlan> references() {
      return due(forest.trees().stream(), Tree::hasReference).map(due -> plan(Job.REFERENCE, due));
    }

    /**
     * Trees that wait come last, and only if nothing else runs: a tree that no compaction settles
     * must not hold others up for ever.
     */
    private Stream<ForestPlan> clusters() {
      Map<Boolean, List<Tree>> waiting =
          forest.trees().stream()
              .filter(tree -> !tree.isSettled())
              .collect(Collectors.partitioningBy(this::isWaitingForFences));
      List<Due> due = new ArrayList<>(deepestFirst(waiting.get(false)));
      if (running == 0) {
        due.addAll(deepestFirst(waiting.get(true)));
      }
      return due.stream().flatMap(this::cluster);
    }

    /** Returns the compaction of a cluster or, if that is large, those of files that chain it. */
    private Stream<ForestPlan> cluster(Due due) {
      List<byte[]> cuts = ClusterCuts.of(due.files, limits.mostClusterBytes());
      List<ForestPlan> chains =
          due.files.stream()
              .filter(file -> mayBeCut(file, due.files))
              .flatMap(file -> cut(file, cuts).stream())
              .toList();
      return chains.isEmpty() ? Stream.of(plan(Job.CLUSTER, due)) : chains.stream();
    }

    private static Optional<ForestPlan> cut(ForestFile file, List<byte[]> cuts) {
      List<byte[]> inside = cuts.stream().filter(cut -> ClusterCuts.divides(cut, file)).toList();
      return inside.isEmpty()
          ? Optional.empty()
          : Optional.of(new ForestPlan(Job.CUT, List.of(file), file.hint(), inside, false));
    }

    /** HBase orders files of one id by more than the id, which a new file does not keep. */
    private static boolean mayBeCut(ForestFile file, List<ForestFile> cluster) {
      return !file.facts().isReference()
          && !file.facts().isRowsUnknown()
          && cluster.stream()
              .filter(other -> !other.name().equals(file.name()) && other.overlaps(file))
              .noneMatch(
                  other ->
                      other.position() == file.position()
                          || other.facts().sequenceId() == file.facts().sequenceId());
    }

    private List<Due> deepestFirst(List<Tree> trees) {
      return due(trees.stream(), cluster -> cluster.size() > 1).sorted(DEEPEST_FIRST).toList();
    }

    /**
     * Tells whether the older trees of the same stage have no fences yet, since none is settled.
     * Files of a tree without fences end at other rows, and chain all files of the next round to
     * one cluster.
     */
    private boolean isWaitingForFences(Tree tree) {
      List<Tree> older =
          forest.trees().stream()
              .filter(other -> other.stage() == tree.stage() && other.high() <= tree.low())
              .toList();
      return !older.isEmpty() && older.stream().noneMatch(Tree::isSettled);
    }

    private Stream<Due> due(Stream<Tree> trees, Predicate<List<ForestFile>> wanted) {
      return trees.flatMap(
          tree ->
              tree.clusters().stream()
                  .filter(wanted)
                  .filter(this::isIdle)
                  .map(cluster -> new Due(tree.interval(), cluster)));
    }

    /** Puts small files of a settled tree together: flushes in key order stay small otherwise. */
    private Stream<ForestPlan> tidy() {
      if (running + 1 >= MOST_RUNNING) {
        return Stream.empty();
      }
      return forest.trees().stream()
          .filter(tree -> tree.isSettled() && tree.clusters().size() > 1)
          .flatMap(
              tree ->
                  Stream.concat(neighbours(tree).stream(), empty(tree).stream())
                      .map(files -> plan(Job.TIDY, new Due(tree.interval(), files))));
    }

    /**
     * Returns the first small neighbours by key that are together large enough for a file. No fence
     * is between them, at which the output would be divided again.
     */
    private Optional<List<ForestFile>> neighbours(Tree tree) {
      List<byte[]> fences = fences(tree.interval());
      List<ForestFile> small = new ArrayList<>();
      long bytes = 0;
      for (List<ForestFile> cluster : tree.clusters()) {
        ForestFile file = cluster.get(0);
        boolean isSmall =
            cluster.size() == 1 && !isBusy(file) && file.bytes() < limits.smallBytes();
        if (!isSmall || (!small.isEmpty() && isFenceBetween(fences, small.get(0), file))) {
          small.clear();
          bytes = 0;
        }
        if (isSmall) {
          small.add(file);
          bytes += file.bytes();
        }
        if (small.size() >= TIDY_FILES && bytes >= limits.sstBytes()) {
          return Optional.of(small);
        }
      }
      return Optional.empty();
    }

    private static boolean isFenceBetween(List<byte[]> fences, ForestFile low, ForestFile high) {
      return fences.stream()
          .anyMatch(
              fence ->
                  Bytes.compareTo(low.facts().first(), fence) < 0
                      && Bytes.compareTo(fence, high.facts().last()) <= 0);
    }

    private Optional<List<ForestFile>> empty(Tree tree) {
      List<ForestFile> empty = idleEmpty(tree.interval());
      return empty.size() >= TIDY_FILES ? Optional.of(empty) : Optional.empty();
    }

    private Stream<ForestPlan> majors() {
      List<Tree> trees = forest.trees();
      int newest = trees.size() - 1;
      while (newest >= 0 && !isDue(trees.get(newest))) {
        newest--;
      }
      if (newest < 0) {
        return Stream.empty();
      }
      List<ForestFile> files = new ArrayList<>();
      int stage = 1;
      for (Tree tree : trees.subList(0, newest + 1)) {
        files.addAll(tree.files());
        stage = Math.max(stage, tree.stage());
      }
      ForestHint all = new ForestHint(stage, trees.get(0).low(), trees.get(newest).high(), 0);
      return Clusters.of(files).stream()
          .filter(cluster -> isIdle(cluster) && major.isDue(cluster))
          .map(cluster -> plan(Job.MAJOR, new Due(all, cluster)));
    }

    private boolean isDue(Tree tree) {
      return tree.files().stream().anyMatch(major::mayBeDue);
    }

    private ForestPlan plan(Job job, Due due) {
      List<ForestFile> inputs = new ArrayList<>(due.files);
      if (due.files.get(0).hasCells()) {
        inputs.addAll(idleEmpty(due.tree));
      }
      return new ForestPlan(
          job, inputs, Optional.of(due.tree), fences(due.tree), check.mayDropMarkers(inputs));
    }

    private List<byte[]> fences(ForestHint tree) {
      return forest.fences(tree.stage(), tree.low(), limits.piecesPerFence());
    }

    /** Returns the idle files of a tree that have no cell. An output can replace them. */
    private List<ForestFile> idleEmpty(ForestHint tree) {
      return forest.files().stream()
          .filter(file -> file.facts().isEmpty() && tree.contains(file.position()))
          .filter(file -> !isBusy(file))
          .toList();
    }
  }
}
