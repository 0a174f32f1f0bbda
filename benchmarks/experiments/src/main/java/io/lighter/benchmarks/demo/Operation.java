package io.lighter.benchmarks.demo;

import java.util.Locale;

/** What readers do. */
enum Operation {
  GET,
  SCAN;

  /** The name in reports. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
