// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.collect;

import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * Names a round of collection in log lines and reports. Immutable.
 *
 * @param value {@code cr-} and 20 lower-case hexadecimal digits
 */
record CollectionRoundId(String value) {
  private static final int RANDOM_BYTES = 10;
  private static final SecureRandom RANDOM = new SecureRandom();

  /** A new id. */
  static CollectionRoundId random() {
    byte[] random = new byte[RANDOM_BYTES];
    RANDOM.nextBytes(random);
    return new CollectionRoundId("cr-" + HexFormat.of().formatHex(random));
  }

  @Override
  public String toString() {
    return value;
  }
}
