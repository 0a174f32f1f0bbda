package io.lighter.benchmarks.isolation;

/**
 * What a disk does at most, in each direction.
 *
 * @param requestsPerSecond that the kernel sends to the device, which are not the process's calls:
 *     read-ahead makes few large ones of many small ones
 * @param bytesPerSecond in 1 s
 */
public record DiskLimits(long requestsPerSecond, long bytesPerSecond) {
  /** Refuses what would stand still. */
  public DiskLimits {
    if (requestsPerSecond < 1 || bytesPerSecond < 1) {
      throw new IllegalArgumentException(
          "a disk needs at least 1 request and 1 byte per second, not %d and %d"
              .formatted(requestsPerSecond, bytesPerSecond));
    }
  }

  @Override
  public String toString() {
    return "%d requests/s, %d MB/s".formatted(requestsPerSecond, bytesPerSecond / 1_000_000);
  }
}
