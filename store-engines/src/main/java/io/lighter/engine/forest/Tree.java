// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.forest;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The files of a store with positions in one interval. Reads treat a settled tree as one sorted
 * run. Immutable.
 */
public final class Tree {
  private final ForestHint interval;
  private final boolean single;
  private final List<ForestFile> files;
  private final List<List<ForestFile>> clusters;
  private final boolean settled;

  private Tree(
      ForestHint interval,
      boolean single,
      List<ForestFile> files,
      List<List<ForestFile>> clusters,
      boolean settled) {
    this.interval = interval;
    this.single = single;
    this.files = files;
    this.clusters = clusters;
    this.settled = settled;
  }

  /** Returns the tree of an interval; of a hint only stage and interval count. */
  static Tree of(ForestHint interval, Collection<ForestFile> files) {
    List<List<ForestFile>> clusters = Clusters.of(files);
    boolean settled =
        clusters.stream().allMatch(cluster -> cluster.size() == 1 && !hasReference(cluster));
    return new Tree(interval, false, oldestFirst(files), clusters, settled);
  }

  /**
   * Returns the tree of files at one position without an interval. Such files may overlap: a bulk
   * load can have the position of the flush that it forced. They are merged in a round, and before
   * that only if {@code fanout} of them have a row in common.
   */
  static Tree ofPosition(int stage, long position, List<ForestFile> files, int fanout) {
    List<List<ForestFile>> clusters = Clusters.of(files);
    boolean settled =
        clusters.stream().noneMatch(Tree::hasReference) && Clusters.depth(files) < fanout;
    ForestHint interval = new ForestHint(stage, position - 1, position, 0);
    return new Tree(interval, true, oldestFirst(files), clusters, settled);
  }

  /** Returns the tree of the next stage that {@code trees}, oldest first, are together. */
  static Tree fused(List<Tree> trees) {
    List<ForestFile> files = new ArrayList<>();
    trees.forEach(tree -> files.addAll(tree.files));
    Tree newest = trees.get(trees.size() - 1);
    int stage = Math.min(newest.stage() + 1, ForestHint.MOST_STAGES);
    return of(new ForestHint(stage, trees.get(0).low(), newest.high(), 0), files);
  }

  Tree withStageAtLeast(int stage) {
    if (stage <= stage()) {
      return this;
    }
    ForestHint raised = new ForestHint(stage, low(), high(), 0);
    return new Tree(raised, single, files, clusters, settled);
  }

  private static List<ForestFile> oldestFirst(Collection<ForestFile> files) {
    return files.stream().sorted(ForestFile.OLDEST_FIRST).toList();
  }

  static boolean hasReference(List<ForestFile> files) {
    return files.stream().anyMatch(file -> file.facts().isReference());
  }

  /** Returns the stage, at least 1. */
  public int stage() {
    return interval.stage();
  }

  /** Returns the position below the oldest one. */
  public long low() {
    return interval.low();
  }

  /** Returns the newest position. */
  public long high() {
    return interval.high();
  }

  /** Returns the hint of the tree's files, without a number of deletes. */
  ForestHint interval() {
    return interval;
  }

  /** Returns the files, oldest first. */
  public List<ForestFile> files() {
    return files;
  }

  /** Returns the connected components of the overlap graph, by key. */
  List<List<ForestFile>> clusters() {
    return clusters;
  }

  /** Returns the groups of files that a compaction is due for: none of a settled tree. */
  public List<List<ForestFile>> dueClusters() {
    return settled
        ? List.of()
        : clusters.stream().filter(cluster -> cluster.size() > 1 || hasReference(cluster)).toList();
  }

  /** Tells whether no compaction of the tree's files among themselves is due. */
  public boolean isSettled() {
    return settled;
  }

  /**
   * Tells whether no round takes the tree while few files overlap: it has a file that minor
   * compactions leave alone. A file of that kind whose position is in an interval is compacted with
   * the other files of the tree.
   */
  boolean isBarrier() {
    return single && files.stream().anyMatch(file -> !file.facts().isInMinor());
  }

  @Override
  public String toString() {
    return "stage %d (%d, %d]%s: %s"
        .formatted(stage(), low(), high(), settled ? "" : ", due", files);
  }
}
