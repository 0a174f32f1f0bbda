package io.lighter.warmup;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Stops a warm-up, within a block. Thread-safe. */
public final class WarmupControl {
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final BooleanSupplier unwanted;

  /**
   * A control that also stops by itself.
   *
   * @param unwanted asked before each block
   */
  public WarmupControl(BooleanSupplier unwanted) {
    this.unwanted = unwanted;
  }

  /** Idempotent; does not wait. */
  public void stop() {
    stopped.countDown();
  }

  public boolean isStopped() {
    if (stopped.getCount() > 0 && unwanted.getAsBoolean()) {
      stopped.countDown();
    }
    return stopped.getCount() == 0;
  }

  /**
   * Waits.
   *
   * @return false if it was stopped meanwhile
   */
  boolean pause(long nanos) throws InterruptedException {
    return nanos <= 0 || !stopped.await(nanos, TimeUnit.NANOSECONDS);
  }
}
