// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.chaos;

import java.time.Duration;

/**
 * A fault and its expected recovery.
 *
 * @param bound longest time from the fault until every store is compacted and no file is left over,
 *     without the time for which an irreplaceable target is held stopped
 */
record Fault(FaultTarget target, Moment moment, FaultType type, Duration bound) {
  /** A description of the fault. */
  String words() {
    return "%s %s %s".formatted(target.label(), type.participle(), moment.words());
  }

  /** The fault on a cluster that needs {@code factor} times as long for the same work. */
  Fault slower(int factor) {
    return new Fault(target, moment, type, bound.multipliedBy(factor));
  }

  /** Whether the target is a region server that resumes before it learns of its replacement. */
  boolean targetReturnsStale() {
    return target == FaultTarget.REGION_SERVER
        && (type == FaultType.STOP || type == FaultType.PARTITION);
  }
}
