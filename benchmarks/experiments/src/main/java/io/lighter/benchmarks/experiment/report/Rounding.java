package io.lighter.benchmarks.experiment.report;

/** Figures as they are written: four significant digits say all that a measurement knows. */
final class Rounding {
  private static final int DIGITS = 4;

  private Rounding() {}

  static double round(double value) {
    if (value == 0 || !Double.isFinite(value)) {
      return Double.isFinite(value) ? value : 0;
    }
    double scale = Math.pow(10, DIGITS - 1 - Math.floor(Math.log10(Math.abs(value))));
    // From a million on whole numbers: they may be counts.
    return scale < 1 ? Math.round(value) : Math.round(value * scale) / scale;
  }

  /** A part of one, such as a hit ratio, of which the digits after the nines matter. */
  static double ratio(double value) {
    return Math.round(value * 1e6) / 1e6;
  }
}
