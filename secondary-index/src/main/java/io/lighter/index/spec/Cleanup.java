// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.spec;

/** How superseded entries of an index go away. */
public enum Cleanup {
  /** The region server removes them after the write that superseded them. */
  EAGER("eager"),
  /**
   * Compactions on compaction servers drop them. Writes remove nothing, and read the row only for a
   * key of several columns, so lookups read more stale entries.
   */
  COMPACTION("compaction");

  private final String word;

  Cleanup(String word) {
    this.word = word;
  }

  /** The value of {@code cleanup=} in a definition. */
  public String word() {
    return word;
  }
}
