// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import io.lighter.benchmarks.stall.StallSampler;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Notes on phases in which the CPUs were not only the experiment's. */
final class Disturbances {
  /** Part of one CPU above which a note is worth its place. */
  private static final double MUCH = 0.1;

  private static final double PERCENT = 100;
  private static final List<Phase> COMPARED =
      List.of(Phase.BASELINE, Phase.COMPACTION, Phase.WARMUP);

  private Disturbances() {}

  /**
   * The notes, at most two for each compaction.
   *
   * @param usage use of the machine in a time, by name
   */
  static List<String> notes(
      List<PhaseTimes> compactions, Function<TimeSpan, Map<String, Double>> usage) {
    List<String> notes = new ArrayList<>();
    for (int i = 0; i < compactions.size(); i++) {
      String start = compactions.size() == 1 ? "" : "compaction %d: ".formatted(i + 1);
      add(notes, start + "other programs used ", compactions.get(i), usage, StallSampler.OTHER_CPU);
      add(notes, start + "the hypervisor took ", compactions.get(i), usage, StallSampler.STEAL);
    }
    return notes;
  }

  private static void add(
      List<String> notes,
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
      notes.add(start + String.join(", ", phases));
    }
  }
}
