// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * Which warm-ups of a store must end for later ones. Each warm-up that goes on or waits adds its
 * input files to reads above its threshold, and keeps them from the archive. Stateless.
 */
final class WarmupLimit {
  /** Most warm-ups of a store, whose compactions may be of a key range each. */
  static final int STORE = 16;

  private WarmupLimit() {}

  /**
   * The warm-ups that must end: a third one of the same rows ends the first. Those of two key
   * ranges do not end one of both ranges, since no read meets all three.
   *
   * @param oldestFirst all warm-ups of a store
   * @param shareRows whether the outputs of two warm-ups have rows in common; symmetric
   */
  static <W> List<W> surplus(List<W> oldestFirst, BiPredicate<W, W> shareRows) {
    List<W> surplus = new ArrayList<>();
    for (int i = 0; i < oldestFirst.size(); i++) {
      W warmup = oldestFirst.get(i);
      List<W> later = oldestFirst.subList(i + 1, oldestFirst.size());
      if (later.size() >= STORE || hasTwoOfTheSameRows(warmup, later, shareRows)) {
        surplus.add(warmup);
      }
    }
    return surplus;
  }

  /** Tells whether two later ones share rows with the warm-up, and with each other. */
  private static <W> boolean hasTwoOfTheSameRows(
      W warmup, List<W> later, BiPredicate<W, W> shareRows) {
    List<W> overlapping = later.stream().filter(other -> shareRows.test(warmup, other)).toList();
    for (int i = 0; i < overlapping.size(); i++) {
      W one = overlapping.get(i);
      if (overlapping.subList(i + 1, overlapping.size()).stream()
          .anyMatch(other -> shareRows.test(one, other))) {
        return true; // intervals that overlap pairwise have rows in common
      }
    }
    return false;
  }
}
