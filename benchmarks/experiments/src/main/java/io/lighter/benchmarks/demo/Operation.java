// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.util.Locale;

/** Operations of readers. */
enum Operation {
  GET,
  SCAN;

  /** Name in reports. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
