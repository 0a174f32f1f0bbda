// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.util.List;
import java.util.Locale;

/** The state of a table relative to its own compaction. */
enum Phase {
  /** Not measured. */
  OTHER,
  BEFORE,
  DURING,
  AFTER;

  /** The measured phases in their order. */
  static final List<Phase> MEASURED = List.of(BEFORE, DURING, AFTER);

  /** Name in reports. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
