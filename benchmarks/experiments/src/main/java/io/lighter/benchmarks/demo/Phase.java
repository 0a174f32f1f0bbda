package io.lighter.benchmarks.demo;

/** Where a table is, seen from its own compaction. */
enum Phase {
  /** Not measured. */
  OTHER,
  BEFORE,
  DURING,
  AFTER
}
