package io.lighter.tpcc.generate;

/**
 * Chooses exactly a tenth of so many rows at random, asked for one after the other. Not
 * thread-safe.
 */
final class Tenth {
  private final TpccRandom random;
  private int wanted;
  private int left;

  Tenth(TpccRandom random, int rows) {
    this.random = random;
    this.wanted = rows / 10;
    this.left = rows;
  }

  /** Whether the next row is one of them. */
  boolean next() {
    boolean chosen = random.among(wanted, left);
    left--;
    if (chosen) {
      wanted--;
    }
    return chosen;
  }
}
