// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import java.util.ArrayList;
import java.util.List;

/**
 * A trial of an experiment, measured or not.
 *
 * @param repeat number from 1
 */
record PlannedTrial(Strategy strategy, ClusterKind cluster, int repeat) {
  /** All trials of an experiment. */
  static List<PlannedTrial> of(ExperimentSettings settings) {
    List<PlannedTrial> trials = new ArrayList<>();
    for (ClusterKind cluster : settings.clusters()) {
      for (Strategy strategy : settings.strategies(cluster)) {
        for (int repeat = 1; repeat <= settings.repeat(); repeat++) {
          trials.add(new PlannedTrial(strategy, cluster, repeat));
        }
      }
    }
    return trials;
  }

  static PlannedTrial of(TrialResult result) {
    return new PlannedTrial(result.strategy(), result.cluster(), result.repeat());
  }

  static PlannedTrial of(ExperimentResult.Broken broken) {
    return new PlannedTrial(broken.strategy(), broken.cluster(), broken.repeat());
  }

  /** The trial in words of messages. */
  @Override
  public String toString() {
    return "%s %s (%s)".formatted(strategy, repeat, cluster.inWords());
  }
}
