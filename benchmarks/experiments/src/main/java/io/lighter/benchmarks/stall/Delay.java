// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.stall;

import java.time.Duration;
import java.time.Instant;

/**
 * A time in which operations may have been delayed. Immutable.
 *
 * @param source process or group, such as {@code region-server-1}
 * @param detail further words, such as the VM operation of a safepoint; may be empty
 * @param from start of the time
 * @param to end of the time, at or after the start
 * @param ms delay of one operation in this time, in milliseconds; at most its length
 */
public record Delay(
    Cause cause, String source, String detail, Instant from, Instant to, double ms) {
  private static final double NANOS_PER_MS = 1e6;

  /** A delay that lasts the whole time. */
  static Delay whole(Cause cause, String source, String detail, Instant from, Instant to) {
    return new Delay(cause, source, detail, from, to, millis(from, to));
  }

  /** The part of the delay within a time, in milliseconds: evenly spread. */
  public double within(Instant start, Instant end) {
    double length = millis(from, to);
    Instant first = from.isAfter(start) ? from : start;
    Instant last = to.isBefore(end) ? to : end;
    return length <= 0 || !last.isAfter(first) ? 0 : ms * millis(first, last) / length;
  }

  /** Milliseconds from one time to another. */
  static double millis(Instant from, Instant to) {
    return Duration.between(from, to).toNanos() / NANOS_PER_MS;
  }
}
