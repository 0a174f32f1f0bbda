// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

/** Follows a bulk load, and the builds of its entries. All calls come from the loading thread. */
public interface LoadListener extends BuildListener {
  /** Follows nothing. */
  LoadListener IGNORE = progress -> {};

  /**
   * A step begins.
   *
   * @param load id of the load
   */
  default void begun(String load, LoadStep step) {}

  /** A step has ended; what it did is durable. */
  default void ended(LoadStep step) {}
}
