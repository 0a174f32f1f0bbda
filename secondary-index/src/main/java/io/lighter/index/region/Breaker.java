// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import io.lighter.common.MonotonicClock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What is refused for a while since it has just failed, by name. Index regions that timed out are:
 * a write that needs one of them fails at once, in place of a wait that holds up the flushes of its
 * own region. Thread-safe.
 */
final class Breaker {
  private final MonotonicClock clock;
  private final long openNanos;

  /** Name to the moment of its failure. Old ones go when another one comes. */
  private final Map<String, Long> failed = new ConcurrentHashMap<>();

  /**
   * Creates a breaker that refuses nothing.
   *
   * @param open time for which a name is refused
   */
  Breaker(MonotonicClock clock, Duration open) {
    this.clock = clock;
    this.openNanos = open.toNanos();
  }

  /** Refuses a name from now on. */
  void refuse(String name) {
    long now = clock.nanoTime();
    boolean unused = failed.values().removeIf(then -> now - then >= openNanos);
    failed.put(name, now);
  }

  /** Whether a name is refused. */
  boolean refuses(String name) {
    Long then = failed.get(name);
    return then != null && clock.nanoTime() - then < openNanos;
  }

  int size() {
    return failed.size();
  }
}
