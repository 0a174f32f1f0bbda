// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

/** Limits the rate of a warm-up. */
@FunctionalInterface
public interface Pace {
  /** No limit. */
  Pace UNLIMITED = bytes -> 0;

  /**
   * Takes {@code bytes} into account.
   *
   * @param bytes uncompressed bytes that are about to be cached
   * @return nanoseconds to wait before caching; at least 0
   */
  long nanosBefore(long bytes);
}
