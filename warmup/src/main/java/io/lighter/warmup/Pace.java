package io.lighter.warmup;

/** How fast a warm-up may go. */
@FunctionalInterface
public interface Pace {
  /** As fast as it can. */
  Pace UNLIMITED = bytes -> 0;

  /**
   * Takes {@code bytes} into account.
   *
   * @param bytes uncompressed, that are about to be cached
   * @return nanoseconds to wait before caching them; 0 and more
   */
  long nanosBefore(long bytes);
}
