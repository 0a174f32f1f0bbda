// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import io.lighter.benchmarks.experiment.Disturbances;
import io.lighter.benchmarks.experiment.TimeSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The complete windows of a load that have reads.
 *
 * @param counted windows that count, in order
 * @param disturbed number of windows in which other programs or the hypervisor took much of the
 *     CPUs
 * @param leftOut how many of these do not count
 */
public record LoadWindows(List<ReadWindow> counted, int disturbed, int leftOut) {
  /** Copies the list. */
  public LoadWindows {
    counted = List.copyOf(counted);
  }

  /**
   * Leaves out disturbed windows where the CPUs are the experiment's. Elsewhere the machine is
   * shared with all that runs on it, and disturbed windows are only reported.
   *
   * @param apart whether the profile keeps processes apart
   * @param usage use of the machine in a time, by name
   */
  static LoadWindows of(
      List<ReadWindow> complete, boolean apart, Function<TimeSpan, Map<String, Double>> usage) {
    List<ReadWindow> quiet = new ArrayList<>();
    for (ReadWindow window : complete) {
      if (Disturbances.of(window.span(), usage).isEmpty()) {
        quiet.add(window);
      }
    }
    int disturbed = complete.size() - quiet.size();
    return apart
        ? new LoadWindows(quiet, disturbed, disturbed)
        : new LoadWindows(complete, disturbed, 0);
  }

  /** Number of windows, with those that do not count. */
  int all() {
    return counted.size() + leftOut;
  }
}
