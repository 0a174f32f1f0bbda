// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common;

import java.util.concurrent.TimeUnit;

/**
 * A clock that never goes back; only differences between its readings are meaningful. Thread-safe.
 *
 * <p>A reading may be negative and may overflow. Callers compare {@code now - then} with a
 * duration, and never two readings. Moments that are shown to people come from {@link
 * java.time.InstantSource}.
 */
@FunctionalInterface
public interface MonotonicClock {
  /** Nanoseconds since an arbitrary moment, as {@link System#nanoTime} gives them. */
  long nanoTime();

  /** Milliseconds since the same moment, rounded towards 0. */
  default long millis() {
    return TimeUnit.NANOSECONDS.toMillis(nanoTime());
  }

  /** The clock of the JVM. */
  static MonotonicClock system() {
    return System::nanoTime;
  }
}
