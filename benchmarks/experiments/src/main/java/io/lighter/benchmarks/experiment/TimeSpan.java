// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import java.time.Duration;
import java.time.Instant;

/**
 * A span of time. Immutable.
 *
 * @param from start
 * @param to end, at or after the start
 */
public record TimeSpan(Instant from, Instant to) {
  private static final double MS_PER_S = 1_000;

  /** Length in seconds, in whole milliseconds. */
  public double seconds() {
    return Duration.between(from, to).toMillis() / MS_PER_S;
  }

  /** Whether an interval lies wholly inside; an interval may touch either end from inside. */
  public boolean contains(LatencyInterval interval) {
    return !interval.start().isBefore(from) && !interval.end().isAfter(to);
  }

  /** Whether a part of an interval lies inside; an interval that begins at the end does not. */
  boolean touches(LatencyInterval interval) {
    return interval.start().isBefore(to) && interval.end().isAfter(from);
  }

  /** Length of the part that both spans have, in seconds. */
  double sharedSeconds(TimeSpan other) {
    Instant start = from.isAfter(other.from) ? from : other.from;
    Instant end = to.isBefore(other.to) ? to : other.to;
    return start.isBefore(end) ? new TimeSpan(start, end).seconds() : 0;
  }
}
