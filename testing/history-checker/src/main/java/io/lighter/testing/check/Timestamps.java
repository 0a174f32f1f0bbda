// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.time.Duration;
import java.time.Instant;

/**
 * The timestamps of a row's versions: a version's deletes come before its puts, and after the puts
 * of the version before it.
 *
 * @param base the timestamp of version 0, in milliseconds since 1970
 * @param step milliseconds between two versions, at least 2
 */
record Timestamps(long base, long step) {
  /** Time before the check at which the versions of {@link #spreadOverDays} begin. */
  static final Duration PAST = Duration.ofDays(30);

  private static final Duration STEP = Duration.ofHours(3);

  Timestamps {
    if (step < 2) {
      throw new IllegalArgumentException("step %d: expected at least 2".formatted(step));
    }
  }

  /**
   * Timestamps from the start of 1970, so that all versions are in one window of any date tiers.
   */
  static Timestamps ofVersions() {
    return new Timestamps(0, 2);
  }

  /** Timestamps three hours apart from {@link #PAST} on, in the future after 240 versions. */
  static Timestamps spreadOverDays(Instant now) {
    return new Timestamps(now.minus(PAST).toEpochMilli(), STEP.toMillis());
  }

  long ofDelete(int version) {
    return base + step * version;
  }

  long ofPut(int version) {
    return base + step * version + 1;
  }
}
