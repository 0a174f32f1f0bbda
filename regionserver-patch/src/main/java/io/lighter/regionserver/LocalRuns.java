package io.lighter.regionserver;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Caps the compactions that run on this region server at the number of HBase's compaction threads.
 *
 * <p>HBase's own cap is the size of its pools; {@link AwayCompactions} lends these a thread for
 * each compaction that is away, so when many come back at once (a compaction server died) somebody
 * else must see to it that they do not all run here. Thread-safe.
 */
final class LocalRuns {
  private static final long CHECK_MS = 100;

  /** Fair, so that a compaction does not wait for ever behind younger ones. */
  private final Semaphore permits;

  /** A local compaction. */
  @FunctionalInterface
  interface Run<T> {
    T get() throws IOException;
  }

  LocalRuns(int max) {
    this.permits = new Semaphore(max, true);
  }

  /**
   * Runs when there is room.
   *
   * @param wanted asked while waiting; false ends the wait
   * @throws InterruptedIOException when nobody wants the compaction any more
   */
  <T> T run(BooleanSupplier wanted, Run<T> local) throws IOException {
    acquire(wanted);
    try {
      return local.get();
    } finally {
      permits.release();
    }
  }

  private void acquire(BooleanSupplier wanted) throws InterruptedIOException {
    try {
      while (!permits.tryAcquire(CHECK_MS, TimeUnit.MILLISECONDS)) {
        if (!wanted.getAsBoolean()) {
          throw new InterruptedIOException("the region closes; its compaction is given up");
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting to compact locally");
    }
  }
}
