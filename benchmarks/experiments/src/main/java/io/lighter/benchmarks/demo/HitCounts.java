// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.util.OptionalDouble;

/**
 * Block-cache requests of client reads, without compactions and warm-ups.
 *
 * @param hits blocks in the cache
 * @param misses blocks not in the cache
 */
record HitCounts(long hits, long misses) {
  static final HitCounts NONE = new HitCounts(0, 0);

  HitCounts plus(HitCounts other) {
    return new HitCounts(hits + other.hits, misses + other.misses);
  }

  HitCounts minus(HitCounts earlier) {
    return new HitCounts(hits - earlier.hits, misses - earlier.misses);
  }

  /** Hit ratio, 0 to 1; empty without requests. */
  OptionalDouble ratio() {
    long requests = hits + misses;
    return requests == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) hits / requests);
  }
}
