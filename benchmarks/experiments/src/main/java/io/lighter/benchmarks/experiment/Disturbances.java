// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import io.lighter.benchmarks.stall.StallSampler;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Phases in which the CPUs were not only the experiment's. */
final class Disturbances {
  /** Part of one CPU above which a phase is disturbed. */
  private static final double MUCH = 0.1;

  private static final double PERCENT = 100;
  private static final List<Phase> COMPARED =
      List.of(Phase.BASELINE, Phase.COMPACTION, Phase.WARMUP);

  private Disturbances() {}

  /**
   * What others used in the phases of a compaction: at most two phrases, none if it was little.
   *
   * @param usage use of the machine in a time, by name
   */
  static List<String> of(PhaseTimes times, Function<TimeSpan, Map<String, Double>> usage) {
    List<String> found = new ArrayList<>();
    add(found, "other programs used ", times, usage, StallSampler.OTHER_CPU);
    add(found, "the hypervisor took ", times, usage, StallSampler.STEAL);
    return found;
  }

  private static void add(
      List<String> found,
      String start,
      PhaseTimes times,
      Function<TimeSpan, Map<String, Double>> usage,
      String name) {
    List<String> phases = new ArrayList<>();
    for (Phase phase : COMPARED) {
      TimeSpan span = times.measured(phase);
      double part =
          span.seconds() > 0 ? usage.apply(span).getOrDefault(name, 0.0) / span.seconds() : 0;
      if (part > MUCH) {
        phases.add("%.0f %% of a CPU in phase %s".formatted(PERCENT * part, phase.label()));
      }
    }
    if (!phases.isEmpty()) {
      found.add(start + String.join(", ", phases));
    }
  }
}
