// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.forest;

import io.lighter.engine.range.MajorSweep;
import java.util.List;

/**
 * Which files major compactions have still to rewrite. A requested one rewrites each file from
 * before the request. The periodic one rewrites a cluster only if that changes something: if files
 * overlap, or a file may have delete markers or expired cells. So files in key order stay.
 *
 * @param requested the last major compaction that was asked for
 * @param periodic the files older than HBase's period
 * @param expires whether cells of the family expire
 */
public record MajorRound(MajorSweep requested, MajorSweep periodic, boolean expires) {
  /** No file is due. */
  public static final MajorRound NONE = new MajorRound(MajorSweep.NONE, MajorSweep.NONE, false);

  /** Tells whether files that overlap each other, but no other file, have to be rewritten. */
  boolean isDue(List<ForestFile> cluster) {
    return cluster.stream().anyMatch(file -> requested.isDue(file.facts()))
        || isPeriodicDue(cluster);
  }

  /** Tells whether the file is old enough for one of the compactions. */
  boolean mayBeDue(ForestFile file) {
    return requested.isDue(file.facts()) || periodic.isDue(file.facts());
  }

  private boolean isPeriodicDue(List<ForestFile> cluster) {
    boolean changes = expires || cluster.size() > 1;
    return cluster.stream()
        .anyMatch(file -> periodic.isDue(file.facts()) && (changes || file.mayHaveDeletes()));
  }

  /** Tells whether a file of the store is older than the period, and a rewrite would change it. */
  public boolean isPeriodicDue(Forest forest) {
    return Clusters.of(forest.files()).stream().anyMatch(this::isPeriodicDue);
  }

  /** Tells whether no file that a compaction can read is due. */
  public boolean isDone(Forest forest) {
    return Clusters.of(forest.files()).stream().noneMatch(this::isDue);
  }
}
