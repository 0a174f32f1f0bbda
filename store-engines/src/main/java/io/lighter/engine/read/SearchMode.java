// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.read;

/** How a read looks into the files of a store. */
public enum SearchMode {
  /** One file after the other, as HBase does. */
  SERIAL,
  /** With a fixed number of threads for all files at once (Lu et al., TPDS 2019, "FC"). */
  FIXED,
  /**
   * As {@link #FIXED} while many first seeks miss the block cache, with as many at a time as do not
   * slow reads down; else as {@link #SERIAL}.
   */
  ADAPTIVE
}
