package io.lighter.regionserver.offload;

import java.util.concurrent.TimeUnit;

/** Time as {@link RemoteJob} needs it, so that a test can pass it by hand. */
interface Timing {
  /** The machine's monotonic clock; its sleep is the poll interval, not a guess at an event. */
  Timing SYSTEM =
      new Timing() {
        @Override
        public long nanoTime() {
          return System.nanoTime();
        }

        @Override
        public void sleep(long millis) throws InterruptedException {
          TimeUnit.MILLISECONDS.sleep(millis);
        }
      };

  /** Nanoseconds since some fixed moment; never goes back. */
  long nanoTime();

  void sleep(long millis) throws InterruptedException;
}
