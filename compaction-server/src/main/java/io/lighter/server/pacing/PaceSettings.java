// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.pacing;

/**
 * The settings of pacing.
 *
 * @param enabled whether anything is paced
 * @param threshold pressure above which a rate is halved; above 0
 * @param step bytes per second by which a rate rises
 * @param minRate bytes per second that each job keeps; at least {@link #LEAST_RATE}, so that a job
 *     never looks like one that stands still
 */
public record PaceSettings(boolean enabled, double threshold, long step, long minRate) {
  static final long LEAST_RATE = 64 * 1024;

  /** Settings with which nothing is paced. */
  public static final PaceSettings OFF = new PaceSettings(false, 1, 1, LEAST_RATE);

  /** Raises a lower minimum. */
  public PaceSettings {
    minRate = Math.max(LEAST_RATE, minRate);
  }
}
