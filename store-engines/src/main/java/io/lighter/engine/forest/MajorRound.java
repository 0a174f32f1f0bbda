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
 * @param expiredMillis time before which cells have expired, in milliseconds since the epoch;
 *     {@link Long#MIN_VALUE} if cells of the family do not expire
 */
public record MajorRound(MajorSweep requested, MajorSweep periodic, long expiredMillis) {
  /** No file is due. */
  public static final MajorRound NONE =
      new MajorRound(MajorSweep.NONE, MajorSweep.NONE, Long.MIN_VALUE);

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
    return cluster.stream()
        .anyMatch(
            file -> periodic.isDue(file.facts()) && (cluster.size() > 1 || wouldLoseCells(file)));
  }

  /** Tells whether a rewrite of a file that overlaps none may drop cells; unknown counts as yes. */
  private boolean wouldLoseCells(ForestFile file) {
    return file.mayHaveDeletes() || file.facts().oldestCellMillis() < expiredMillis;
  }
}
