// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * A load before it runs.
 *
 * @param repeat number from 1; 0 for a rehearsal, which is in no result
 */
record PlannedLoad(Engine engine, LoadPlan plan, int repeat) {
  /** Whether the load only compiles and fills what all later ones need. */
  boolean isRehearsal() {
    return repeat == 0;
  }

  /**
   * A rehearsal of each engine, since each runs code of its own. Otherwise the first measured load
   * of an engine would be slower than those of engines that share code with a rehearsed one.
   */
  static List<PlannedLoad> rehearsals(List<Engine> engines, LoadPlan plan) {
    LoadPlan shorter = plan.rehearsal(engines.size());
    return engines.stream().map(engine -> new PlannedLoad(engine, shorter, 0)).toList();
  }

  /** The loads of all repeats; each repeat shuffles the order of engines. */
  static List<PlannedLoad> repeats(List<Engine> engines, LoadPlan plan, int repeats, long seed) {
    List<PlannedLoad> loads = new ArrayList<>();
    for (int repeat = 1; repeat <= repeats; repeat++) {
      List<Engine> order = new ArrayList<>(engines);
      Collections.shuffle(order, new Random(seed + repeat));
      for (Engine engine : order) {
        loads.add(new PlannedLoad(engine, plan, repeat));
      }
    }
    return loads;
  }
}
