// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import io.lighter.benchmarks.experiment.TimeSpan;
import org.HdrHistogram.Histogram;

/**
 * The reads of a window, all of one kind. Not changed after its creation.
 *
 * @param number number of the window, from 0
 * @param due latencies from when a read was due, microseconds
 * @param sent latencies of the same reads from when they were sent, microseconds
 */
public record ReadWindow(int number, Kind kind, TimeSpan span, Histogram due, Histogram sent) {
  /** Kinds of reads. */
  public enum Kind {
    /** A short scan from a random row on. */
    SCAN,
    /** A get of a random row. */
    GET
  }

  /** Number of reads that were answered. */
  public long count() {
    return sent.getTotalCount();
  }
}
