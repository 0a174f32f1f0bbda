// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import java.nio.ByteBuffer;
import org.apache.hbase.thirdparty.com.google.common.hash.HashCode;
import org.apache.hbase.thirdparty.com.google.common.hash.HashFunction;
import org.apache.hbase.thirdparty.com.google.common.hash.Hashing;

/**
 * The rows that a lookup has handed out, so that no row is handed out twice. A row is kept as 128
 * bits of hash: with a million rows, two of them collide with a probability below 10<sup>-26</sup>.
 * A full set forgets nothing and takes no more rows. Confined to a thread.
 */
final class ReturnedRows {
  /** Most rows of a set; 32 MB. */
  static final int MOST = 1_000_000;

  private static final int FIRST_CAPACITY = 64;

  private final HashFunction hash = Hashing.murmur3_128();
  private final int most;

  /** Two longs for each place; both 0 where the place is free. A power of two of places. */
  private long[] places = new long[2 * FIRST_CAPACITY];

  private int size;

  ReturnedRows() {
    this(MOST);
  }

  /**
   * Creates an empty set.
   *
   * @param most rows that the set takes, 1 or more
   */
  ReturnedRows(int most) {
    this.most = most;
  }

  /** Whether the set takes no more rows. */
  boolean isFull() {
    return size >= most;
  }

  /** Whether the set has a row. */
  boolean contains(byte[] row) {
    ByteBuffer code = code(row);
    int place = place(places, code.getLong(0), code.getLong(8));
    return !isFree(places, place);
  }

  /**
   * Adds a row, unless the set is full.
   *
   * @return false if the set has the row already
   */
  boolean add(byte[] row) {
    ByteBuffer code = code(row);
    long high = code.getLong(0);
    long low = code.getLong(8);
    int place = place(places, high, low);
    if (!isFree(places, place)) {
      return false;
    }
    if (!isFull()) {
      places[place] = high;
      places[place + 1] = low;
      size++;
      if (4 * size > places.length) { // half of the places
        grow();
      }
    }
    return true;
  }

  private ByteBuffer code(byte[] row) {
    HashCode code = hash.hashBytes(row);
    ByteBuffer bytes = ByteBuffer.wrap(code.asBytes());
    if (bytes.getLong(0) == 0 && bytes.getLong(8) == 0) {
      bytes.putLong(8, 1); // not the mark of a free place
    }
    return bytes;
  }

  private void grow() {
    long[] larger = new long[2 * places.length];
    for (int i = 0; i < places.length; i += 2) {
      if (!isFree(places, i)) {
        int place = place(larger, places[i], places[i + 1]);
        larger[place] = places[i];
        larger[place + 1] = places[i + 1];
      }
    }
    places = larger;
  }

  /** Index of the place that has the row, or of the free one where it belongs. */
  private static int place(long[] places, long high, long low) {
    int mask = places.length / 2 - 1;
    int place = (int) (low ^ (low >>> 32)) & mask;
    while (!isFree(places, 2 * place)
        && (places[2 * place] != high || places[2 * place + 1] != low)) {
      place = (place + 1) & mask;
    }
    return 2 * place;
  }

  private static boolean isFree(long[] places, int index) {
    return places[index] == 0 && places[index + 1] == 0;
  }
}
