package io.lighter.testing.check;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Ends all threads of a check. Given once, never taken back. Thread-safe. */
final class StopSignal {
  private final CountDownLatch given = new CountDownLatch(1);

  void give() {
    given.countDown();
  }

  boolean isGiven() {
    return given.getCount() == 0;
  }

  /** Waits for a while, or until the signal is given; whether it is. */
  boolean await(Duration time) throws InterruptedException {
    return given.await(time.toNanos(), TimeUnit.NANOSECONDS);
  }
}
