// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.advise;

import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What an advice rests on.
 *
 * @param covered time over which the writes were counted
 * @param flushes flushes of a store in that time
 * @param measuredWrites write amplification that was measured; empty if not known
 * @param simulatedWrites that of a simulation of the same writes with the same engine; empty if not
 *     known
 * @param expires whether cells expire (TTL)
 * @param notMeasured what had to be assumed, as noun phrases
 */
public record Evidence(
    Duration covered,
    double flushes,
    OptionalDouble measuredWrites,
    OptionalDouble simulatedWrites,
    boolean expires,
    List<String> notMeasured) {
  /** Copies the list. */
  public Evidence {
    notMeasured = List.copyOf(notMeasured);
  }

  /** Returns the difference of the simulation from what was measured, as a share of the latter. */
  public OptionalDouble deviation() {
    return measuredWrites.isPresent() && simulatedWrites.isPresent()
        ? OptionalDouble.of(simulatedWrites.getAsDouble() / measuredWrites.getAsDouble() - 1)
        : OptionalDouble.empty();
  }
}
