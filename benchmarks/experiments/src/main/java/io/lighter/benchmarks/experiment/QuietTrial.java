// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * What counts of a trial. With an isolated profile, windows of {@link Disturbances#WINDOW} in which
 * other programs or the hypervisor had much of the CPUs are left out. Whole compactions are not, if
 * half of each phase is left: a long compaction meets others more often than a short one, so that
 * without it a strategy would be judged by its short compactions. With other profiles the machine
 * is shared with all that runs on it, and notes say how much that was.
 *
 * @param compactions those that count; all of them if none does
 * @param latencies without the intervals of disturbed windows
 * @param notes what was left out, and why
 * @param failures why the trial is invalid; empty if it is valid
 */
record QuietTrial(
    List<PhaseTimes> compactions, LatencyLog latencies, List<String> notes, List<String> failures) {
  /** Least part of a phase without disturbed windows with which the compaction counts. */
  private static final double LEAST_QUIET = 0.5;

  private static final List<Phase> COMPARED =
      List.of(Phase.BASELINE, Phase.COMPACTION, Phase.WARMUP);

  /** Copies the lists. */
  QuietTrial {
    compactions = List.copyOf(compactions);
    notes = List.copyOf(notes);
    failures = List.copyOf(failures);
  }

  /**
   * Leaves out what was disturbed.
   *
   * @param all the trial's compactions in their order, at least one
   * @param apart whether the profile keeps processes apart
   * @param usage use of the machine in a time, by name
   */
  static QuietTrial of(
      List<PhaseTimes> all,
      LatencyLog latencies,
      boolean apart,
      Function<TimeSpan, Map<String, Double>> usage) {
    TimeSpan whole = new TimeSpan(all.get(0).baseline(), all.get(all.size() - 1).end());
    List<TimeSpan> disturbed = Disturbances.windows(whole, usage);
    List<String> notes = new ArrayList<>();
    if (!disturbed.isEmpty()) {
      notes.add(
          "other programs or the hypervisor had 10 %% of a CPU in %d windows of %d s%s"
              .formatted(
                  disturbed.size(),
                  Disturbances.WINDOW.toSeconds(),
                  apart ? ", which are left out" : ""));
    }
    List<PhaseTimes> counted = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      List<String> phases = phasesDisturbed(all.get(i), disturbed);
      if (phases.isEmpty() || !apart) {
        counted.add(all.get(i));
      } else {
        notes.add(
            "compaction %d does not count: more than half of %s was disturbed"
                .formatted(i + 1, String.join(", ", phases)));
      }
    }
    List<String> failures =
        counted.isEmpty() ? List.of("other programs disturbed all compactions") : List.of();
    return new QuietTrial(
        counted.isEmpty() ? all : counted,
        apart ? latencies.without(disturbed) : latencies,
        notes,
        failures);
  }

  private static List<String> phasesDisturbed(PhaseTimes times, List<TimeSpan> disturbed) {
    List<String> phases = new ArrayList<>();
    for (Phase phase : COMPARED) {
      TimeSpan measured = times.measured(phase);
      double lost = disturbed.stream().mapToDouble(measured::sharedSeconds).sum();
      if (lost > (1 - LEAST_QUIET) * measured.seconds()) {
        phases.add("phase " + phase.label());
      }
    }
    return phases;
  }
}
