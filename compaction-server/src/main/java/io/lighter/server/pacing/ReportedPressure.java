// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.pacing;

import io.lighter.common.protocol.LighterProtos.HeartbeatRequest;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The pressure on a region server, as a heartbeat for one of its jobs reports it. Ratios are to the
 * region server's idle baseline. Immutable.
 *
 * @param walSync time of a sync of the write-ahead logs; empty if unknown
 * @param handlers time of a call in a handler; empty if unknown
 * @param urgent whether the job's store is about to delay writes; empty if the region server is an
 *     older one that does not say
 */
public record ReportedPressure(
    OptionalDouble walSync, OptionalDouble handlers, Optional<Boolean> urgent) {
  /** What is known of a region server that says nothing. */
  static final ReportedPressure UNKNOWN =
      new ReportedPressure(OptionalDouble.empty(), OptionalDouble.empty(), Optional.empty());

  private static final double PERCENT = 100;

  /** What a heartbeat says; an older region server says nothing, and ratios below 0 are unknown. */
  public static ReportedPressure of(HeartbeatRequest heartbeat) {
    return new ReportedPressure(
        ratio(heartbeat.hasWalSyncPercent(), heartbeat.getWalSyncPercent()),
        ratio(heartbeat.hasHandlerPercent(), heartbeat.getHandlerPercent()),
        heartbeat.hasUrgent() ? Optional.of(heartbeat.getUrgent()) : Optional.empty());
  }

  private static OptionalDouble ratio(boolean known, int percent) {
    return known && percent >= 0 ? OptionalDouble.of(percent / PERCENT) : OptionalDouble.empty();
  }

  /** The higher ratio; empty if neither is known. */
  OptionalDouble highest() {
    return walSync.isEmpty() || handlers.orElse(0) > walSync.getAsDouble() ? handlers : walSync;
  }

  /** The higher ratio in words, such as "log sync 3.1 × idle". */
  String inWords() {
    return highest().isEmpty()
        ? "load unknown"
        : String.format(
            Locale.ROOT,
            "%s %.1f × idle",
            highest().equals(walSync) ? "log sync" : "calls",
            highest().getAsDouble());
  }
}
