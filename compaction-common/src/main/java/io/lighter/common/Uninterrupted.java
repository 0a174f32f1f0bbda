package io.lighter.common;

/**
 * Runs what must be done although the thread was interrupted before: an interrupt is for the
 * compaction, not for the commit or the deletion of what it wrote. One that comes while it runs is
 * seen there as ever.
 */
public final class Uninterrupted {
  private Uninterrupted() {}

  /** What is to be done. */
  @FunctionalInterface
  public interface Work<T, E extends Exception> {
    T run() throws E;
  }

  /**
   * Runs on the calling thread; an interrupt that is pending is pending again afterwards.
   *
   * @return what the work returns
   */
  public static <T, E extends Exception> T call(Work<T, E> work) throws E {
    boolean interrupted = Thread.interrupted();
    try {
      return work.run();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
