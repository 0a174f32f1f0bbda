// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import java.util.ArrayList;
import java.util.List;

/** Finds what a load lacks, so that it does not count. */
final class LoadChecks {
  private LoadChecks() {}

  /** Reasons why a load does not count; none if it has all of its figures. */
  static List<String> failures(LoadRun run, LoadPlan plan) {
    List<String> failures = new ArrayList<>();
    if (plan.readsPerSecond() > 0) {
      addReads(failures, run);
    }
    if (run.log().flushes().isEmpty()) {
      failures.add("no flush was logged");
    } else if (run.peakSpace().isEmpty()) {
      failures.add("the space in HDFS has no sample from the second half of the data");
    }
    if (run.engine().isOffloaded() && run.log().offloaded() == 0 && mustCompact(run, plan)) {
      failures.add(
          "none of %d compactions was offloaded".formatted(run.log().compactions().size()));
    }
    return failures;
  }

  private static void addReads(List<String> failures, LoadRun run) {
    LoadWindows windows = run.windows();
    if (windows.all() == 0) {
      failures.add("no read was measured");
    } else if (windows.counted().isEmpty()) {
      failures.add(
          "other programs or the hypervisor disturbed all %d windows".formatted(windows.all()));
    }
    long unknown =
        windows.counted().stream().filter(window -> run.missedBlocks(window).isEmpty()).count();
    if (unknown > 0) {
      failures.add(
          "the counters of the block cache are unknown in %d of %d windows"
              .formatted(unknown, windows.counted().size()));
    }
  }

  /** The range engine may have nothing to merge if keys ascend. */
  private static boolean mustCompact(LoadRun run, LoadPlan plan) {
    return plan.keys() != KeyOrder.ASCENDING || !run.log().compactions().isEmpty();
  }
}
