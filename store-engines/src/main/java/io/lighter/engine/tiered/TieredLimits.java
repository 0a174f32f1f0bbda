// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.tiered;

/**
 * The settings of a store with levels.
 *
 * @param plan tiers
 * @param base bytes of a file of level 0; 0: measured
 * @param leastBase least measured base, at least 1
 * @param flushBytes size of a flush by the table's settings, at least 1
 * @param blockingFiles number of files above which HBase holds flushes back
 * @param majorMillis age at which all files are merged; 0: never
 */
public record TieredLimits(
    TierPlan plan,
    long base,
    long leastBase,
    long flushBytes,
    int blockingFiles,
    long majorMillis) {
  public TieredLimits {
    if (base < 0 || leastBase < 1 || flushBytes < 1 || majorMillis < 0) {
      throw new IllegalArgumentException(
          "base=%d leastBase=%d flushBytes=%d majorMillis=%d"
              .formatted(base, leastBase, flushBytes, majorMillis));
    }
  }
}
