// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import java.time.Duration;
import java.time.Instant;
import org.HdrHistogram.Histogram;

/**
 * Latencies of one operation in about a second.
 *
 * @param micros latencies; must not be changed
 */
public record LatencyInterval(Instant start, Instant end, Histogram micros) {
  /** Midpoint of the interval. */
  public Instant middle() {
    return start.plus(Duration.between(start, end).dividedBy(2));
  }
}
