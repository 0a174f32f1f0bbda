// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.metrics;

/** How a metric behaves over time. */
public enum MetricKind {
  /** A number that only grows, from 0 at the start of the process. */
  COUNTER,
  /** A value at the moment of the read. */
  GAUGE,
  /** The number of values, and their distribution since the last read. */
  HISTOGRAM,
  /** A histogram of times in microseconds, with the rate per second. */
  TIMER
}
