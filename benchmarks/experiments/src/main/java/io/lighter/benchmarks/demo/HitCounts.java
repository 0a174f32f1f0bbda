package io.lighter.benchmarks.demo;

import java.util.OptionalDouble;

/**
 * Blocks that client reads asked the block cache for: neither those of compactions nor of warm-ups.
 *
 * @param hits blocks that were there
 * @param misses blocks that were not
 */
record HitCounts(long hits, long misses) {
  static final HitCounts NONE = new HitCounts(0, 0);

  HitCounts plus(HitCounts other) {
    return new HitCounts(hits + other.hits, misses + other.misses);
  }

  HitCounts minus(HitCounts earlier) {
    return new HitCounts(hits - earlier.hits, misses - earlier.misses);
  }

  /** 0 to 1; empty if nothing was asked for. */
  OptionalDouble ratio() {
    long requests = hits + misses;
    return requests == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) hits / requests);
  }
}
