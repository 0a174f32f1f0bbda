// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.generate;

import java.util.List;

/** The last names of clause 4.3.2.3: one syllable for each of three digits. */
public final class LastNames {
  private static final List<String> SYLLABLES =
      List.of("BAR", "OUGHT", "ABLE", "PRI", "PRES", "ESE", "ANTI", "CALLY", "ATION", "EING");

  private LastNames() {}

  /**
   * The last name with a number.
   *
   * @param number 0 to 999
   */
  public static String of(int number) {
    if (number < 0 || number > 999) {
      throw new IllegalArgumentException("no number of a last name: " + number);
    }
    return SYLLABLES.get(number / 100)
        + SYLLABLES.get(number / 10 % 10)
        + SYLLABLES.get(number % 10);
  }
}
