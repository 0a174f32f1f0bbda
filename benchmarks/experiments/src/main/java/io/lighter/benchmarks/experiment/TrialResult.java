// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import java.time.Instant;
import java.util.List;

/**
 * The measurements of a trial.
 *
 * @param cacheFactor size of the block cache relative to the data
 * @param repeat number from 1
 * @param compactions phases around each compaction, in order of time, at least one
 * @param targetRate scheduled operations per second
 * @param failures reasons why the figures are invalid; empty if valid
 * @param notes remarks for readers of the figures
 * @param stalls stalls and their causes
 * @param variant variant of the cluster
 */
public record TrialResult(
    Strategy strategy,
    double cacheFactor,
    int repeat,
    List<PhaseTimes> compactions,
    LatencyLog latencies,
    SampleSeries samples,
    double targetRate,
    List<String> failures,
    List<String> notes,
    TrialStalls stalls,
    ClusterVariant variant) {

  /** Checks and copies the collections. */
  public TrialResult {
    if (compactions.isEmpty()) {
      throw new IllegalArgumentException("compactions: expected at least one");
    }
    compactions = List.copyOf(compactions);
    failures = List.copyOf(failures);
    notes = List.copyOf(notes);
  }

  /** Creates a result of the default cluster, without known stalls. */
  public TrialResult(
      Strategy strategy,
      double cacheFactor,
      int repeat,
      List<PhaseTimes> compactions,
      LatencyLog latencies,
      SampleSeries samples,
      double targetRate,
      List<String> failures,
      List<String> notes) {
    this(
        strategy,
        cacheFactor,
        repeat,
        compactions,
        latencies,
        samples,
        targetRate,
        failures,
        notes,
        TrialStalls.NONE,
        ClusterVariant.DEFAULT);
  }

  /** Creates the result of a trial with one compaction. */
  public TrialResult(
      Strategy strategy,
      double cacheFactor,
      int repeat,
      PhaseTimes times,
      LatencyLog latencies,
      SampleSeries samples,
      double targetRate,
      List<String> failures,
      List<String> notes) {
    this(
        strategy,
        cacheFactor,
        repeat,
        List.of(times),
        latencies,
        samples,
        targetRate,
        failures,
        notes);
  }

  /** The same result as that of a trial in another variant of the cluster. */
  public TrialResult in(ClusterVariant other) {
    return new TrialResult(
        strategy,
        cacheFactor,
        repeat,
        compactions,
        latencies,
        samples,
        targetRate,
        failures,
        notes,
        stalls,
        other);
  }

  /** The kind of the trial's cluster. */
  public ClusterKind cluster() {
    return new ClusterKind(cacheFactor, variant);
  }

  /** Phases around the first compaction. */
  public PhaseTimes first() {
    return compactions.get(0);
  }

  /** End of the trial. */
  public Instant end() {
    return compactions.get(compactions.size() - 1).end();
  }

  /** This result with stalls and their causes. */
  public TrialResult with(TrialStalls explained) {
    return new TrialResult(
        strategy,
        cacheFactor,
        repeat,
        compactions,
        latencies,
        samples,
        targetRate,
        failures,
        notes,
        explained,
        variant);
  }

  /** Whether the figures are valid. */
  public boolean isValid() {
    return failures.isEmpty();
  }
}
