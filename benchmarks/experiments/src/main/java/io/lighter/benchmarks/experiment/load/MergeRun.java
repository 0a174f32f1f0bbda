// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import io.lighter.benchmarks.experiment.TimeSpan;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What was measured while newest rows of a table with tiers were read before, during and after a
 * merge over tiers, without inserts.
 *
 * @param repeat number from 1
 * @param quiet time before the merges
 * @param merging from the start of the first merge to the end of the last one
 * @param after time that begins {@link MergeReads#LATER} after the last merge
 * @param log the merges, with the flushes before them
 * @param failures reasons why the run does not count; empty if it does
 */
public record MergeRun(
    Row row,
    int repeat,
    TimeSpan quiet,
    TimeSpan merging,
    TimeSpan after,
    Reads reads,
    StoreLog log,
    List<String> failures)
    implements MeasuredRun {
  /** Copies the list. */
  public MergeRun {
    failures = List.copyOf(failures);
  }

  @Override
  public TimeSpan span() {
    return new TimeSpan(quiet.from(), after.to());
  }

  /** The windows that lie in a time as a whole. */
  public List<ReadWindow> within(TimeSpan time) {
    return reads.windows().counted().stream()
        .filter(
            window ->
                !window.span().from().isBefore(time.from())
                    && !window.span().to().isAfter(time.to()))
        .toList();
  }

  /** The windows that a merge overlaps. */
  public List<ReadWindow> beside() {
    return reads.windows().counted().stream()
        .filter(
            window ->
                window.span().from().isBefore(merging.to())
                    && window.span().to().isAfter(merging.from()))
        .toList();
  }

  /**
   * Part of a window's gets that missed no block in the cache, if each misses one at most; empty
   * without gets or counters. A block of an index or a filter that is missed counts, too.
   */
  public OptionalDouble hitRatio(ReadWindow window) {
    OptionalLong missed = reads.missedBlocks(window);
    return missed.isPresent() && window.count() > 0
        ? OptionalDouble.of(Math.max(0, 1 - (double) missed.getAsLong() / window.count()))
        : OptionalDouble.empty();
  }
}
