// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The order in which a load inserts its keys. */
public enum KeyOrder {
  /** Uniformly random, each key once. */
  RANDOM,
  /** Each key is larger than the one before. */
  ASCENDING;

  /** A bijection of Murmur3's finalizer spreads row numbers, so no key is inserted twice. */
  private static final long FIRST_FACTOR = 0xff51afd7ed558ccdL;

  private static final long SECOND_FACTOR = 0xc4ceb9fe1a85ec53L;
  private static final int SHIFT = 33;

  /** Name on the command line and in files. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The order with this label. */
  public static Optional<KeyOrder> byLabel(String label) {
    return Arrays.stream(values()).filter(order -> order.label().equals(label)).findFirst();
  }

  /** All labels, for messages. */
  public static String labels() {
    return Arrays.stream(values()).map(KeyOrder::label).collect(Collectors.joining(", "));
  }

  /**
   * The place of a row among all unsigned numbers; different rows have different places.
   *
   * @param row number of the row in the order of inserts, at least 0
   */
  long place(long row, long seed) {
    return switch (this) {
      case RANDOM -> spread(row + spread(seed));
      case ASCENDING -> row;
    };
  }

  private static long spread(long number) {
    long mixed = (number ^ (number >>> SHIFT)) * FIRST_FACTOR;
    mixed = (mixed ^ (mixed >>> SHIFT)) * SECOND_FACTOR;
    return mixed ^ (mixed >>> SHIFT);
  }
}
