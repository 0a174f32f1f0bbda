// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import java.util.concurrent.TimeUnit;

/** Clock and sleep of {@link RemoteJob}, which a test replaces. */
interface Timing {
  /** The monotonic clock, and a sleep for the poll interval. */
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

  /** Nanoseconds since a fixed moment; monotonic. */
  long nanoTime();

  void sleep(long millis) throws InterruptedException;
}
