// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

import java.time.Duration;

/**
 * How fast an emulated object store answers. Immutable.
 *
 * @param firstByte least time from the end of a request to the first byte of its answer, 0 or more
 * @param bytesPerSecond limit of each stream in each direction, above 0
 */
public record ObjectStoreLimits(Duration firstByte, long bytesPerSecond) {
  /** Checks the ranges. */
  public ObjectStoreLimits {
    if (firstByte.isNegative() || bytesPerSecond <= 0) {
      throw new IllegalArgumentException(
          "object store with %s to the first byte and %d bytes per second: expected 0 or more, and"
                  .formatted(firstByte, bytesPerSecond)
              + " more than 0");
    }
  }
}
