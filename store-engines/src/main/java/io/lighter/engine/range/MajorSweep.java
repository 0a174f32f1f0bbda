// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.range;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Which ranges a major compaction has still to visit: those with a file from before the request.
 * The ranges are merged one by one, so a store that was asked for a major compaction never rewrites
 * all its files at once. A file that was divided or put together, but not merged, has the age of
 * its oldest input. So cells from before the request stay due until a merge has read them, also if
 * the limit of a merge leaves their delta out at first.
 *
 * @param beforeMillis time of the request in milliseconds since the epoch; {@link Long#MIN_VALUE}
 *     if there was none
 */
public record MajorSweep(long beforeMillis) {
  /** No range is due. */
  public static final MajorSweep NONE = new MajorSweep(Long.MIN_VALUE);

  /** Returns the sweep that reaches further, this one or {@code other}. */
  public MajorSweep or(MajorSweep other) {
    return other.beforeMillis > beforeMillis ? other : this;
  }

  /** Tells whether the file is from before the request, and a compaction can read it. */
  public boolean isDue(RangeFile file) {
    return file.writtenMillis() < beforeMillis && !file.isOutOfOrder();
  }

  /** Tells whether a file of the range is from before the request. */
  public boolean isDue(RangeLayout.Range range) {
    return range.files().stream().anyMatch(this::isDue);
  }

  /** Returns the due ranges, the one with the oldest base first. */
  List<RangeLayout.Range> due(List<RangeLayout.Range> ranges) {
    return ranges.stream()
        .filter(this::isDue)
        .sorted(Comparator.comparingLong(MajorSweep::written))
        .toList();
  }

  /** Returns the oldest due file among the wide ones. */
  Optional<RangeFile> dueWide(RangeLayout layout) {
    return layout.wide().stream().filter(this::isDue).findFirst();
  }

  private static long written(RangeLayout.Range range) {
    return range.base().map(RangeFile::writtenMillis).orElse(Long.MAX_VALUE);
  }
}
