// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Latencies of one operation in a short time, at most about a second. Immutable.
 *
 * <p>Only recorded values are stored: a trial has tens of thousands of intervals, and a histogram's
 * array takes some 80 KB, however few operations it has.
 */
public final class LatencyInterval {
  private final Instant start;
  private final Instant end;
  private final long[] micros; // ascending
  private final long[] counts; // of the value at the same place

  /**
   * Copies the latencies.
   *
   * @param micros latencies in microseconds
   */
  public LatencyInterval(Instant start, Instant end, Histogram micros) {
    this.start = start;
    this.end = end;
    long[] values = new long[8];
    long[] times = new long[8];
    int size = 0;
    for (HistogramIterationValue value : micros.recordedValues()) {
      if (size == values.length) {
        values = Arrays.copyOf(values, 2 * size);
        times = Arrays.copyOf(times, 2 * size);
      }
      values[size] = value.getValueIteratedTo();
      times[size] = value.getCountAtValueIteratedTo();
      size++;
    }
    this.micros = Arrays.copyOf(values, size);
    this.counts = Arrays.copyOf(times, size);
  }

  /** Start of the interval. */
  public Instant start() {
    return start;
  }

  /** End of the interval, which is the start of the client's next one. */
  public Instant end() {
    return end;
  }

  /** Midpoint of the interval, for plots. */
  public Instant middle() {
    return start.plus(Duration.between(start, end).dividedBy(2));
  }

  /** Number of operations. */
  public long count() {
    return Arrays.stream(counts).sum();
  }

  /** Longest latency in microseconds; 0 without operations. */
  public long maxMicros() {
    return micros.length == 0 ? 0 : micros[micros.length - 1];
  }

  /** Adds the latencies to {@code sum}, in microseconds. */
  public void addTo(Histogram sum) {
    for (int i = 0; i < micros.length; i++) {
      sum.recordValueWithCount(micros[i], counts[i]);
    }
  }
}
