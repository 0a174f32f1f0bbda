// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.generate;

/**
 * The C of each use of NURand (clause 2.1.6).
 *
 * @param lastName 0 to 255
 * @param customer 0 to 1023
 * @param item 0 to 8191
 */
public record NuRandConstants(int lastName, int customer, int item) {
  static final int MAX_LAST_NAME = 255;
  static final int MAX_CUSTOMER = 1023;
  static final int MAX_ITEM = 8191;

  /** Minimum distance between a run's constant and that of the load (clause 2.1.6.1). */
  private static final int MIN_DELTA = 65;

  private static final int MAX_DELTA = 119;

  public NuRandConstants {
    require(lastName, MAX_LAST_NAME);
    require(customer, MAX_CUSTOMER);
    require(item, MAX_ITEM);
  }

  /** Random constants for a load. */
  public static NuRandConstants forLoad(TpccRandom random) {
    return new NuRandConstants(
        random.uniform(0, MAX_LAST_NAME),
        random.uniform(0, MAX_CUSTOMER),
        random.uniform(0, MAX_ITEM));
  }

  /**
   * Constants for a run.
   *
   * @param loadedLastName constant of the database
   */
  public static NuRandConstants forRun(TpccRandom random, int loadedLastName) {
    int lastName;
    do {
      lastName = random.uniform(0, MAX_LAST_NAME);
    } while (!mayRun(lastName, loadedLastName));
    return new NuRandConstants(
        lastName, random.uniform(0, MAX_CUSTOMER), random.uniform(0, MAX_ITEM));
  }

  /** Whether a run may use a constant with a database that was loaded with another. */
  static boolean mayRun(int lastName, int loadedLastName) {
    int delta = Math.abs(lastName - loadedLastName);
    return delta >= MIN_DELTA && delta <= MAX_DELTA && delta != 96 && delta != 112;
  }

  private static void require(int constant, int max) {
    if (constant < 0 || constant > max) {
      throw new IllegalArgumentException("constant " + constant + ": expected 0 to " + max);
    }
  }
}
