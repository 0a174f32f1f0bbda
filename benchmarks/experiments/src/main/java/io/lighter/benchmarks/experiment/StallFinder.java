// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import io.lighter.benchmarks.experiment.LatencyLog.Timing;
import io.lighter.benchmarks.stall.Stall;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds the intervals of a trial with an operation over {@link SpanLatencies#STALL}. */
record StallFinder(List<PhaseTimes> compactions) {
  private static final double MICROS_PER_MS = 1e3;

  /**
   * The stalls of the phases and their boundaries. The time between the rest after a compaction and
   * the next baseline belongs to no phase.
   */
  List<Stall> find(LatencyLog log, List<String> operations) {
    List<Stall> stalls = new ArrayList<>();
    double least = SpanLatencies.STALL.toMillis();
    for (String operation : operations) {
      for (LatencyInterval interval : log.intervals(Timing.DUE, operation)) {
        double longest = interval.maxMicros() / MICROS_PER_MS;
        if (longest > least) {
          phase(interval)
              .map(p -> new Stall(operation, p, interval.start(), interval.end(), longest))
              .ifPresent(stalls::add);
        }
      }
    }
    return stalls;
  }

  /** The measured parts of a phase, one for each compaction. */
  List<TimeSpan> spans(Phase phase) {
    return compactions.stream().map(times -> times.measured(phase)).toList();
  }

  private Optional<String> phase(LatencyInterval interval) {
    for (Phase phase : Phase.values()) {
      if (spans(phase).stream().anyMatch(span -> span.contains(interval))) {
        return Optional.of(phase.label());
      }
    }
    return compactions.stream().anyMatch(times -> touchesBoundary(times, interval))
        ? Optional.of(TrialStalls.BETWEEN_PHASES)
        : Optional.empty();
  }

  /** Whether an interval contains the start or the end of a compaction's phases. */
  private static boolean touchesBoundary(PhaseTimes times, LatencyInterval interval) {
    return List.of(times.compaction(), times.commit(), times.warm()).stream()
        .anyMatch(time -> !time.isBefore(interval.start()) && !time.isAfter(interval.end()));
  }
}
