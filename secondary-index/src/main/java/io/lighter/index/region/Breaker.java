// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import io.lighter.common.MonotonicClock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Index regions that timed out a moment ago. A write that needs one of them is refused at once, in
 * place of a wait that holds up the flushes of its own region. Thread-safe.
 */
final class Breaker {
  private final MonotonicClock clock;
  private final long openNanos;

  /** Region name to the moment of its time-out. Old ones go when another one comes. */
  private final Map<String, Long> timedOut = new ConcurrentHashMap<>();

  /**
   * Creates a breaker that refuses nothing.
   *
   * @param open time for which a region is refused
   */
  Breaker(MonotonicClock clock, Duration open) {
    this.clock = clock;
    this.openNanos = open.toNanos();
  }

  /** Refuses a region from now on. */
  void timedOut(String region) {
    long now = clock.nanoTime();
    boolean unused = timedOut.values().removeIf(then -> now - then >= openNanos);
    timedOut.put(region, now);
  }

  /** Whether a region is refused. */
  boolean refuses(String region) {
    Long then = timedOut.get(region);
    return then != null && clock.nanoTime() - then < openNanos;
  }

  int size() {
    return timedOut.size();
  }
}
