// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.collect;

import io.lighter.common.protocol.LighterProtos.IndexRound;

/**
 * Estimates how stale an index is, from the bytes of its files alone: what has come since the last
 * round, times the share of it that the last round dropped. Pure functions.
 *
 * <p>The bytes that have come are an upper bound of the stale ones, since new rows have new
 * entries. The share tells overwrites from new rows. It has a floor, so that an index that had new
 * rows only is collected at the latest when it has four times the bytes.
 */
final class Growth {
  /** Part of an index that has come since the last round when a round is due at any share. */
  private static final double MOST_NEW = 0.75;

  private Growth() {}

  /** The estimated share of stale bytes, 0 to 1. */
  static double staleShare(IndexRound record, long bytes, double ratio) {
    if (bytes <= record.getBaseBytes()) {
      return 0;
    }
    double fresh = (double) (bytes - record.getBaseBytes()) / bytes;
    double floor = Math.min(1, ratio / MOST_NEW);
    return fresh * Math.max(floor, Math.min(1, record.getDroppedShare()));
  }

  /** Whether a round is due; never with the ratio 0. */
  static boolean isDue(IndexRound record, long bytes, double ratio) {
    return ratio > 0 && staleShare(record, bytes, ratio) >= ratio;
  }

  /** Of the bytes that had come since the last round, the share that a round dropped. */
  static double droppedShare(long base, long before, long after) {
    return before <= base
        ? 1
        : Math.max(0, Math.min(1, (double) (before - after) / (before - base)));
  }
}
