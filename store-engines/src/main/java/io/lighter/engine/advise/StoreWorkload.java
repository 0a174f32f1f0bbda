// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.advise;

/**
 * What a store has and gets. Sizes are those of store files, after compression.
 *
 * @param storeBytes live bytes at the start, 0 or more
 * @param flushBytes size of a flushed file, above 0
 * @param writtenBytes bytes that flushes write, above 0
 * @param bytesPerSecond bytes that flushes write in a second, above 0
 * @param overwrites share of the flushed bytes that replaces a live cell, 0 to 1; not used with
 *     ascending rows
 * @param order where new cells are
 */
public record StoreWorkload(
    long storeBytes,
    long flushBytes,
    long writtenBytes,
    double bytesPerSecond,
    double overwrites,
    KeyOrder order) {
  /**
   * Most flushes that a simulation plays, of all engines alike. It bounds the time: a plan of
   * ranges takes the square of the number of files.
   */
  static final int MOST_FLUSHES = 400;

  /** Checks the ranges. */
  public StoreWorkload {
    require(storeBytes >= 0, "storeBytes", storeBytes, "0 or more");
    require(flushBytes > 0, "flushBytes", flushBytes, "above 0");
    require(writtenBytes > 0, "writtenBytes", writtenBytes, "above 0");
    require(bytesPerSecond > 0, "bytesPerSecond", bytesPerSecond, "above 0");
    require(overwrites >= 0 && overwrites <= 1, "overwrites", overwrites, "0 to 1");
  }

  /** Returns the number of flushes to play, at least 1. */
  public int flushes() {
    long flushes = (writtenBytes - 1) / flushBytes + 1;
    return (int) Math.min(flushes, MOST_FLUSHES);
  }

  /** Tells whether the writes are too many to be played in full. */
  public boolean isCut() {
    return writtenBytes / flushBytes > MOST_FLUSHES;
  }

  /** Returns the time of all flushes that are played. */
  public double seconds() {
    return (double) flushes() * flushBytes / bytesPerSecond;
  }

  /** Returns the share of a flush that replaces a live cell. */
  double updates() {
    return switch (order) {
      case UNIFORM -> overwrites;
      case ASCENDING -> 0;
    };
  }

  private static void require(boolean allowed, String name, Number value, String what) {
    if (!allowed) {
      throw new IllegalArgumentException("%s is %s, allowed: %s".formatted(name, value, what));
    }
  }
}
