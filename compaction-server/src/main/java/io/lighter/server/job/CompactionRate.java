// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

/**
 * The speed of one compacting thread: input bytes per millisecond, weighted towards the newest
 * jobs. Not thread-safe; the scheduler's lock guards it.
 */
final class CompactionRate {
  /** The rate before the first job has ended: 32 MB/s. */
  private static final double INITIAL = 32 * 1024 * 1024 / 1000.0;

  private static final double WEIGHT_OF_NEWEST = 0.3;

  private double bytesPerMilli = INITIAL;
  private boolean measured;

  void record(long bytes, long millis) {
    double newest = bytes / (double) Math.max(1, millis);
    bytesPerMilli =
        measured ? WEIGHT_OF_NEWEST * newest + (1 - WEIGHT_OF_NEWEST) * bytesPerMilli : newest;
    measured = true;
  }

  /** Milliseconds that this number of threads needs for this number of bytes. */
  long millisFor(double bytes, int threads) {
    return Math.round(bytes / bytesPerMilli / threads);
  }
}
