// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * All measurements of an experiment.
 *
 * @param operations compared operations, in the order of reports
 * @param workload description of the clients
 * @param machine description of this machine
 * @param isolation parts of the profile in force and missing
 * @param broken failed trials
 * @param trialsLeft remaining trials; greater than 0 only in an {@link Interim} result
 * @param start start of the experiment
 */
public record ExperimentResult(
    ExperimentSettings settings,
    List<String> operations,
    Map<String, Object> workload,
    Map<String, Object> machine,
    List<String> isolation,
    List<TrialResult> trials,
    List<Broken> broken,
    int trialsLeft,
    Instant start,
    Duration duration) {

  /** Copies the collections. */
  public ExperimentResult {
    operations = List.copyOf(operations);
    isolation = List.copyOf(isolation);
    trials = List.copyOf(trials);
    broken = List.copyOf(broken);
  }

  /** A trial without a result. */
  public record Broken(Strategy strategy, ClusterKind cluster, int repeat, String reason) {
    /** Creates a trial of the default cluster. */
    public Broken(Strategy strategy, double cacheFactor, int repeat, String reason) {
      this(strategy, new ClusterKind(cacheFactor, ClusterVariant.DEFAULT), repeat, reason);
    }
  }
}
