// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Draws ids that no two processes of a cluster draw. Stateless but for its source; thread-safe. */
public final class RandomIds {
  /** 80 random bits. */
  private static final int BYTES = 10;

  private static final SecureRandom RANDOM = new SecureRandom();

  private RandomIds() {}

  /** Returns {@code prefix} with 20 random lower-case hexadecimal digits. */
  public static String with(String prefix) {
    byte[] random = new byte[BYTES];
    RANDOM.nextBytes(random);
    return prefix + HexFormat.of().formatHex(random);
  }
}
