// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import io.lighter.benchmarks.experiment.LatencyLog.Timing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Checks of a trial's latencies: what makes it invalid, and what its readers have to know. */
final class TrialChecks {
  /** Least fraction of the target rate, because a slower baseline measures the clients' queue. */
  private static final double LEAST_OF_TARGET = 0.95;

  /** Largest ratio between the halves of a steady baseline. */
  private static final double STEADY = 1.25;

  private static final double MICROS_PER_MS = 1_000;

  private final List<PhaseTimes> compactions;
  private final LatencyLog latencies;
  private final List<String> operations;

  /**
   * Creates checks.
   *
   * @param compactions phases around each compaction
   * @param operations compared operations
   */
  TrialChecks(List<PhaseTimes> compactions, LatencyLog latencies, List<String> operations) {
    this.compactions = List.copyOf(compactions);
    this.latencies = latencies;
    this.operations = List.copyOf(operations);
  }

  /** Reasons why the latencies are invalid; empty if valid. */
  List<String> failures() {
    List<String> failures = new ArrayList<>();
    if (latencies.failedOperations() > 0) {
      failures.add("operations failed: " + latencies.failures());
    }
    for (String operation : operations) {
      if (compactions.stream().anyMatch(it -> count(List.of(it), Phase.BASELINE, operation) == 0)) {
        failures.add(nothingMeasured(operation, Phase.BASELINE));
      }
      if (count(compactions, Phase.WARMUP, operation) == 0) {
        failures.add(nothingMeasured(operation, Phase.WARMUP));
      }
    }
    return failures;
  }

  /**
   * Remarks for readers of the figures.
   *
   * @param targetRate scheduled operations per second; 0 without a schedule
   */
  List<String> notes(double targetRate) {
    List<String> notes = new ArrayList<>();
    if (latencies.damagedIntervals() > 0) {
      notes.add(
          "%d intervals of the clients' logs cannot be read and are left out"
              .formatted(latencies.damagedIntervals()));
    }
    for (int i = 0; i < compactions.size(); i++) {
      addThroughput(notes, i, targetRate);
      addDrift(notes, i);
      addEmpty(notes, i);
    }
    return notes;
  }

  private long count(List<PhaseTimes> times, Phase phase, String operation) {
    return times.stream()
        .mapToLong(one -> latencies.in(one, phase, Timing.DUE, operation).count())
        .sum();
  }

  private static String nothingMeasured(String operation, Phase phase) {
    return "no %s was measured in phase %s".formatted(operation, phase.label());
  }

  private void addThroughput(List<String> notes, int index, double targetRate) {
    TimeSpan baseline = compactions.get(index).measured(Phase.BASELINE);
    double rate =
        latencies.operations().stream().mapToDouble(name -> latencies.rate(name, baseline)).sum();
    if (rate < LEAST_OF_TARGET * targetRate) {
      notes.add(
          "%sthe baseline reached %.0f of %.0f operations a second"
              .formatted(prefix(index), rate, targetRate));
    }
  }

  /**
   * Notes a drifting or disturbed baseline: compared with a baseline that still gets faster, or
   * that another program slows down, all results look good.
   */
  private void addDrift(List<String> notes, int index) {
    Instant from = compactions.get(index).baseline();
    Instant to = compactions.get(index).compaction();
    Instant middle = from.plus(Duration.between(from, to).dividedBy(2));
    List<String> drifting = new ArrayList<>();
    for (String operation : operations) {
      double first = mean(new TimeSpan(from, middle), operation);
      double second = mean(new TimeSpan(middle, to), operation);
      if (first > STEADY * second || second > STEADY * first) {
        drifting.add(
            "%s took %.2f ms in its first half, %.2f ms in the second"
                .formatted(operation, first / MICROS_PER_MS, second / MICROS_PER_MS));
      }
    }
    if (!drifting.isEmpty()) {
      notes.add(prefix(index) + "the baseline is not steady: " + String.join("; ", drifting));
    }
  }

  /** Start of a note on one of several compactions. */
  private String prefix(int index) {
    return compactions.size() == 1 ? "" : "compaction %d: ".formatted(index + 1);
  }

  private double mean(TimeSpan span, String operation) {
    return latencies.within(span, Timing.DUE, operation).micros().getMean();
  }

  /** Notes phases that are shorter than the clients' intervals. */
  private void addEmpty(List<String> notes, int index) {
    PhaseTimes times = compactions.get(index);
    for (Phase phase : List.of(Phase.COMPACTION, Phase.WARMUP, Phase.REST)) {
      for (String operation : operations) {
        if (latencies.in(times, phase, Timing.DUE, operation).covered().isZero()) {
          notes.add(
              "compaction %d: no interval of %s lies wholly in phase %s of %.1f s"
                  .formatted(index + 1, operation, phase.label(), times.measured(phase).seconds()));
        }
      }
    }
  }
}
