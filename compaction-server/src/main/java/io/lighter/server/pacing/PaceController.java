// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.pacing;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Decides about a rate by additive increase and multiplicative decrease, the idea of SILK (USENIX
 * ATC 2019) with feedback over the network. Not thread-safe.
 *
 * <p>Without a limit, the first step above the threshold limits to half of the rate at that time.
 * The limit ends only when the jobs do not use it up, or when no load is known: a limit that ended
 * while it holds jobs back would bring the stalls back at once.
 */
final class PaceController {
  /** Highest pressure that counts as an idle region server. */
  static final double CALM = 1.2;

  /** Calm steps in a row after which the limit doubles at each further one. */
  static final int CALM_STEPS = 4;

  /** Part of the limit that jobs use if the limit holds them back. */
  private static final double USED_UP = 0.9;

  private final double threshold;
  private final long increase;
  private OptionalLong limit = OptionalLong.empty();
  private int calmSteps;

  /**
   * Creates a controller without a limit.
   *
   * @param threshold pressure above which the rate halves
   * @param increase bytes per second that a step adds otherwise
   */
  PaceController(double threshold, long increase) {
    this.threshold = threshold;
    this.increase = increase;
  }

  /** The limit in bytes per second; empty: full speed. */
  OptionalLong limit() {
    return limit;
  }

  /** Raises a lower limit to {@code floor}, for a job that joins. */
  void atLeast(long floor) {
    if (limit.isPresent()) {
      limit = OptionalLong.of(Math.max(floor, limit.getAsLong()));
    }
  }

  /**
   * Decides anew.
   *
   * @param pressure highest known pressure; empty if none is known
   * @param rate bytes per second that were read since the last step
   * @param floor least limit
   */
  void step(OptionalDouble pressure, long rate, long floor) {
    if (pressure.isEmpty()) {
      release();
    } else if (pressure.getAsDouble() > threshold) {
      halve(rate, floor);
    } else if (limit.isPresent()) {
      rise(pressure.getAsDouble(), rate, floor);
    }
  }

  /**
   * Halves the limit, or the rate if that is lower.
   *
   * @param rate as above
   * @param floor as above
   */
  void halve(long rate, long floor) {
    calmSteps = 0;
    long from = Math.min(rate, limit.orElse(Long.MAX_VALUE));
    limit = OptionalLong.of(Math.max(floor, from / 2));
  }

  private void rise(double pressure, long rate, long floor) {
    calmSteps = pressure <= CALM ? calmSteps + 1 : 0;
    long now = limit.getAsLong();
    if (rate >= USED_UP * now) {
      long added = calmSteps > CALM_STEPS ? now : increase;
      limit = OptionalLong.of(Math.max(floor, now > Long.MAX_VALUE - added ? now : now + added));
    } else {
      release();
    }
  }

  private void release() {
    calmSteps = 0;
    limit = OptionalLong.empty();
  }
}
