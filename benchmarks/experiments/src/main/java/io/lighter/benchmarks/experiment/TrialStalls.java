// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import io.lighter.benchmarks.stall.ExplainedStall;
import java.util.List;
import java.util.Map;

/**
 * The stalls of a trial with their causes, and the use of the machine. Immutable.
 *
 * @param stalls stalls of all operations, from when each was due
 * @param usage use in the measured parts of each phase, all compactions together, by name: {@code
 *     cpu_wait_s_…}, {@code safepoint_ms_…}, {@code steal_s}, {@code other_cpu_s}, {@code disk_…}
 * @param missing sources of causes that this machine lacks
 */
public record TrialStalls(
    List<ExplainedStall> stalls, Map<Phase, Map<String, Double>> usage, List<String> missing) {
  /** No stalls, and nothing known of the machine. */
  public static final TrialStalls NONE = new TrialStalls(List.of(), Map.of(), List.of());

  /** Name of the phase of a stall whose interval belongs wholly to no phase. */
  public static final String BETWEEN_PHASES = "boundary";

  /** Copies the collections. */
  public TrialStalls {
    stalls = List.copyOf(stalls);
    usage = Map.copyOf(usage);
    missing = List.copyOf(missing);
  }
}
