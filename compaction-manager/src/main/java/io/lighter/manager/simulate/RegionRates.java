// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.simulate;

import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The input of each region's compactions in bytes per second: Zipf by a random rank. The rate of a
 * region is at most that of one thread, since a region compacts one set of files at a time.
 */
final class RegionRates {
  private static final int ROUNDS = 20;

  private RegionRates() {}

  /** Draws one rate per region, with the sum {@code total} unless all are at {@code most}. */
  static double[] draw(int regions, double zipf, double total, double most, Random random) {
    double[] rates =
        IntStream.rangeClosed(1, regions).mapToDouble(i -> Math.pow(i, -zipf)).toArray();
    shuffle(rates, random);
    for (int round = 0; round < ROUNDS; round++) { // distributes the excess over the others
      double factor = total / DoubleStream.of(rates).sum();
      for (int region = 0; region < regions; region++) {
        rates[region] = Math.min(most, rates[region] * factor);
      }
    }
    return rates;
  }

  private static void shuffle(double[] rates, Random random) {
    for (int i = rates.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      double rate = rates[i];
      rates[i] = rates[other];
      rates[other] = rate;
    }
  }
}
