package io.lighter.regionserver;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/**
 * Caps the compactions that run on this region server at the number of HBase's compaction threads,
 * as it is configured at the moment: an operator may change it while the region server runs.
 *
 * <p>HBase's own cap is the size of its pools; {@link AwayCompactions} lends these a thread for
 * each compaction that is away, so when many come back at once (a compaction server died) somebody
 * else must see to it that they do not all run here. Who has waited longest goes first.
 * Thread-safe; {@code this} is the lock, and no compaction runs under it.
 */
final class LocalRuns {
  private static final long CHECK_MS = 100;

  private final IntSupplier max;

  /** Compactions that wait, the oldest first. Guarded by this. */
  private final Queue<Object> waiting = new ArrayDeque<>();

  /** Guarded by this. */
  private int running;

  /** A local compaction. */
  @FunctionalInterface
  interface Run<T> {
    T get() throws IOException;
  }

  /**
   * Nothing runs yet.
   *
   * @param max how many may run at a time; asked again and again
   */
  LocalRuns(IntSupplier max) {
    this.max = max;
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
      release();
    }
  }

  private synchronized void acquire(BooleanSupplier wanted) throws InterruptedIOException {
    Object self = new Object();
    waiting.add(self);
    try {
      while (!self.equals(waiting.peek()) || running >= max.getAsInt()) {
        if (!wanted.getAsBoolean()) {
          throw new InterruptedIOException("the region closes; its compaction is given up");
        }
        wait(CHECK_MS);
      }
      running++;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting to compact locally");
    } finally {
      waiting.remove(self);
      notifyAll(); // somebody else is the oldest now
    }
  }

  private synchronized void release() {
    running--;
    notifyAll();
  }
}
