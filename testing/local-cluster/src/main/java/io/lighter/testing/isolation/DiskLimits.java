// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

/**
 * The limits of a disk. Requests are limited for reads only, because caches merge small writes
 * while each read waits for the arm.
 *
 * @param readsPerSecond requests of the kernel to the device: a process's call may need several,
 *     and read-ahead merges several calls
 * @param bytesPerSecond for reads and for writes separately
 */
public record DiskLimits(long readsPerSecond, long bytesPerSecond) {
  /** Rejects limits below 1. */
  public DiskLimits {
    if (readsPerSecond < 1 || bytesPerSecond < 1) {
      throw new IllegalArgumentException(
          "a disk needs at least 1 read and 1 byte per second, not %d and %d"
              .formatted(readsPerSecond, bytesPerSecond));
    }
  }

  @Override
  public String toString() {
    return "%d reads/s, %d MB/s".formatted(readsPerSecond, bytesPerSecond / 1_000_000);
  }
}
