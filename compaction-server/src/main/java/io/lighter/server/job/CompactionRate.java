package io.lighter.server.job;

/**
 * How fast one thread compacts: input bytes per millisecond, the newest jobs weighing most. Not
 * thread-safe; the scheduler's lock guards it.
 */
final class CompactionRate {
  /** Until the first job has ended: 32 MB/s. */
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

  /** Milliseconds that so many threads need for so many bytes. */
  long millisFor(double bytes, int threads) {
    return Math.round(bytes / bytesPerMilli / threads);
  }
}
