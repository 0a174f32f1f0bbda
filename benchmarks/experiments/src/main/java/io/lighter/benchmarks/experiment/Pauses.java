// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import io.lighter.benchmarks.demo.Progress;
import io.lighter.testing.cluster.Await;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** Lets time pass while the clients of a trial work. Confined to one thread. */
record Pauses(Workload.Clients clients, Progress progress) {
  /**
   * Waits for {@code time}; at once if it is not positive.
   *
   * @param what name of the time for the progress
   * @throws IOException if a client ends
   */
  void pass(String what, Duration time) throws IOException {
    progress.detail(what);
    if (time.isNegative() || time.isZero()) {
      return;
    }
    long start = System.nanoTime();
    Await.until(
        "the end of: " + what,
        time.multipliedBy(2).plusSeconds(1),
        () -> {
          clients.requireRunning();
          double part = (double) (System.nanoTime() - start) / Math.max(1, time.toNanos());
          progress.update(part);
          return part >= 1;
        });
  }

  /** Waits as {@link #pass} does; returns the time that passed by {@code clock}. */
  TimeSpan span(String what, Duration time, Clock clock) throws IOException {
    Instant from = clock.instant();
    pass(what, time);
    return new TimeSpan(from, clock.instant());
  }
}
