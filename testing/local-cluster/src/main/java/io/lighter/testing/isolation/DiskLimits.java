// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

/**
 * The limits of a disk. Requests are limited for reads only, because caches merge small writes
 * while each read waits for the arm.
 *
 * @param readsPerSecond requests of the kernel to the device: a process's call may need several,
 *     and read-ahead merges several calls
 * @param readBytesPerSecond bytes read
 * @param writtenBytesPerSecond bytes written, which reads do not compete with
 */
public record DiskLimits(long readsPerSecond, long readBytesPerSecond, long writtenBytesPerSecond) {
  /** Rejects limits below 1. */
  public DiskLimits {
    if (readsPerSecond < 1 || readBytesPerSecond < 1 || writtenBytesPerSecond < 1) {
      throw new IllegalArgumentException(
          "a disk needs at least 1 read and 1 byte per second, not %d, %d and %d"
              .formatted(readsPerSecond, readBytesPerSecond, writtenBytesPerSecond));
    }
  }

  /** The limits of a disk that reads as many bytes a second as it writes. */
  public DiskLimits(long readsPerSecond, long bytesPerSecond) {
    this(readsPerSecond, bytesPerSecond, bytesPerSecond);
  }

  @Override
  public String toString() {
    String reads = "%d reads/s, %d MB/s".formatted(readsPerSecond, readBytesPerSecond / 1_000_000);
    return readBytesPerSecond == writtenBytesPerSecond
        ? reads
        : "%s read, %d MB/s written".formatted(reads, writtenBytesPerSecond / 1_000_000);
  }
}
