// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.simulate;

/**
 * A cluster, its load, and the duration of the simulation.
 *
 * @param servers compaction servers at the start
 * @param zipf exponent of the regions' update rates; 0: all equal
 * @param utilisation utilisation of the compaction servers' threads by the regions' demand, 0 to 1
 * @param minutes duration by the simulated clock
 * @param churn whether servers die (one of 20, at a third of the time) and as many join (at two
 *     thirds)
 */
public record SimulationSettings(
    int regionServers,
    int servers,
    int regions,
    double zipf,
    double utilisation,
    int minutes,
    boolean churn,
    long seed) {

  /** Checks the numbers. */
  public SimulationSettings {
    require("region servers", regionServers, 10_000);
    require("compaction servers", servers, 1_000);
    require("regions", regions, 1_000_000);
    require("minutes", minutes, 10_000);
    if (zipf < 0 || zipf > 5) {
      throw new IllegalArgumentException("zipf = %s: expected 0 to 5".formatted(zipf));
    }
    if (!(utilisation > 0 && utilisation <= 2)) {
      throw new IllegalArgumentException(
          "utilisation = %s: expected a number above 0 and up to 2".formatted(utilisation));
    }
  }

  private static void require(String what, int value, int max) {
    if (value < 1 || value > max) {
      throw new IllegalArgumentException(
          "%s = %d: expected a number from 1 to %d".formatted(what, value, max));
    }
  }
}
