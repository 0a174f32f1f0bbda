// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import java.util.Locale;
import java.util.Optional;

/** The state of an index, as the descriptor of its index table says. */
public enum IndexState {
  /** The index gets the entries of the rows that its table has; lookups are refused. */
  BUILDING,
  /** Every write of the data table maintains the index; lookups read it. */
  ACTIVE,
  /** The index is being dropped; lookups are refused. */
  DROPPING,
  /**
   * Rows of the data table, or of the index table, are not those that a region server has closed: a
   * snapshot was restored, say. Entries may be missing, and only a rebuild makes the index whole;
   * lookups are refused.
   */
  SUSPECT,
  /** Writes leave the index alone, so only a rebuild makes it whole; lookups are refused. */
  SUSPENDED;

  /** The state with this name, in any case; empty if {@code name} is null or no state. */
  static Optional<IndexState> of(String name) {
    for (IndexState state : values()) {
      if (name != null && state.name().equals(name.toUpperCase(Locale.ROOT))) {
        return Optional.of(state);
      }
    }
    return Optional.empty();
  }
}
