// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.generate;

import io.lighter.tpcc.schema.Address;
import io.lighter.tpcc.schema.Item;
import java.util.SplittableRandom;

/** Random values of clauses 2.1.5, 2.1.6 and 4.3.2. Not thread-safe: one for each thread. */
public final class TpccRandom {
  private static final String DIGITS = "0123456789";
  private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  private static final String ALPHANUMERIC = DIGITS + LETTERS + "abcdefghijklmnopqrstuvwxyz";
  private static final String ZIP_SUFFIX = "11111";

  private final SplittableRandom random;

  public TpccRandom(long seed) {
    this.random = new SplittableRandom(seed);
  }

  private TpccRandom(SplittableRandom random) {
    this.random = random;
  }

  /** An independent generator. */
  public TpccRandom split() {
    return new TpccRandom(random.split());
  }

  /** A seed for reproducible values. */
  public long seed() {
    return random.nextLong();
  }

  /** A uniform value from {@code low} to {@code high}, both included. */
  public int uniform(int low, int high) {
    return random.nextInt(low, high + 1);
  }

  /** True with a probability of {@code percent} percent. */
  public boolean percent(int percent) {
    return uniform(1, 100) <= percent;
  }

  /** True with a probability of {@code wanted} in {@code left}. */
  boolean among(int wanted, int left) {
    return random.nextInt(left) < wanted;
  }

  /** A non-uniform value from {@code low} to {@code high}, both included. */
  int nuRand(int a, int c, int low, int high) {
    return nuRand(uniform(0, a), uniform(low, high), c, low, high);
  }

  /** The function of clause 2.1.6 with given random numbers. */
  static int nuRand(int randomOfA, int randomOfRange, int c, int low, int high) {
    return ((randomOfA | randomOfRange) + c) % (high - low + 1) + low;
  }

  /**
   * Number of a random last name.
   *
   * @param max the highest number
   */
  public int lastName(NuRandConstants constants, int max) {
    return nuRand(NuRandConstants.MAX_LAST_NAME, constants.lastName(), 0, max);
  }

  /**
   * Number of a random customer.
   *
   * @param max the highest number
   */
  public int customer(NuRandConstants constants, int max) {
    return nuRand(NuRandConstants.MAX_CUSTOMER, constants.customer(), 1, max);
  }

  /**
   * Number of a random item.
   *
   * @param max the highest number
   */
  public int item(NuRandConstants constants, int max) {
    return nuRand(NuRandConstants.MAX_ITEM, constants.item(), 1, max);
  }

  /** An a-string: letters and digits. */
  public String alphanumeric(int minLength, int maxLength) {
    return string(ALPHANUMERIC, uniform(minLength, maxLength));
  }

  /** An n-string. */
  String digits(int length) {
    return string(DIGITS, length);
  }

  /** Random text of an item or its stock. */
  String data(boolean original) {
    String data = alphanumeric(26, 50);
    if (!original) {
      return data;
    }
    int at = uniform(0, data.length() - Item.ORIGINAL.length());
    return data.substring(0, at) + Item.ORIGINAL + data.substring(at + Item.ORIGINAL.length());
  }

  Address address() {
    return new Address(
        alphanumeric(10, 20),
        alphanumeric(10, 20),
        alphanumeric(10, 20),
        string(LETTERS, 2),
        digits(4) + ZIP_SUFFIX);
  }

  /** The numbers from 1 to {@code last} in a random order. */
  int[] permutation(int last) {
    int[] numbers = new int[last];
    for (int i = 0; i < last; i++) {
      int other = random.nextInt(i + 1);
      numbers[i] = numbers[other];
      numbers[other] = i + 1;
    }
    return numbers;
  }

  private String string(String alphabet, int length) {
    char[] characters = new char[length];
    for (int i = 0; i < length; i++) {
      characters[i] = alphabet.charAt(random.nextInt(alphabet.length()));
    }
    return new String(characters);
  }
}
