// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.plan;

import java.math.BigDecimal;
import java.time.Duration;

/**
 * A frequency of compactions: T times in an interval t.
 *
 * @param times T, above 0, not necessarily whole
 * @param interval t, at least a millisecond
 */
public record CompactionFrequency(BigDecimal times, Duration interval) {
  public CompactionFrequency {
    if (times.signum() <= 0 || interval.toMillis() <= 0) {
      throw new IllegalArgumentException("not above 0: " + times + " in " + interval);
    }
  }
}
