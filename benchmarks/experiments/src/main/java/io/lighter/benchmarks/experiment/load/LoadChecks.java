// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import java.util.ArrayList;
import java.util.List;

/** Finds what a run lacks, so that it does not count. */
final class LoadChecks {
  /** Fewer flushes than a file of the slow tier has, and more than one of the fast tier. */
  private static final long MERGED_FLUSHES = 8;

  private LoadChecks() {}

  /** Reasons why a load does not count; none if it has all of its figures. */
  static List<String> failures(LoadRun run) {
    List<String> failures = new ArrayList<>();
    if (run.row().plan().readsPerSecond() > 0) {
      failures.addAll(failures(run.reads()));
    }
    if (run.log().flushes().isEmpty()) {
      failures.add("no flush was logged");
    } else if (run.peakSpace().isEmpty()) {
      failures.add("the space in HDFS has no sample from the second half of the data");
    }
    if (run.row().engine().isOffloaded() && run.log().offloaded() == 0 && mustCompact(run)) {
      failures.add(
          "none of %d compactions was offloaded".formatted(run.log().compactions().size()));
    }
    return failures;
  }

  /** Reasons why reads do not count; none if they have all of their figures. */
  static List<String> failures(Reads reads) {
    List<String> failures = windowFailures(reads);
    LoadWindows windows = reads.windows();
    long unknown =
        windows.counted().stream().filter(window -> reads.missedBlocks(window).isEmpty()).count();
    if (unknown > 0) {
      failures.add(
          "the counters of the block cache are unknown in %d of %d windows"
              .formatted(unknown, windows.counted().size()));
    }
    return failures;
  }

  /** Reasons why reads without figures of the block cache do not count. */
  static List<String> windowFailures(Reads reads) {
    List<String> failures = new ArrayList<>();
    LoadWindows windows = reads.windows();
    if (windows.all() == 0) {
      failures.add("no read was measured");
    } else if (windows.counted().isEmpty()) {
      failures.add(
          "other programs or the hypervisor disturbed all %d windows".formatted(windows.all()));
    }
    return failures;
  }

  /** Reasons why reads over a merge do not count; none if they have all of their figures. */
  static List<String> failures(MergeRun run) {
    List<String> failures = new ArrayList<>();
    if (run.within(run.quiet()).isEmpty()
        || run.beside().isEmpty()
        || run.within(run.after()).isEmpty()) {
      failures.add(
          "no window counts before, during or after the merges: %d, %d, %d"
              .formatted(
                  run.within(run.quiet()).size(),
                  run.beside().size(),
                  run.within(run.after()).size()));
    }
    long largest =
        run.log().compactions().stream()
            .mapToLong(StoreLog.Compaction::outputBytes)
            .max()
            .orElse(0);
    long least = MERGED_FLUSHES * run.row().plan().flushBytes();
    if (largest < least) {
      failures.add(
          "no merge was over tiers: the largest output has %d bytes, expected %d or more"
              .formatted(largest, least));
    }
    if (run.row().engine().isOffloaded() && run.log().offloaded() == 0) {
      failures.add("no merge was offloaded");
    }
    return failures;
  }

  /** An engine that looks at keys may have nothing to merge if they ascend. */
  private static boolean mustCompact(LoadRun run) {
    return run.row().plan().keys() == KeyOrder.RANDOM || !run.log().compactions().isEmpty();
  }
}
