// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

/** Rounds figures to four significant digits, the precision of a measurement. */
final class Rounding {
  private static final int DIGITS = 4;

  private Rounding() {}

  static double round(double value) {
    if (value == 0 || !Double.isFinite(value)) {
      return Double.isFinite(value) ? value : 0;
    }
    double scale = Math.pow(10, DIGITS - 1 - Math.floor(Math.log10(Math.abs(value))));
    // Values from a million on are whole numbers, because they may be counts.
    return scale < 1 ? Math.round(value) : Math.round(value * scale) / scale;
  }

  /** A fraction of one, such as a hit ratio, which keeps the digits after the nines. */
  static double ratio(double value) {
    return Math.round(value * 1e6) / 1e6;
  }
}
