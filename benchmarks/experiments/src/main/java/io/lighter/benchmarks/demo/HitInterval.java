// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.util.Collection;
import java.util.OptionalDouble;

/**
 * Block-cache requests of readers in an interval.
 *
 * @param fromSeconds start, relative to the start of the compaction
 * @param toSeconds end
 * @param counts requests
 */
record HitInterval(double fromSeconds, double toSeconds, HitCounts counts) {

  /**
   * Hit ratio at a time, 0 to 1, over the intervals of one or several turns that contain the time;
   * empty without requests. Each turn weighs by its rate of requests.
   */
  static OptionalDouble ratioAt(double seconds, Collection<HitInterval> intervals) {
    double hits = 0;
    double requests = 0;
    for (HitInterval interval : intervals) {
      if (interval.fromSeconds <= seconds && seconds < interval.toSeconds) {
        double length = interval.toSeconds - interval.fromSeconds;
        hits += interval.counts.hits() / length;
        requests += (interval.counts.hits() + interval.counts.misses()) / length;
      }
    }
    return requests == 0 ? OptionalDouble.empty() : OptionalDouble.of(hits / requests);
  }
}
