// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.forest;

import io.lighter.engine.forest.ForestLimits.DropDeletes;
import io.lighter.engine.range.RangeFile;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The rules that every compaction of a store keeps, also one whose files a coprocessor chose. The
 * rules look at all files of the store, not at trees. Immutable.
 */
final class ClusterCheck {
  /**
   * The largest difference of sequence ids that does not tell which file is newer: HBase adds one
   * to the id of the upper half of a parent's file, but not to that of a file that goes to the
   * upper region as a whole.
   */
  private static final long TIE = 1;

  private final Collection<ForestFile> files;
  private final DropDeletes dropDeletes;

  /** Creates the check for the files of a store. */
  ClusterCheck(Collection<ForestFile> files, DropDeletes dropDeletes) {
    this.files = files;
    this.dropDeletes = dropDeletes;
  }

  /**
   * Tells whether a merge of {@code inputs} keeps the order of cells: no file that is left out and
   * overlaps an input is of an age in between. The output has the greatest id of its inputs, and
   * HBase orders equal keys by it. The files of one flush have one id, so a file that is left out
   * may be as new as the newest input, but then only if it overlaps no older one. A file with rows
   * out of order does not count, since no compaction takes it, and merges would wait forever.
   */
  boolean keepsOrder(List<ForestFile> inputs) {
    long oldest = inputs.stream().mapToLong(ForestFile::position).min().orElseThrow();
    long newest = inputs.stream().mapToLong(ForestFile::position).max().orElseThrow();
    return leftOut(inputs).stream()
        .filter(file -> !file.facts().isOutOfOrder())
        .noneMatch(
            file ->
                oldest < file.position()
                    && (file.position() < newest
                        || (file.position() == newest && overlapsOlder(file, inputs))));
  }

  private static boolean overlapsOlder(ForestFile file, List<ForestFile> inputs) {
    return inputs.stream()
        .anyMatch(input -> input.position() < file.position() && input.overlaps(file));
  }

  /**
   * Tells whether the delete markers of {@code inputs} may go, with what they delete. A file that
   * is left out, and overlaps an input, must be newer than all inputs, by its id and its position.
   * The markers then mask nothing that stays, as in a major compaction that ran before that file
   * was written.
   *
   * <p>The order does not tell that of three kinds of files. The markers of a bulk load mask newer
   * files, since the load appears after them. An output of another engine may have cells that are
   * older than its id. A file with rows out of order may have any cell.
   */
  boolean mayDropMarkers(List<ForestFile> inputs) {
    List<ForestFile> leftOut = leftOut(inputs);
    if (leftOut.isEmpty()) {
      return true;
    }
    long newest = inputs.stream().mapToLong(file -> file.facts().sequenceId()).max().orElseThrow();
    long newestPosition = inputs.stream().mapToLong(ForestFile::position).max().orElseThrow();
    return dropDeletes == DropDeletes.NO_OLDER
        && inputs.stream().map(ForestFile::facts).noneMatch(ClusterCheck::isOfAnyAge)
        && leftOut.stream()
            .allMatch(
                file ->
                    !file.facts().isOrderUnknown()
                        && !file.facts().isOutOfOrder()
                        && file.facts().sequenceId() > newest + TIE
                        && file.position() > newestPosition);
  }

  private static boolean isOfAnyAge(RangeFile file) {
    return file.isMaskingNewer() || file.isOrderUnknown();
  }

  /** Returns what is wrong with a plan; empty if nothing is. */
  Optional<String> problem(ForestPlan plan) {
    if (!keepsOrder(plan.inputs())) {
      return Optional.of("a file of an age in between is left out by " + plan);
    }
    if (plan.dropsMarkers() && !mayDropMarkers(plan.inputs())) {
      return Optional.of("an older file of the rows is left out by " + plan);
    }
    return Optional.empty();
  }

  private List<ForestFile> leftOut(List<ForestFile> inputs) {
    Set<String> taken = new HashSet<>();
    inputs.forEach(file -> taken.add(file.name()));
    return files.stream()
        .filter(file -> !taken.contains(file.name()) && inputs.stream().anyMatch(file::overlaps))
        .toList();
  }
}
