package io.lighter.benchmarks.check;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Whether disturbances (flushes, compactions, splits, moves, bulk loads and the like) may begin.
 * Thread-safe.
 */
final class DisturbanceGate {
  // Both guarded by this.
  private boolean isOpen;
  private int inside;

  DisturbanceGate(boolean isOpen) {
    this.isOpen = isOpen;
  }

  /** Lets disturbances begin. */
  synchronized void open() {
    isOpen = true;
  }

  /**
   * Lets no further disturbance begin, and waits for those that have.
   *
   * @return false: some were still under way when {@code limit} was over
   */
  synchronized boolean close(Duration limit) throws InterruptedException {
    isOpen = false;
    long deadline = System.nanoTime() + limit.toNanos();
    while (inside > 0) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }

  /** Begins a disturbance, if one may begin: then {@link #leave} has to follow. */
  synchronized boolean enter() {
    if (isOpen) {
      inside++;
    }
    return isOpen;
  }

  /** Ends a disturbance. */
  synchronized void leave() {
    inside--;
    notifyAll();
  }
}
