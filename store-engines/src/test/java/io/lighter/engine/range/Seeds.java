// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.range;

import java.util.stream.LongStream;

/** Seeds of random tests: {@code -Dlighter.test.seed=S} and {@code -Dlighter.test.rounds=N}. */
public final class Seeds {
  private Seeds() {}

  /** Returns as many seeds as asked for, else {@code defaultRounds}. */
  public static LongStream of(int defaultRounds) {
    long first = Long.getLong("lighter.test.seed", 1);
    return LongStream.range(
        first, first + Integer.getInteger("lighter.test.rounds", defaultRounds));
  }
}
