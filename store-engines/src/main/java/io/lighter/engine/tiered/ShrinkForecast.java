// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.tiered;

import java.util.HashMap;
import java.util.Map;

/**
 * Expects how many bytes a merge of one store writes, from what the last merges of the same level
 * wrote. In memory only: a store that opens knows nothing. Thread-safe; the lock is {@code this},
 * and nothing is called with it held.
 */
public final class ShrinkForecast {
  /** Weight of the newest merge in the mean. */
  private static final double NEWEST_WEIGHT = 0.5;

  private final boolean isUsed;

  /** Exponential mean of bytes written for each byte read, by level. Guarded by this. */
  private final Map<Integer, Double> shrinks = new HashMap<>();

  /**
   * Creates a forecast without experience.
   *
   * @param isUsed whether to expect anything else than the sum of the inputs
   */
  public ShrinkForecast(boolean isUsed) {
    this.isUsed = isUsed;
  }

  /**
   * Returns the bytes expected of an output.
   *
   * @param level level of the inputs
   * @param inputBytes bytes of all inputs, 0 or more
   */
  public synchronized long bytes(int level, long inputBytes) {
    return isUsed ? Math.round(inputBytes * shrinks.getOrDefault(level, 1.0)) : inputBytes;
  }

  /**
   * Learns from a merge; does nothing if it read no byte.
   *
   * @param level level of the inputs
   * @param inputBytes bytes of all inputs
   * @param outputBytes bytes of the output, 0 or more
   */
  public synchronized void merged(int level, long inputBytes, long outputBytes) {
    if (inputBytes > 0) {
      shrinks.merge(
          level,
          (double) outputBytes / inputBytes,
          (mean, newest) -> mean + NEWEST_WEIGHT * (newest - mean));
    }
  }
}
