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
  ASCENDING,
  /** As ascending, but one row in ten is 10 to 290 rows late. */
  NEARLY_ASCENDING;

  /** A bijection of Murmur3's finalizer spreads row numbers, so no key is inserted twice. */
  private static final long FIRST_FACTOR = 0xff51afd7ed558ccdL;

  private static final long SECOND_FACTOR = 0xc4ceb9fe1a85ec53L;
  private static final int SHIFT = 33;

  /** Rows of which one is late. */
  private static final int GROUP = 10;

  /** Groups among which late rows change places; the mean delay in groups, too. */
  private static final int DELAY = 15;

  /** Numbers without a common divisor with {@link #DELAY}. */
  private static final int[] STEPS = {1, 2, 4, 7, 8, 11, 13, 14};

  /** Name on the command line and in files. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
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
      case NEARLY_ASCENDING -> nearly(row, seed);
    };
  }

  /** The last row of a group is one that was due 1 to 29 groups before. */
  private static long nearly(long row, long seed) {
    long group = row / GROUP;
    int within = (int) (row % GROUP);
    return within < GROUP - 1
        ? GROUP * (group + DELAY) + within
        : GROUP * shuffled(group, seed) + within;
  }

  /** A bijection of groups that moves each by less than {@link #DELAY}. */
  private static long shuffled(long group, long seed) {
    long block = group / DELAY;
    long random = spread(block + spread(seed));
    int step = STEPS[(int) Long.remainderUnsigned(random, STEPS.length)];
    int start = (int) Long.remainderUnsigned(random >>> SHIFT, DELAY);
    return block * DELAY + (step * (group % DELAY) + start) % DELAY;
  }

  private static long spread(long number) {
    long mixed = (number ^ (number >>> SHIFT)) * FIRST_FACTOR;
    mixed = (mixed ^ (mixed >>> SHIFT)) * SECOND_FACTOR;
    return mixed ^ (mixed >>> SHIFT);
  }
}
