// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

/**
 * Prices of requests to an object store, in any currency. Deletions cost nothing.
 *
 * @param perThousandReads of a thousand GET or HEAD requests, 0 or more
 * @param perThousandWrites of a thousand PUT, POST or LIST requests, 0 or more
 */
public record StorePrices(double perThousandReads, double perThousandWrites) {
  private static final double THOUSAND = 1_000;

  /** Checks the ranges. */
  public StorePrices {
    require("read", perThousandReads);
    require("write", perThousandWrites);
  }

  /**
   * Cost of requests.
   *
   * @param reads GET and HEAD requests
   * @param writes PUT, POST and LIST requests
   */
  public double cost(double reads, double writes) {
    return (reads * perThousandReads + writes * perThousandWrites) / THOUSAND;
  }

  private static void require(String what, double price) {
    if (!(price >= 0 && price < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "price-%s %s: expected a number of 0 or more".formatted(what, price));
    }
  }
}
