package io.lighter.testing.isolation;

/**
 * What a disk does at most. Requests are limited for reads alone: a disk's cache and the kernel
 * merge small writes, while each read waits for the arm.
 *
 * @param readsPerSecond requests that the kernel sends to the device, which are not the process's
 *     calls: one call may need several, and read-ahead makes one of many
 * @param bytesPerSecond of reads, and as many of writes
 */
public record DiskLimits(long readsPerSecond, long bytesPerSecond) {
  /** Refuses what would stand still. */
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
