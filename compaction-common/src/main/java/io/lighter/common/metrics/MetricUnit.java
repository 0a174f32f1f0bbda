// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.metrics;

/** The unit of a metric. */
public enum MetricUnit {
  /** A number of things that the metric names. */
  COUNT("count"),
  BYTES("bytes"),
  BYTES_PER_SECOND("bytes/s"),
  MILLISECONDS("ms"),
  MICROSECONDS("µs"),
  PERCENT("percent"),
  /** A quotient of two amounts of the same unit. */
  RATIO("ratio"),
  /** 1 for true, 0 for false. */
  BOOLEAN("0 or 1");

  private final String symbol;

  MetricUnit(String symbol) {
    this.symbol = symbol;
  }

  /** The symbol on the reference page. */
  public String symbol() {
    return symbol;
  }
}
