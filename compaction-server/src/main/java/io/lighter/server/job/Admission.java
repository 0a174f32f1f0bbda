package io.lighter.server.job;

/**
 * The memory that running jobs may claim together (design, §5): the sum of their estimated outputs
 * stays within the capacity, except that a job larger than all of it may run alone. Not
 * thread-safe; the scheduler's lock guards it.
 */
final class Admission {
  private final long capacity;
  private long reserved;

  /**
   * An empty one.
   *
   * @param capacity bytes
   */
  Admission(long capacity) {
    this.capacity = capacity;
  }

  boolean fits(long bytes) {
    // Subtract, for reserved + bytes may overflow.
    return reserved == 0 || bytes <= capacity - reserved;
  }

  void reserve(long bytes) {
    if (!fits(bytes)) {
      throw new IllegalStateException(bytes + " bytes beyond " + reserved + " of " + capacity);
    }
    reserved += bytes;
  }

  void release(long bytes) {
    reserved -= bytes;
  }

  long reserved() {
    return reserved;
  }

  long capacity() {
    return capacity;
  }
}
