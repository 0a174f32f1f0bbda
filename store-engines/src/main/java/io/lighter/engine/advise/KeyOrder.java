// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.advise;

/** Where the rows of new cells are. */
public enum KeyOrder {
  /** All over the rows of the store. */
  UNIFORM,
  /** Behind all rows of the store, so that no two flushed files overlap. */
  ASCENDING
}
