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
  /** A third warm-up of the same rows ends the first one. */
  static final int SAME_ROWS = 2;

  /** Most warm-ups of a store, whose compactions may be of a key range each. */
  static final int STORE = 16;

  private WarmupLimit() {}

  /**
   * The warm-ups that must end.
   *
   * @param oldestFirst all warm-ups of a store
   * @param shareRows whether the outputs of two warm-ups have rows in common; symmetric
   */
  static <W> List<W> surplus(List<W> oldestFirst, BiPredicate<W, W> shareRows) {
    List<W> surplus = new ArrayList<>();
    for (int i = 0; i < oldestFirst.size(); i++) {
      W warmup = oldestFirst.get(i);
      List<W> later = oldestFirst.subList(i + 1, oldestFirst.size());
      if (later.size() >= STORE
          || later.stream().filter(other -> shareRows.test(warmup, other)).count() >= SAME_ROWS) {
        surplus.add(warmup);
      }
    }
    return surplus;
  }
}
