// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

/** The state of a table relative to its own compaction. */
enum Phase {
  /** Not measured. */
  OTHER,
  BEFORE,
  DURING,
  AFTER
}
