// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.pressure;

import io.lighter.common.protocol.LighterProtos.HeartbeatRequest;
import java.util.OptionalDouble;

/**
 * The load on a region server, as ratios of the last seconds to its idle baseline: 1 is idle.
 * Immutable.
 *
 * @param walSync time of a sync of the write-ahead logs; empty if unknown, never 0 for that
 * @param handlers time of a call in a handler; empty if unknown, never 0 for that
 */
public record Pressure(OptionalDouble walSync, OptionalDouble handlers) {
  /** Nothing is known yet, or too few syncs and calls happen to tell. */
  public static final Pressure UNKNOWN =
      new Pressure(OptionalDouble.empty(), OptionalDouble.empty());

  private static final double PERCENT = 100;

  /** Adds the known ratios to a heartbeat; unknown ones stay absent. */
  public void addTo(HeartbeatRequest.Builder heartbeat) {
    walSync.ifPresent(ratio -> heartbeat.setWalSyncPercent(percent(ratio)));
    handlers.ifPresent(ratio -> heartbeat.setHandlerPercent(percent(ratio)));
  }

  /** A ratio in percent, at most {@link Integer#MAX_VALUE}; -1 if unknown. */
  public static int percent(OptionalDouble ratio) {
    return ratio.isPresent() ? percent(ratio.getAsDouble()) : -1;
  }

  private static int percent(double ratio) {
    return (int) Math.round(Math.min(Integer.MAX_VALUE, PERCENT * ratio));
  }
}
