package io.lighter.common.metrics;

/** How a metric behaves over time. */
public enum MetricKind {
  /** Only grows, from 0 when the process starts. */
  COUNTER,
  /** True at the moment it is asked. */
  GAUGE,
  /** The distribution of values since the last time somebody asked, and their number. */
  HISTOGRAM,
  /** A histogram of times in microseconds, and how often per second. */
  TIMER
}
