// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

import java.util.concurrent.TimeUnit;

/**
 * A region server's clock: one reading, advanced by this machine's monotonic clock. This machine's
 * time of day and its jumps have no effect. The clock is late by the reading's transfer time, so
 * that a compaction drops a little less, never more.
 *
 * @param millis milliseconds since 1970, as read on the region server
 * @param nanoTime arrival of the reading, by {@link System#nanoTime}
 */
public record RegionServerTime(long millis, long nanoTime) {
  /** Creates a clock from a reading that arrives now. */
  public static RegionServerTime received(long millis) {
    return new RegionServerTime(millis, System.nanoTime());
  }

  /** Current milliseconds since 1970 on the region server. */
  public long now() {
    return millis + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanoTime);
  }
}
