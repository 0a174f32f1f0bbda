// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.range;

import java.util.List;

/**
 * A compaction that a store should run next. All cells of all inputs go to the outputs, so no file
 * is consumed in part.
 *
 * @param job why
 * @param inputs the files to compact, at least one; all of them are read whole
 * @param keys rows of the outputs
 * @param boundaries of a distribution: where an output ends and the next one starts, with an open
 *     end at either side; else empty
 * @param outputs most files to write, at least 1
 * @param dropsMarkers whether delete markers, and what they delete, may go
 */
public record RangePlan(
    Job job,
    List<RangeFile> inputs,
    KeyRange keys,
    List<byte[]> boundaries,
    int outputs,
    boolean dropsMarkers) {

  /** Reasons for a compaction, in order of preference. */
  public enum Job {
    /** Merge of a range that has half of a file of the region's parent. */
    MERGE_REFERENCE,
    /** Wide files become a delta of each range. */
    DISTRIBUTE,
    /** Merge of a range that a major compaction has still to visit. */
    MERGE_FORCED,
    /** Merge of a range that is twice as large as allowed. */
    MERGE_OVERSIZE,
    /** Deltas of a range become one file. */
    CONSOLIDATE,
    /** Merge of a range with too many files. */
    MERGE_FILES,
    /** Merge of the range with the most bytes of deltas, since all deltas exceed their share. */
    MERGE_BUDGET;

    /** Tells whether the job rewrites the base of a range. */
    public boolean isMerge() {
      return switch (this) {
        case DISTRIBUTE, CONSOLIDATE -> false;
        case MERGE_REFERENCE, MERGE_FORCED, MERGE_OVERSIZE, MERGE_FILES, MERGE_BUDGET -> true;
      };
    }
  }

  public RangePlan {
    inputs = List.copyOf(inputs);
    boundaries = List.copyOf(boundaries);
    if (inputs.isEmpty() || outputs < 1 || (dropsMarkers && !job.isMerge())) {
      throw new IllegalArgumentException(
          "%s of %d files to %d files, markers dropped: %s"
              .formatted(job, inputs.size(), outputs, dropsMarkers));
    }
  }

  /**
   * Checks that the plan reads at most {@link RangeLimits#maxInputBytes}, or two files. Files
   * without a cell do not count.
   *
   * @throws IllegalStateException if the plan reads more
   */
  RangePlan within(RangeLimits limits) {
    long files = inputs.stream().filter(file -> !file.isEmpty()).count();
    if (files > 2 && inputBytes() > limits.maxInputBytes()) {
      throw new IllegalStateException("too much for one compaction: " + this);
    }
    return this;
  }

  /** Returns the bytes of the inputs that have a cell. */
  public long inputBytes() {
    return inputs.stream().filter(file -> !file.isEmpty()).mapToLong(RangeFile::bytes).sum();
  }

  /** Returns when the oldest input was written, in milliseconds since the epoch. */
  public long writtenMillis() {
    return inputs.stream().mapToLong(RangeFile::writtenMillis).min().orElseThrow();
  }

  @Override
  public String toString() {
    return "%s of %d files, %d bytes, in %s to %d files%s"
        .formatted(
            job, inputs.size(), inputBytes(), keys, outputs, dropsMarkers ? ", drops markers" : "");
  }
}
